/** Where the runtime keeps the files of a compiled program. */
const COMPILED = /^(?:\/\$bunfs\/|[A-Za-z]:[\\/]~BUN[\\/])/;

/** Returns the words that start this program again: its absolute path, or the runtime and the sources. */
export function programWords(): readonly string[] {
  return COMPILED.test(Bun.main) ? [process.execPath] : [process.execPath, Bun.main];
}
