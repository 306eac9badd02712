/**
 * Claims that grant a permission (SPEC 4.8). The dream never promotes them.
 *
 * @module
 */

/** Returns whether a claim, in English or Chinese, grants a permission. */
export function grantsPermission(text: string): boolean {
  return /\b(?:may|can|allowed to|permitted to)\b.*\bwithout (?:asking|approval|permission)\b|允许|准许|授权|无需(?:确认|批准|询问)/i
    .test(text);
}
