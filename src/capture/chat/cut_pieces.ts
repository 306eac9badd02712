/**
 * Cuts what was said into runs of sentences of one class.
 *
 * @module
 */
import type { OriginClass } from "../../provenance/origin.ts";
import { claimHashOf, normaliseClaim } from "../../workspace/claims.ts";
import { copyWidth, LEAST_COPY_WIDTH } from "../../store/state/copy_text.ts";
import { isRepetition, repeatableRuns, sayableParts, textTaintsBy } from "../../store/state/text_taint.ts";
import { chatOrders } from "./chat_order.ts";
import type { ChatOrder } from "./classified_piece.ts";
import { hasQuotation } from "./quoted_spans.ts";
import type { OpenSession } from "./open_session.ts";
import { sentenceSpans, type Span } from "./sentence_spans.ts";

/** What a run of sentences is. */
export interface CutPiece {
  /** Without blanks around it. */
  readonly text: string;
  /** Whose words. */
  readonly origin: OriginClass;
  /** See `ClassifiedPiece.state`. */
  readonly state: "booked" | "echo";
  /** The order that it gives, or `null`. */
  readonly order: ChatOrder | null;
  /** Why, as a short clause. */
  readonly why: string;
  /** `false`: code, or said before; never evidence. @default true */
  readonly isNews?: boolean;
}

/** A class with its reason. */
export interface Judged {
  /** Whose words. */
  readonly origin: OriginClass;
  /** Why, as a short clause. */
  readonly why: string;
}

/** A part of a person's message that nothing around it makes somebody else's. */
export interface SaidPart {
  /** Its text. */
  readonly text: string;
  /** Quotations that reach into it, as offsets within the text. */
  readonly quoted: readonly Span[];
  /** The whole message holds nothing but plain words. */
  readonly isPlain: boolean;
}

/** Cuts a person's own words: what matches text from outside, or quotes, is no longer theirs (SPEC 4.4). */
export function cutSaid(open: OpenSession, { text, quoted, isPlain }: SaidPart, base: Judged): CutPiece[] {
  const orders = chatOrders(text);
  return joined(
    text,
    unitsOf(text, orders).map((span) => {
      const sentence = text.slice(span.start, span.end);
      const said = orders.find(({ start }) => start === span.start)?.order ?? null;
      const order = base.origin === "untrusted" || said === null ? null : { ...said, isPlain };
      const isQuoted = quoted.some(({ start, end }) => start < span.end && span.start < end);
      const why = isQuoted ? "quoted" : foreignIn(open, sentence, said?.text ?? sentence);
      if (why !== null) {
        // Who orders what a page says as well is asked: a silence would be taken for a yes.
        const asked = why === PASTED && order !== null ? { ...order, isPlain: false } : null;
        return { span, piece: { origin: "untrusted", state: "booked", order: asked, why } };
      }
      const state = base.origin === "owner" || !isEcho(open, sentence) ? "booked" : "echo";
      return { span, piece: { ...base, state, order } };
    }),
  );
}

/** Cuts an agent's words: what repeats a tool, or carries a name from outside, is not its own (SPEC 4.5). */
export function cutStated(open: OpenSession, text: string, base: Judged): CutPiece[] {
  if (text.trim() === "") return [];
  if (base.origin === "untrusted") return [{ text: text.trim(), ...base, state: "booked", order: null }];
  const spans = sentenceSpans(text);
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const { hmacKey } = open.deps.state.meta;
  const taints = withNeighbours(texts, textTaintsBy(open.known, hmacKey, { texts, year: open.year }));
  return joined(
    text,
    spans.map((span, at) => {
      const taint = HIDDEN.test(texts[at] ?? "") ? HAS_HIDDEN : taints[at] ?? null;
      const state = isEcho(open, texts[at] ?? "") ? "echo" : "booked";
      if (taint !== null) return { span, piece: { origin: "untrusted", state, order: null, why: taint } };
      return { span, piece: { ...base, state, order: null } };
    }),
  );
}

/** Letters that nobody sees, but for those of flags: who says them has them from somewhere. */
const HIDDEN = /(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E0FFF}]/u;
const HAS_HIDDEN = "it holds letters that nobody sees";

/** What is too short to be told from chance belongs to the sentence before it, at the beginning to the one behind it. */
function withNeighbours(texts: readonly string[], taints: readonly (string | null)[]): (string | null)[] {
  const isTold = texts.map((text) => copyWidth(text.trim()) >= LEAST_COPY_WIDTH);
  const first = isTold.indexOf(true);
  let last = first < 0 ? null : taints[first] ?? null;
  return taints.map((taint, at) => {
    if (isTold[at] || taint !== null) last = taint;
    return last;
  });
}

/** An order is a unit of its own, also where it runs over several sentences of ours. */
function unitsOf(text: string, orders: readonly Span[]): Span[] {
  return sentenceSpans(text).filter(({ start }) => !orders.some((order) => order.start < start && start < order.end));
}

/** @param wanted what the sentence orders to remember, else the sentence */
function foreignIn({ known }: OpenSession, sentence: string, wanted: string): string | null {
  if (HIDDEN.test(sentence)) return HAS_HIDDEN;
  if (hasQuotation(sentence)) return "quoted";
  const isOutside = (hash: number) => known.isOutside(hash);
  const isPasted = repeatableRuns(sentence).some((runs) => isRepetition(runs, isOutside)) ||
    [sentence, wanted].some((text) => sayableParts(text).values().some(isOutside));
  return isPasted ? PASTED : null;
}

const PASTED = "pasted from what a tool brought in";

/** What was put before the session and comes back is no news (SPEC 4.6). */
function isEcho({ view, reading }: OpenSession, sentence: string): boolean {
  const plain = sentence.replace(/^\s*(?:[-*+•]|\d{1,2}[.)])\s+/u, "").trim();
  return normaliseClaim(plain) !== "" &&
    view.wasInjected({ claimHash: claimHashOf(plain), text: plain }, reading.lastAt);
}

interface Unit {
  readonly span: Span;
  readonly piece: Omit<CutPiece, "text">;
}

/** Joins neighbours of one class; an order stays by itself. */
function joined(text: string, units: readonly Unit[]): CutPiece[] {
  const runs: { start: number; end: number; piece: Unit["piece"] }[] = [];
  for (const { span, piece } of units) {
    const last = runs.at(-1);
    const isSame = last !== undefined && last.piece.order === null && piece.order === null &&
      last.piece.origin === piece.origin && last.piece.state === piece.state && last.piece.why === piece.why;
    if (isSame) last.end = span.end;
    else runs.push({ ...span, piece });
  }
  return runs.map(({ start, end, piece }) => ({ ...piece, text: text.slice(start, end).trim() }))
    .filter((piece) => piece.text !== "");
}
