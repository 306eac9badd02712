/**
 * Returns whether tests are left out, and says why on stderr if they are: a skip without a reason looks like a test that
 * somebody forgot.
 */
export function skips(isLeftOut: boolean, reason: string): boolean {
  if (isLeftOut) console.warn(`skipped: ${reason}`);
  return isLeftOut;
}
