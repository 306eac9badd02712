/**
 * A small native part for tests of unpacking: two files of known content.
 *
 * @module
 */
import { contentText } from "../../src/base/assets/manifest.ts";
import type { PackedPart } from "../../src/base/assets/part_source.ts";
import { sha256Hex } from "../../src/base/hash.ts";

/** Returns a part whose two files are made from `seed`; other seeds give other content hashes. */
export function packedPart(seed: string, options: { sizeBytes?: number } = {}): PackedPart {
  const contents = new Map([
    ["main.so", new TextEncoder().encode(seed.repeat(Math.ceil((options.sizeBytes ?? 64) / seed.length)))],
    ["second.so", new TextEncoder().encode(`second of ${seed}`)],
  ]);
  const files = [...contents].map(([name, bytes]) => ({ name, size: bytes.length, sha256: sha256Hex(bytes) }));
  return {
    name: "sqlite-vec",
    version: "1.2.3",
    hash: sha256Hex(contentText(files)).slice(0, 16),
    files,
    read: ({ name }) => [contents.get(name) ?? new Uint8Array()],
  };
}
