import { MemoryError } from "../base/errors.ts";

/** Lines of a stream, asked for one after the other. */
export interface AnswerLines {
  /** Returns whether there is one, waiting for it. */
  isThere(): Promise<boolean>;
  /** Returns the next one without blanks around it; `null` at the end. @throws {MemoryError} usage, if it has no end */
  next(): Promise<string | null>;
  /** Lets the stream go. */
  close(): void;
}

/** Nobody answers with more. In chars. */
const MOST_LINE_CHARS = 1024 * 1024;

/**
 * Returns the lines of a stream, of which no more is read than was asked for: what fills standard input may never end. What
 * follows the last line end is a line, too, as a person sees it.
 */
export function answerLines(open: () => ReadableStream<Uint8Array>): AnswerLines {
  const decoder = new TextDecoder();
  let reader: StreamReader | null = null;
  let waiting = "";
  let isAny = false;
  let isOver = false;
  const more = async () => {
    const opened: StreamReader = reader ?? open().getReader();
    reader = opened;
    const { done, value } = await opened.read();
    isOver = done;
    if (value === undefined) return;
    isAny ||= value.length > 0;
    waiting += decoder.decode(value, { stream: true });
  };
  return {
    async isThere() {
      while (!isAny && !isOver) await more();
      return isAny;
    },
    async next() {
      while (!isOver && !waiting.includes("\n")) {
        if (waiting.length > MOST_LINE_CHARS) throw endless();
        await more();
      }
      if (!isAny) return null;
      const end = waiting.indexOf("\n");
      const line = end < 0 ? waiting : waiting.slice(0, end);
      if (end < 0) isAny = false;
      waiting = end < 0 ? "" : waiting.slice(end + 1);
      return line.trim();
    },
    // A stream that is gone already has nothing to give up.
    close: () => void reader?.cancel().catch(() => undefined),
  };
}

/** What is asked of a stream's reader. */
interface StreamReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

function endless(): MemoryError {
  return new MemoryError(`Cannot read an answer: its line should have at most ${MOST_LINE_CHARS} chars, and has more`, {
    kind: "usage",
    hint: "answer by a short line",
  });
}
