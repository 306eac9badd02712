import { EXIT_CODES } from "../base/errors.ts";

/** Exit code of a search without results under `--exit-code` (SPEC 11.5). */
const NOTHING_FOUND = 4;

/**
 * Returns the exit code of an answer without results. "Nothing" may only mean that it could not be read: that is never
 * said in place of a failure (SPEC 2).
 *
 * @param failures files that could not be read
 * @param isToldByCode `--exit-code`
 */
export function codeOfNothing(failures: number, isToldByCode: boolean): number {
  if (failures > 0) return EXIT_CODES.partial;
  return isToldByCode ? NOTHING_FOUND : 0;
}
