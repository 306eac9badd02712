import { Unzip, type UnzipDecoder } from "fflate";

/**
 * Returns the content of one file of a zip archive, or `null` if it has none of that name. The library finds the file,
 * Bun's own decoder unpacks it, which takes a quarter of the time.
 */
export function zipEntry(archive: Uint8Array, name: string): Uint8Array | null {
  let content: Uint8Array | null = null;
  const unzip = new Unzip((file) => {
    if (file.name !== name) return;
    file.ondata = (error, data) => {
      if (error !== null) throw error;
      content = data;
    };
    file.start();
  });
  unzip.register(WholeInflate);
  unzip.push(archive, true);
  return content;
}

/** Number of the method of compression that wheels use; files that are not compressed need no decoder. */
const DEFLATE = 8;

/** Unpacks a file at once when its last part has come. */
class WholeInflate implements UnzipDecoder {
  static readonly compression = DEFLATE;
  ondata: UnzipDecoder["ondata"] = () => {};
  readonly #parts: Uint8Array[] = [];

  push(part: Uint8Array, isLast: boolean): void {
    this.#parts.push(part);
    if (isLast) this.ondata(null, Bun.inflateSync(new Uint8Array(Buffer.concat(this.#parts))), true);
  }
}
