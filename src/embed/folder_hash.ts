import { closeSync, openSync, readSync, statSync } from "node:fs";
import { shortHash } from "../base/hash.ts";
import { rememberedText } from "./remembered_text.ts";

/** Bytes read at once. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Hex digits of a content hash: two models of one user never share sixteen. */
const DIGITS = 16;

/**
 * Returns a hash over the content of files, in their order. Reading a large model takes a second, so what came out is kept
 * under size, times and inode of the files: as long as those are the same, nobody wrote to them.
 *
 * @param cacheDir the per-user cache folder
 * @throws {Error} if a file cannot be read
 */
export function folderHash(files: readonly string[], cacheDir: string): string {
  const stamp = files.map((path) => {
    const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
    return `${path} ${size} ${mtimeNs} ${ctimeNs} ${ino}`;
  });
  const kept = rememberedText(cacheDir, `files\n${stamp.join("\n")}`, /^[0-9a-f]{16}$/);
  const known = kept.get();
  if (known !== null) return known;
  const hash = shortHash(files.map(hashOf).join("\n"), DIGITS);
  kept.set(hash);
  return hash;
}

function hashOf(path: string): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  const handle = openSync(path, "r");
  try {
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) {
      hasher.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(handle);
  }
  return hasher.digest("hex");
}
