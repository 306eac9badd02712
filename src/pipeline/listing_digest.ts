/**
 * Digests of a listing: what every search compares first, and what it finds the few changed files by. Pure.
 *
 * @module
 */
import { quickDigest } from "../base/hash.ts";
import type { ListingDigest } from "../store/index/index_meta.ts";
import type { FileFact, FileList } from "../workspace/list_files.ts";

/**
 * Files of a block: so many are compared one by one where one of them changed, which every prompt meets whose reply was
 * taken up a moment ago. A digest of a block costs as much as comparing one of its files.
 */
export const BLOCK_FILES = 64;

/** Stands for a block with a file that the index does not hold as it was listed. It is the digest of no block. */
const UNKNOWN = "-";

/**
 * Returns digests of everything that `detect` compares of a listing. While they stay the same and the index is not
 * written, comparing would find nothing: that costs a tenth of comparing, and every search pays for it. What could not be
 * read is part of the names, since it decides what is gone. The order of the files counts; a folder that lists them in
 * another order is only compared once more.
 */
export function listingDigest({ files, failures }: FileList): ListingDigest {
  const stamps = new Float64Array(files.length * STAMP_NUMBERS);
  let paths = failures.map(({ path }) => `${path}\0`).join("");
  // Plain loops here and below: they run in a process that has just begun, over ten thousand files.
  for (let at = 0; at < files.length; at++) {
    const file = files[at] as FileFact;
    stamps[at * STAMP_NUMBERS] = file.size;
    stamps[at * STAMP_NUMBERS + 1] = file.mtimeMs;
    stamps[at * STAMP_NUMBERS + 2] = file.ctimeMs;
    paths += file.path + "\0";
  }
  const blocks: string[] = [];
  for (let start = 0; start < stamps.length; start += BLOCK_FILES * STAMP_NUMBERS) {
    blocks.push(quickDigest("", stamps.subarray(start, start + BLOCK_FILES * STAMP_NUMBERS)));
  }
  return { names: quickDigest(paths, new Float64Array([failures.length, files.length])), blocks };
}

/** Returns the digests without those of blocks in which one of the given files lies. */
export function withoutBlocksOf(
  digest: ListingDigest,
  files: readonly FileFact[],
  paths: ReadonlySet<string>,
): ListingDigest {
  if (paths.size === 0) return digest;
  const blocks = [...digest.blocks];
  for (let at = 0; at < files.length; at++) {
    if (paths.has((files[at] as FileFact).path)) blocks[Math.floor(at / BLOCK_FILES)] = UNKNOWN;
  }
  return { ...digest, blocks };
}

/**
 * Returns the files of the blocks that differ: none, if the listings are the same; `null`, if files came or went, so that
 * all have to be compared.
 */
export function changedBlocks(
  known: ListingDigest,
  now: ListingDigest,
  files: readonly FileFact[],
): readonly FileFact[] | null {
  if (known.names !== now.names || known.blocks.length !== now.blocks.length) return null;
  return now.blocks.flatMap((block, at) =>
    block === known.blocks[at] ? [] : files.slice(at * BLOCK_FILES, (at + 1) * BLOCK_FILES)
  );
}

/** Size and two times. */
const STAMP_NUMBERS = 3;
