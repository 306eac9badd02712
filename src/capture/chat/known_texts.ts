/**
 * What tools gave a session, in memory, for the thousands of sentences of a transcript (SPEC 4.5). What hooks told of comes
 * in by its time, so that an agent who said a thing before a tool did repeats nothing.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { NumberFlags } from "../../base/number_flags.ts";
import {
  type KeptText,
  MOST_SESSION_HASHES,
  type TextAnswer,
  type TextHashes,
} from "../../store/state/session_texts.ts";
import type { AskedText, TextAnswerer } from "../../store/state/text_taint.ts";

/** Flags of a run or a name. */
const KNOWN = 1;
const OUTSIDE = 2;

/** See the module. */
export class KnownTexts implements TextAnswerer {
  /** More came than is kept: later text of the agent cannot be vouched for. */
  isLost = false;
  #shingles = new NumberFlags(MIDDLE_ROOM);
  /** Of runs from outside that came after everything else was full: this half of the newest ones and the one before. */
  #lateOutside: [NumberFlags, NumberFlags] = [new NumberFlags(), new NumberFlags()];
  #names = new NumberFlags();
  readonly #told: KeptText[] = [];
  readonly #most: number;
  /** Only runs from outside are left. */
  #isOutsideOnly = false;

  /** Knows nothing yet. */
  constructor(most = MOST_SESSION_HASHES) {
    this.#most = most;
  }

  /** Takes texts that hooks told of, to count from their time on. */
  tell(text: KeptText): void {
    this.#told.push(text);
  }

  /** Lets count what hooks told of until a moment; `null`: all. */
  advance(until: IsoTime | null): void {
    if (this.#told.length === 0) return;
    const ms = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
    const isDue = ({ addedAt }: KeptText) => addedAt === null || Date.parse(addedAt) <= ms;
    const due = this.#told.filter(isDue);
    if (due.length === 0) return;
    const later = this.#told.filter((text) => !isDue(text));
    this.#told.splice(0, this.#told.length, ...later);
    for (const text of due) this.add(text);
  }

  /** Takes up a text. */
  add({ isOutside, shingles, names }: Pick<TextHashes, "isOutside" | "shingles" | "names">): void {
    const flags = isOutside ? KNOWN | OUTSIDE : KNOWN;
    const taken = this.#shingles.addAll(shingles, flags, this.#most - this.#names.size);
    // By index: going through a million numbers by an iterator takes several times as long.
    for (let at = taken; isOutside && at < shingles.length; at++) this.#addLate(shingles[at] ?? 0, flags);
    for (let at = 0; at < names.length; at++) {
      const hash = names[at] ?? 0;
      // Who had a name first decides whose it is.
      if (!this.#isFull() && this.#names.get(hash) === 0) this.#names.add(hash, flags);
    }
    this.isLost ||= this.#isFull();
  }

  /**
   * Once {@linkcode isLost}, forgets all but runs from outside, up to 21 MB: nobody asks any more what an agent repeats that
   * cannot be vouched for, and a person's pastes are told from words by these alone.
   */
  keepOutside(): void {
    if (!this.isLost || this.#isOutsideOnly) return;
    this.#isOutsideOnly = true;
    this.#shingles = this.#shingles.having(OUTSIDE);
    this.#names = new NumberFlags();
  }

  /** See {@linkcode TextAnswerer}; asked only until {@linkcode keepOutside}. */
  ask({ shingles, names }: AskedText): TextAnswer {
    const shared = new Set<number>();
    const outsideNames = new Set<number>();
    for (const hash of shingles) if (this.#flagsOf(hash) !== 0) shared.add(hash);
    for (const hash of names) if ((this.#names.get(hash) & OUTSIDE) !== 0) outsideNames.add(hash);
    return { shared, outsideNames };
  }

  /** Returns whether a run of words stands in a text from outside. */
  isOutside(hash: number): boolean {
    return (this.#flagsOf(hash) & OUTSIDE) !== 0;
  }

  #flagsOf(hash: number): number {
    return this.#shingles.get(hash) | this.#lateOutside[0].get(hash) | this.#lateOutside[1].get(hash);
  }

  #isFull(): boolean {
    return this.#shingles.size + this.#names.size >= this.#most;
  }

  #addLate(hash: number, flags: number): void {
    if (this.#lateOutside[0].size >= MOST_LATE) this.#lateOutside = [new NumberFlags(), this.#lateOutside[0]];
    this.#lateOutside[0].add(hash, flags);
  }
}

/** Room from which on all of it is taken at once: between two growths the table before is there as well. */
const MIDDLE_ROOM = 262_144;

/** Runs of one half. They only tell pastes of a person from words, so a quarter of what is kept of all else is enough. */
const MOST_LATE = MOST_SESSION_HASHES / 8;
