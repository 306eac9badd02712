/**
 * The file beside `model.onnx` that holds the large tensors. ONNX Runtime maps it into memory instead of reading it.
 *
 * @module
 */

/** Where a tensor lies in the file. */
export interface DataPlace {
  /** Offset of its first byte. */
  readonly offset: number;
  /** Its size, in bytes. */
  readonly length: number;
}

/** Alignment of tensors, in bytes: Windows maps a file only from multiples of 64 KiB on. */
const ALIGNMENT = 65_536;

/**
 * Tensors of at least this many bytes belong into the file. Each costs the runtime some twenty system calls when it is
 * opened, since it follows every part of the path; smaller ones are copied in less time.
 */
export const SMALLEST_BYTES = 65_536;

/** Collects tensors one behind the other. Gaps are zero, so that the same tensors always give the same bytes. */
export class ExternalData {
  readonly #tensors: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  #length = 0;

  /** Appends a tensor and returns where it lies. */
  add(bytes: Uint8Array): DataPlace {
    const offset = Math.ceil(this.#length / ALIGNMENT) * ALIGNMENT;
    this.#tensors.push({ offset, bytes });
    this.#length = offset + bytes.length;
    return { offset, length: bytes.length };
  }

  /** Returns the content of the file. */
  toBytes(): Uint8Array {
    const file = new Uint8Array(this.#length);
    for (const { offset, bytes } of this.#tensors) file.set(bytes, offset);
    return file;
  }
}
