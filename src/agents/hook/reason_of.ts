import { errorCode, MemoryError } from "../../base/errors.ts";

/** Returns the kind of an error, or the system's code, for the log; never its message, which may quote a text. */
export function reasonOf(error: unknown): string {
  if (error instanceof MemoryError) return errorCode(error.cause) ?? error.kind;
  return errorCode(error) ?? "defect";
}
