/**
 * Our lines in a crontab. Everything else stays byte for byte, and taking ours out gives back what was there before. Texts
 * are chars that stand for bytes, since a crontab may hold any.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { SweepCommand } from "./sweep_command.ts";
import { toBytes } from "./system_program.ts";

/** Our block of one workspace. */
export interface CrontabBlock {
  /** Where it begins, in chars. */
  readonly start: number;
  /** Where the rest goes on, in chars. */
  readonly end: number;
  /** Its first line, with the line end before it if that is ours. */
  readonly mark: string;
  /** The line that cron runs, without its end. */
  readonly entry: string;
}

/** Returns the block of a workspace, or `null`. @throws {MemoryError} failed, if it was changed by hand */
export function findBlock(crontab: string, id: string): CrontabBlock | null {
  const name = `# BEGIN memory ${id}`;
  const whole = new RegExp(`(^|\\n)(${name}(\\+?) [^\\n]*\\n)([^\\n]*)\\n# END memory ${id}(?:\\n|$)`).exec(crontab);
  if (whole === null) {
    if (new RegExp(`^${name}`, "m").test(crontab)) throw changed(id);
    return null;
  }
  const [text, before = "", mark = "", joined, entry = ""] = whole;
  // The line end before ours was put there by us if the text did not end with one.
  const isJoined = joined === "+" && before === "\n";
  const start = whole.index + (isJoined ? 0 : before.length);
  return { start, end: whole.index + text.length, mark: `${isJoined ? before : ""}${mark}`, entry };
}

/** Returns the crontab with the block of a workspace put in, in place of the one that is there. */
export function withBlock(crontab: string, command: SweepCommand, expression: string): string {
  const there = findBlock(crontab, command.id);
  const body = `${entryOf(command, expression)}\n# END memory ${command.id}\n`;
  if (there !== null) return crontab.slice(0, there.start) + there.mark + body + crontab.slice(there.end);
  const isJoined = crontab !== "" && !crontab.endsWith("\n");
  const label = toBytes(`${JSON.stringify(command.root)}, by memory cron install`);
  const mark = `${isJoined ? "\n" : ""}# BEGIN memory ${command.id}${isJoined ? "+" : ""} ${label}\n`;
  return crontab + mark + body;
}

/** Returns the crontab without the block of a workspace. */
export function withoutBlock(crontab: string, id: string): string {
  const there = findBlock(crontab, id);
  if (there === null) return crontab;
  const rest = crontab.slice(there.end);
  // What was added below ours later must not be joined to what stands above.
  const isKept = there.mark.startsWith("\n") && rest !== "";
  return `${crontab.slice(0, there.start)}${isKept ? "\n" : ""}${rest}`;
}

/** Returns the cron expression of an entry. */
export function expressionOf(entry: string): string {
  return entry.split(" ").slice(0, FIELDS).join(" ");
}

/**
 * Returns the line that cron runs. `env` sets the variables whatever shell the crontab names; answers go nowhere, and what
 * goes wrong is mailed by cron.
 *
 * @throws {MemoryError} failed, if a path holds a backslash, which crons read differently, or the line is too long for one
 */
export function entryOf({ words, environment }: SweepCommand, expression: string): string {
  const set = environment.map(([name, value]) => `${name}=${quoted(value)}`);
  const command = ["/usr/bin/env", ...set, ...words.map(quoted)].join(" ") + " >/dev/null";
  const line = toBytes(command.replaceAll("%", "\\%"));
  if (line.length > MOST_COMMAND_BYTES) {
    throw new MemoryError(
      `Cannot write a crontab line of ${line.length} bytes: cron takes ${MOST_COMMAND_BYTES} at most`,
      {
        hint: "memory cron install --manager systemd",
      },
    );
  }
  return `${expression} ${line}`;
}

/** Minute, hour, day, month, weekday. */
const FIELDS = 5;

/** The classic cron cuts a command off at 1,000 bytes; some room is left for its own end. */
const MOST_COMMAND_BYTES = 990;

/** What needs no quotes in any shell. */
const PLAIN = /^[A-Za-z0-9_./:=-]+$/;

function quoted(word: string): string {
  if (word.includes("\\")) {
    throw new MemoryError(`Cannot write "${word}" into a crontab: what a backslash means there depends on the cron`, {
      hint: "rename that folder, or: memory cron install --manager systemd",
    });
  }
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function changed(id: string): MemoryError {
  return new MemoryError(
    `Cannot change the crontab: the lines between "# BEGIN memory ${id}" and its end were edited by hand`,
    {
      hint: "take them out with: crontab -e",
    },
  );
}
