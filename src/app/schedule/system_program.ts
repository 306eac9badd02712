/**
 * Programs of the system that keep schedules.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";

/** How a program ended. Bytes stand for chars of the same number, so that any text comes back as it was. */
export interface ProgramResult {
  /** Its exit code; `null` if it was ended because it took too long. */
  readonly code: number | null;
  /** What it printed. */
  readonly stdout: string;
  /** What it complained about, in one line. */
  readonly complaint: string;
}

/** Runs programs of the system. */
export interface SystemPrograms {
  /** Returns whether a program of this name is in the `PATH`. */
  has(name: string): boolean;
  /** Runs it with words, and a text as its input. @throws {MemoryError} failed, if there is no such program */
  run(name: string, words: readonly string[], input?: string): ProgramResult;
}

/** A scheduler answers in a moment; one that does not would keep the caller for ever. In milliseconds. */
const PATIENCE_MS = 15_000;

/** Returns the programs in the `PATH` of an environment; what they say is asked for in English. */
export function systemPrograms(environment: Readonly<Record<string, string | undefined>>): SystemPrograms {
  const find = (name: string) => Bun.which(name, { PATH: environment["PATH"] ?? "" });
  return {
    has: (name) => find(name) !== null,
    run(name, words, input) {
      const path = find(name);
      if (path === null) throw absent(name);
      const child = Bun.spawnSync([path, ...words], {
        env: { ...environment, LC_ALL: "C" },
        stdin: input === undefined ? "ignore" : Buffer.from(input, "latin1"),
        timeout: PATIENCE_MS,
      });
      return {
        code: child.exitCode,
        stdout: child.stdout.toString("latin1"),
        complaint: child.stderr.toString().trim().replaceAll(/\s+/g, " "),
      };
    },
  };
}

/** Returns a text as chars that stand for its UTF-8 bytes. */
export function toBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Returns the text of chars that stand for bytes. */
export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}

function absent(name: string): MemoryError {
  return new MemoryError(`Cannot run "${name}": there is no such program in the PATH`, {
    hint: "memory cron install --manager names another scheduler; or let this one run: memory daemon",
  });
}
