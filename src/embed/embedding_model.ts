import { loadedPart, type NativePart, unloadedPart } from "../base/assets/native_part.ts";
import { openPart } from "../base/assets/open_part.ts";

/**
 * Returns whether the bundled model is at hand: unpacked, every byte as it was built. It is not run here.
 *
 * @param cacheDir the per-user cache folder, as `cacheDirOf` returns it
 */
export function embeddingModelPart(cacheDir: string): NativePart {
  const opened = openPart("embedding-model", cacheDir);
  return opened.part === null
    ? unloadedPart("embedding-model", opened.version, opened.obstacle)
    : loadedPart("embedding-model", opened.part.version);
}
