/**
 * The one error type of the program. A flow throws it when it cannot do what it was asked; expected outcomes
 * (a gate that stops a candidate, a file that could not be read) are values, not errors.
 *
 * @module
 */

/** How a command failed. Decides the exit code and is the `kind` of the JSON error (SPEC 11.5, 14). */
export type ErrorKind = "failed" | "usage" | "busy" | "partial" | "defect";

/** Exit code of each {@linkcode ErrorKind} (SPEC 11.5). */
export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = {
  failed: 1,
  usage: 2,
  busy: 3,
  partial: 5,
  defect: 70,
};

/** What {@linkcode MemoryError} takes beside its message. */
export interface MemoryErrorOptions {
  /** Decides the exit code. @default "failed" */
  readonly kind?: ErrorKind;
  /** The next command or path, as a sentence without a final stop. */
  readonly hint?: string;
  /** What went wrong underneath; its chain is kept and shown. */
  readonly cause?: unknown;
}

/**
 * An error that a person can act on. The message starts upper-case, ends without a stop, quotes values, names the
 * action that failed, and says what is and what should be.
 */
export class MemoryError extends Error {
  /** Tells it from the runtime's own errors in a stack trace. */
  override readonly name = "MemoryError";
  /** See {@linkcode ErrorKind}. */
  readonly kind: ErrorKind;
  /** The next step, where there is one. */
  readonly hint: string | undefined;

  /** Builds the error; `options.kind` defaults to `"failed"`. */
  constructor(message: string, options: MemoryErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = options.kind ?? "failed";
    this.hint = options.hint;
  }
}

/** Returns the messages of an error and of its causes, outermost first; never empty. */
export function causeChain(error: unknown): string[] {
  const messages: string[] = [];
  for (let at: unknown = error; at !== undefined && at !== null;) {
    messages.push(at instanceof Error ? at.message : String(at));
    at = at instanceof Error ? at.cause : undefined;
  }
  return messages.length > 0 ? messages : ["Unknown error"];
}

/** Returns the `code` of a system error such as `ENOENT` or `SQLITE_BUSY`, or `undefined`. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Returns the code of the file system's error underneath, such as `EACCES`; anything else is a defect and has none. */
export function systemCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = errorCode(at);
    if (code !== undefined && /^E[A-Z0-9]+$/.test(code)) return code;
  }
  return undefined;
}
