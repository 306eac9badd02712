/** Reads little-endian values one after the other; every read beyond the end is an error that names the place. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  /** Starts at the first of these bytes. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Offset of the next read, in bytes. */
  get position(): number {
    return this.#at;
  }

  /** Returns the next unsigned byte. */
  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  /** Returns the next unsigned 16-bit number. */
  u16(): number {
    return this.#view.getUint16(this.#advance(2), true);
  }

  /** Returns the next unsigned 32-bit number. */
  u32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  /** Returns the next signed 32-bit number. */
  i32(): number {
    return this.#view.getInt32(this.#advance(4), true);
  }

  /** Returns the next 32-bit floating-point number. */
  f32(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }

  /**
   * Returns the next unsigned 64-bit number.
   *
   * @throws {RangeError} if it is too large for an exact JavaScript number
   */
  u64(): number {
    const at = this.#advance(8);
    const value = this.#view.getBigUint64(at, true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new RangeError(`The number at byte ${at} is too large: ${value}`);
    }
    return Number(value);
  }

  /** Returns the next `count` bytes, as a view of the same memory. */
  bytes(count: number): Uint8Array {
    const at = this.#advance(count);
    return this.#bytes.subarray(at, at + count);
  }

  #advance(count: number): number {
    const at = this.#at;
    if (count < 0 || at + count > this.#bytes.length) {
      throw new RangeError(`The file ends at byte ${this.#bytes.length}, expected ${count} bytes at byte ${at}`);
    }
    this.#at = at + count;
    return at;
  }
}
