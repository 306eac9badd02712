/**
 * Which errors are the file system's.
 *
 * @module
 */
import { errorCode } from "../base/errors.ts";

/** Returns the code of the file system's error underneath, such as `EACCES`; anything else is a defect and has none. */
export function systemCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = errorCode(at);
    if (code !== undefined && /^E[A-Z0-9]+$/.test(code)) return code;
  }
  return undefined;
}
