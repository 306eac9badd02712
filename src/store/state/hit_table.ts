/**
 * Which tainted texts have hashes in common with which lines, in memory that is used again: a long answer comes close to
 * thousands of texts, and there are thousands of answers in a transcript.
 *
 * @module
 */
import { NumberList } from "../../base/number_list.ts";
import type { KnownText } from "./known_text.ts";

/** How often a line and a tainted text have a hash in common. */
export interface Hit {
  /** The line's place. */
  unit: number;
  /** Windows in common. */
  windows: number;
  /** Runs of words in common. */
  shingles: number;
  /** With a later line. */
  next: Hit | null;
}

/** See the module. */
export class HitTable {
  /** The texts, in the order in which they were first hit. */
  readonly texts: KnownText[] = [];
  /** Takes hashes of a line, each once; empty between two lines. */
  readonly once = new NumberList();
  readonly #firsts: Hit[] = [];
  readonly #lasts: Hit[] = [];
  readonly #made: Hit[] = [];
  #used = 0;

  /** Returns the hit of a text with a line, to be counted up; lines are asked about in their order. */
  hitOf(known: KnownText, unit: number): Hit {
    const { texts } = this;
    // The place of an earlier table, or of none, is that of another text.
    if (texts[known.place] !== known) {
      known.place = texts.length;
      texts.push(known);
      const hit = this.#make(unit);
      this.#firsts.push(hit);
      this.#lasts.push(hit);
      return hit;
    }
    const last = this.#lasts[known.place];
    if (last?.unit === unit) return last;
    const hit = this.#make(unit);
    if (last !== undefined) last.next = hit;
    this.#lasts[known.place] = hit;
    return hit;
  }

  /** Returns the hits of a text by its place in {@linkcode texts}, the first line's; valid until it is cleared. */
  hitsAt(place: number): Hit | null {
    return this.#firsts[place] ?? null;
  }

  /** Forgets all. */
  clear(): void {
    for (const list of [this.texts, this.#firsts, this.#lasts]) list.length = 0;
    this.#used = 0;
    if (this.#made.length > MOST_KEPT) this.#made.length = MOST_KEPT;
  }

  #make(unit: number): Hit {
    let hit = this.#made[this.#used];
    if (hit === undefined) this.#made.push(hit = { unit, windows: 0, shingles: 0, next: null });
    else {
      hit.unit = unit;
      hit.windows = hit.shingles = 0;
      hit.next = null;
    }
    this.#used++;
    return hit;
  }
}

/** Hits that are kept for the next question, half a megabyte. */
const MOST_KEPT = 8_192;
