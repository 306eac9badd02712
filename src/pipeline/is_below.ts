/**
 * Paths below paths.
 *
 * @module
 */

/** Returns whether a path is one of some paths or lies below one; `""` is the whole workspace. */
export function isAtOrBelow(path: string, some: ReadonlySet<string>): boolean {
  if (some.size === 0) return false;
  if (some.has("") || some.has(path)) return true;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (some.has(path.slice(0, end))) return true;
  }
  return false;
}
