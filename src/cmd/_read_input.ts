import { MemoryError } from "../base/errors.ts";

/** More than any note, transcript of answers or list of questions has; as much as of a file is indexed. In bytes. */
export const MOST_INPUT_BYTES = 16 * 1024 * 1024;

/**
 * Returns a stream to its end, as text: UTF-8, or UTF-16 as a file of the memory would be read, without byte order mark.
 *
 * @throws {MemoryError} usage, as soon as it has more than {@linkcode MOST_INPUT_BYTES}: nothing waits for an endless one
 */
export async function readInput(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await textOf(Buffer.concat(chunks));
      bytes += value.length;
      if (bytes > MOST_INPUT_BYTES) throw tooMuch();
      chunks.push(value);
    }
  } finally {
    // What was read to its end takes no harm from it.
    await reader.cancel();
  }
}

/** What looks like no text is taken as it is: whoever reads it says what it should be. */
async function textOf(bytes: Buffer): Promise<string> {
  const { decodeText } = await import("../workspace/decode_text.ts");
  const decoded = decodeText(bytes);
  return decoded.kind === "text" ? decoded.text : bytes.toString("utf8");
}

function tooMuch(): MemoryError {
  const most = MOST_INPUT_BYTES / (1024 * 1024);
  return new MemoryError(`Cannot read standard input: it should have at most ${most} MB, and has more`, {
    kind: "usage",
    hint: "pass on less of it",
  });
}
