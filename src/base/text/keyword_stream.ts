/**
 * What the keyword index stores of a text.
 *
 * @module
 */
import { cjkUnits } from "./characters.ts";
import { foldText } from "./fold.ts";
import { scanTokens } from "./scan_tokens.ts";
import { StemMemo } from "./stem.ts";

/**
 * Tokens joined by one space, for the two columns of the keyword index. What stands side by side in the text stands
 * side by side in a column, so that phrases can be asked for.
 */
export interface KeywordStream {
  /** Words, whole identifiers, CJK bigrams, and a CJK character that stands alone. */
  readonly body: string;
  /** Parts of identifiers and every CJK character. */
  readonly parts: string;
}

/**
 * The `tokenize` option of the FTS5 table; in SQL it stands between double quotes. The `ascii` tokenizer keeps every
 * character beyond ASCII, so with the punctuation that joins identifiers a token of ours is one token of FTS5.
 */
export const FTS_TOKENIZER = "ascii tokenchars '-_./:+#@'";

/**
 * Returns the two streams of a text.
 *
 * @param memo stems to reuse between calls; see {@linkcode StemMemo}
 */
export function keywordStream(text: string, memo: StemMemo = new StemMemo()): KeywordStream {
  const folded = foldText(text);
  const body = new StreamWriter(folded.length);
  const parts = new StreamWriter(folded.length);
  scanTokens({ folded, memo }, {
    word: (token, kind) => (kind === "part" ? parts : body).token(token),
    cjkRun: (start, end) => writeCjkRun({ folded, body, parts }, start, end),
  });
  return { body: body.text(), parts: parts.text() };
}

/** UTF-16 units of room per unit of text: a bigram and its space for each CJK character are the most. */
const ROOM = 3;
const SPACE = 0x20;

interface Streams {
  readonly folded: string;
  readonly body: StreamWriter;
  readonly parts: StreamWriter;
}

function writeCjkRun(streams: Streams, start: number, end: number): void {
  const { folded, body, parts } = streams;
  for (let at = start; at < end;) {
    const next = at + cjkUnits(folded, at);
    parts.span(folded, at, next);
    if (next < end) body.span(folded, at, next + cjkUnits(folded, next));
    else if (at === start) body.span(folded, at, next);
    at = next;
  }
}

/** Collects tokens as UTF-16 units: several times faster than joining a string for each of them. */
class StreamWriter {
  #units: Uint16Array;
  #length = 0;

  constructor(textUnits: number) {
    this.#units = new Uint16Array(textUnits * ROOM + ROOM);
  }

  token(token: string): void {
    this.span(token, 0, token.length);
  }

  span(text: string, start: number, end: number): void {
    if (this.#length + end - start >= this.#units.length) this.#grow(end - start);
    const units = this.#units;
    let at = this.#length;
    for (let from = start; from < end; from++) units[at++] = text.charCodeAt(from);
    units[at++] = SPACE;
    this.#length = at;
  }

  /** The collected tokens, one space between two. */
  text(): string {
    const { buffer } = this.#units;
    return Buffer.from(buffer, 0, Math.max(0, this.#length - 1) * this.#units.BYTES_PER_ELEMENT).toString("utf16le");
  }

  /** Seldom: lower case or a joined suffix can be longer than the text it comes from. */
  #grow(units: number): void {
    const larger = new Uint16Array((this.#units.length + units) * 2);
    larger.set(this.#units);
    this.#units = larger;
  }
}
