/**
 * The bytes of a transcript, from where it was left: of the file as it is, or of what a compressed archive holds.
 *
 * @module
 */
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { createZstdDecompress } from "node:zlib";
import type { ByteSource } from "./line_scanner.ts";

/** How a file holds its text. */
export type Packing = "plain" | "zstd";

/** Returns how a file is packed, by its first bytes. */
export function packingOf(head: Uint8Array): Packing {
  return ZSTD_MAGIC.every((byte, at) => head[at] === byte) ? "zstd" : "plain";
}

/** RFC 8878, 3.1.1: the magic number of a frame, little-endian. */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd] as const;

/**
 * Opens the bytes of a file.
 *
 * @param byteOffset first byte to be read; of a compressed file, of its text
 * @throws the system's error, if it cannot be opened
 */
export function openBytes(path: string, packing: Packing, byteOffset: number): ByteSource {
  return packing === "zstd" ? new PackedBytes(path, byteOffset) : plainBytes(path, byteOffset);
}

function plainBytes(path: string, byteOffset: number): ByteSource {
  const file = openSync(path, "r");
  let position = byteOffset;
  return {
    read: (target) => {
      const count = readSync(file, target, 0, target.length, position);
      position += count;
      return count;
    },
    close: () => closeSync(file),
  };
}

/** A stream that is unpacked as it is read. */
class PackedBytes implements ByteSource {
  readonly #file;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  #skip: number;

  constructor(path: string, byteOffset: number) {
    this.#file = createReadStream(path);
    const unpacked = createZstdDecompress();
    // An error of the file has to end the reading, too.
    this.#file.on("error", (error) => unpacked.destroy(error));
    this.#chunks = this.#file.pipe(unpacked)[Symbol.asyncIterator]();
    this.#skip = byteOffset;
  }

  async read(target: Uint8Array): Promise<number> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return 0;
      this.#rest = value.subarray(Math.min(this.#skip, value.length));
      this.#skip -= Math.min(this.#skip, value.length);
    }
    const part = this.#rest.subarray(0, target.length);
    target.set(part);
    this.#rest = this.#rest.subarray(part.length);
    return part.length;
  }

  close(): void {
    this.#file.destroy();
  }
}
