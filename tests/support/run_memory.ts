/**
 * Runs the real program: the built one if it is there, else the sources.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** What one run left behind. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run. */
export interface RunOptions {
  /** The whole environment of the process; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Text for standard input; none if left out. */
  readonly input?: string;
}

const ROOT = join(import.meta.dir, "..", "..");
const BUILT = join(ROOT, "dist", "memory");

/** Returns the words that start the program: `MEMORY_BIN`, else `dist/memory`, else the sources under this Bun. */
export function memoryCommand(): string[] {
  const named = Bun.env["MEMORY_BIN"];
  if (named !== undefined && named !== "") return [named];
  return existsSync(BUILT) ? [BUILT] : [process.execPath, join(ROOT, "src", "main.ts")];
}

/** Runs `memory` with words, its output in pipes. */
export async function runMemory(words: readonly string[], options: RunOptions): Promise<RunResult> {
  const child = Bun.spawn([...memoryCommand(), ...words], {
    cwd: options.cwd,
    env: options.environment,
    stdin: options.input === undefined ? "ignore" : new Blob([options.input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}
