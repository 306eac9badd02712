/**
 * The per-user folder for files that can be made again at any time.
 *
 * @module
 */

/** What decides where the cache lies. */
export interface CachePlace {
  /** The process environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly homeDir: string;
  /** As `process.platform` says. */
  readonly platform: string;
}

/**
 * Returns the cache folder: `MEMORY_CACHE_DIR`, else `memory` under `XDG_CACHE_HOME`, else under the platform's own
 * place (`~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows, `~/.cache` elsewhere). Nothing is created.
 *
 * A relative `XDG_CACHE_HOME` is ignored, as its standard demands.
 */
export function cacheDirOf(place: CachePlace): string {
  const { environment, homeDir, platform } = place;
  const own = environment["MEMORY_CACHE_DIR"];
  if (own !== undefined && own !== "") return own;
  const xdg = environment["XDG_CACHE_HOME"];
  if (xdg !== undefined && xdg.startsWith("/")) return `${xdg}/memory`;
  if (platform === "darwin") return `${homeDir}/Library/Caches/memory`;
  const local = environment["LOCALAPPDATA"];
  if (platform === "win32" && local !== undefined && local !== "") return `${local}\\memory\\cache`;
  return `${homeDir}/.cache/memory`;
}
