/**
 * Private keys that run over several messages of a session, and lines of one that come again: what a single message does
 * not show.
 *
 * @module
 */
import { placeholder } from "./placeholder.ts";

/** A text without the lines of such keys, and how many were taken out. */
export interface WithoutKeys {
  /** With a placeholder for each run of them. */
  readonly text: string;
  /** Runs that were taken out. */
  readonly count: number;
}

/** Looks at the messages of one session in their order. */
export class SplitKeys {
  /** Hashes of the lines of keys. */
  readonly #lines = new Set<bigint>();
  #isOpen = false;

  /** Returns a message without lines of a key that began in an earlier one, or that stood in one. */
  hide(text: string): WithoutKeys {
    const begins = text.lastIndexOf(BEGIN) >= 0;
    if (!begins && !this.#isOpen && this.#lines.size === 0) return { text, count: 0 };
    const hidden = this.#hideKnown(this.#isOpen ? this.#goOn(text) : { text, count: 0 });
    const begin = text.lastIndexOf(BEGIN);
    if (begin >= 0) {
      for (const [line] of text.matchAll(KEY_LINE)) this.#add(line);
      this.#isOpen = !END.test(text.slice(begin)) && new RegExp(KEY_LINE.source).test(text.slice(begin));
    }
    return hidden;
  }

  /** The lines at the beginning of a message that go on with the key; its last line may be short. */
  #goOn(text: string): WithoutKeys {
    const [rest = ""] = /^\s*(?:```\w*\s*)?/.exec(text) ?? [];
    const body = text.slice(rest.length);
    const [run = ""] = /^(?:[A-Za-z0-9+/=]{24,}\s*)+(?:[A-Za-z0-9+/=]{1,23}(?=\s*(?:$|-----)))?/.exec(body) ?? [];
    const [end = ""] = /^\s*-----END [A-Z0-9 ]{0,60}-----/.exec(body.slice(run.length)) ?? [];
    // Whatever else comes, the key is over.
    this.#isOpen = run !== "" && end === "" && run.trim().length === body.trim().length;
    if (run === "") return { text, count: 0 };
    for (const line of run.split(/\s+/)) this.#add(line);
    const tail = body.slice(run.length + end.length);
    return { text: `${rest}${placeholder(KIND)}${tail === "" || /^\s/.test(tail) ? "" : " "}${tail}`, count: 1 };
  }

  #hideKnown({ text, count }: WithoutKeys): WithoutKeys {
    if (this.#lines.size === 0) return { text, count };
    let found = count;
    const without = text.replace(KEY_LINE, (line) => {
      if (!this.#lines.has(hashOf(line))) return line;
      found++;
      return placeholder(KIND);
    });
    return { text: without, count: found };
  }

  #add(line: string): void {
    if (line.length >= LEAST_LINE && this.#lines.size < MOST_LINES) this.#lines.add(hashOf(line));
  }
}

/** As single messages have it. */
const KIND = "private-key";
const BEGIN = "PRIVATE KEY-----";
const END = /-----END [A-Z0-9 ]{0,60}-----/;

/** Keys are wrapped at 64 or 70 columns; no word is that long: in UTF-16 units. */
const LEAST_LINE = 40;
const KEY_LINE = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40,}={0,2}(?![A-Za-z0-9+/=])/g;

/** Of a hundred keys; who shows more of them in one session shows no keys. */
const MOST_LINES = 5_000;

function hashOf(line: string): bigint {
  return Bun.hash.xxHash64(line);
}
