/**
 * Cuts bytes into lines of bounded length: whatever comes in, memory stays bounded and the next line is read.
 *
 * @module
 */

/** SPEC 13: as much as a hook takes. A message that is longer is answered with an error and passed over. */
export const MAX_LINE_BYTES = 10 * 1_024 * 1_024;

const NEWLINE = 0x0a;

/** Takes bytes as they come, and tells of every line that is complete. */
export interface MessageLines {
  /** Takes bytes. */
  push(bytes: Uint8Array): void;
  /** Takes what came after the last line end as a line: there is no more. */
  end(): void;
}

/** What is told. */
export interface LineListener {
  /** A line without its end; blank ones are passed over. */
  readonly onLine: (line: string) => void;
  /** A line was longer than it may be; its rest is dropped. */
  readonly onTooLong: () => void;
}

/** Returns a cutter. Invalid UTF-8 becomes replacement characters, and so an error of the one message it stands in. */
export function messageLines({ onLine, onTooLong }: LineListener, maxBytes: number = MAX_LINE_BYTES): MessageLines {
  let parts: Uint8Array[] = [];
  let held = 0;
  let isSkipping = false;
  const decoder = new TextDecoder();

  const take = (part: Uint8Array) => {
    if (isSkipping || part.length === 0) return;
    held += part.length;
    if (held <= maxBytes) {
      // The reader may use its buffer again.
      parts.push(part.slice());
      return;
    }
    isSkipping = true;
    parts = [];
    onTooLong();
  };
  const finish = () => {
    const [only = new Uint8Array(), ...more] = parts;
    const line = isSkipping ? "" : decoder.decode(more.length === 0 ? only : Buffer.concat(parts)).trim();
    parts = [];
    held = 0;
    isSkipping = false;
    if (line !== "") onLine(line);
  };
  return {
    push(bytes) {
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
        take(bytes.subarray(from, at));
        finish();
        from = at + 1;
      }
      take(bytes.subarray(from));
    },
    end: finish,
  };
}
