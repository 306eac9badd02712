/**
 * A tainted text made ready for comparison.
 *
 * @module
 */
import type { StemMemo } from "../../base/text/stem.ts";
import { copyShingles } from "./copy_grams.ts";
import { compactText } from "./copy_text.ts";

/** The share of the smaller text's shingles that makes a copy (SPEC 4.3). */
const COPY_SHARE = 0.8;

/** A tainted text; its runs of words are hashed only when a line comes close. */
export class KnownText {
  /** Without spaces. */
  readonly compact: string;
  readonly #folded: string;
  readonly #others: readonly string[];
  readonly #stems: StemMemo;
  #shingles: ReadonlySet<number> | null = null;

  /** Takes the folded forms, the text itself first, and stems to reuse. */
  constructor([folded = "", ...others]: readonly string[], stems: StemMemo) {
    this.#stems = stems;
    this.#folded = folded;
    this.compact = compactText(folded);
    this.#others = others.map(compactText);
  }

  /** Returns whether a text without spaces is a part of one of the forms. */
  holds(compact: string): boolean {
    return this.compact.includes(compact) || this.#others.some((form) => form.includes(compact));
  }

  /** Returns the forms that are a part of a text without spaces. */
  formsIn(compact: string): string[] {
    return [this.compact, ...this.#others].filter((form) => compact.includes(form));
  }

  /** Returns whether a text shares so much of the smaller one's runs of words that it is a copy. */
  resembles(folded: string): boolean {
    const shingles = this.#shingles ??= new Set(copyShingles(this.#folded, this.#stems));
    const own = new Set(copyShingles(folded, this.#stems));
    const smaller = Math.min(own.size, shingles.size);
    let shared = 0;
    for (const gram of own) if (shingles.has(gram)) shared++;
    return smaller > 0 && shared >= COPY_SHARE * smaller;
  }
}
