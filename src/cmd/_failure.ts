/**
 * The one place that turns an error into text, JSON and an exit code (SPEC 11.4, 11.5, 14).
 *
 * @module
 */
import { causeChain, errorCode, EXIT_CODES, MemoryError } from "../base/errors.ts";
import type { TextStyle } from "./_style.ts";

/** Codes of the system and of SQLite: the machine's failure, not a defect of the program. */
const SYSTEM_CODE = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;

/** Returns any thrown value as a {@linkcode MemoryError}: its own kind, `failed` for system errors, else `defect`. */
export function asMemoryError(error: unknown): MemoryError {
  if (error instanceof MemoryError) return error;
  if (SYSTEM_CODE.test(errorCode(error) ?? "")) {
    // The new error takes the place of the old one, so what lies under the old one is its cause.
    const cause = error instanceof Error ? error.cause : undefined;
    return new MemoryError(upperFirst(causeChain(error)[0] ?? ""), { kind: "failed", cause });
  }
  return new MemoryError(`Unexpected failure: ${causeChain(error)[0]}`, {
    kind: "defect",
    hint: "this is a defect of memory; run the same command with --verbose and report what it prints",
    cause: error,
  });
}

/** Returns the exit code of an error (SPEC 11.5). */
export function exitCodeOf(error: MemoryError): number {
  return EXIT_CODES[error.kind];
}

/** Returns an error as text: heading, first cause, hint; with `isVerbose` every cause and the stack of a defect. */
export function failureText(error: MemoryError, style: TextStyle, isVerbose: boolean): string {
  // A cause that the message already quotes would only be said twice.
  const causes = causeChain(error).slice(1).filter((cause) => isVerbose || !error.message.includes(cause));
  const shown = isVerbose ? causes : causes.slice(0, 1);
  const stack = isVerbose && error.kind === "defect" && error.cause instanceof Error ? error.cause.stack : undefined;
  return [
    `${style.bold(style.red("Error:"))} ${visible(error.message)}`,
    ...shown.map((cause) => `${style.bold("Cause:")} ${visible(cause)}`),
    ...(stack === undefined ? [] : [visible(stack)]),
    ...(error.hint === undefined ? [] : [`${style.bold(style.cyan("Hint:"))} ${visible(error.hint)}`]),
  ].join("\n");
}

/** Longest part of an unforeseen message that {@linkcode lastWords} quotes, in chars: it may hold a whole bundle. */
const MAX_QUOTED_CHARS = 200;

/** Returns what is said when even saying what went wrong went wrong: short, whatever the error holds. */
export function lastWords(error: unknown): string {
  const message = (causeChain(error)[0] ?? "").slice(0, MAX_QUOTED_CHARS);
  return `Error: Unexpected failure: ${visible(message)}\nHint: this is a defect of memory; please report it\n`;
}

/**
 * Writes out controls and what turns the direction of text: messages and notices quote what was typed or found in files,
 * and that is data on the terminal too.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const UNSEEN = /[^\P{Cc}\n]|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Returns an error as the JSON document of SPEC 14. */
export function failureJson(error: MemoryError): object {
  return { error: { kind: error.kind, message: error.message, hint: error.hint ?? null } };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
