/**
 * A tainted text made ready for comparison.
 *
 * @module
 */
import type { OriginClass } from "../../provenance/origin.ts";
import type { StemMemo } from "../../base/text/stem.ts";
import { copyShingles } from "./copy_grams.ts";
import { compactText } from "./copy_text.ts";
import { isNearText, type NearText, nearTextOf } from "./near_text.ts";
import { pieceHash } from "./part_filter.ts";

/** The share of the smaller text's shingles that makes a copy (SPEC 4.3). */
const COPY_SHARE = 0.8;

/** What a line has in common with a tainted text. */
export interface LineRuns {
  /** All its runs of words. */
  readonly shingles: ReadonlySet<number>;
  /** How many of them the text has, or more. */
  readonly shared: number;
}

/** A row of a tainted text. */
export interface TaintedForms {
  /** Its id. */
  readonly id: number;
  /** The class of its copies. */
  readonly origin: OriginClass;
  /** How many runs of words the text has. */
  readonly size: number;
  /** The text itself first. */
  readonly forms: readonly string[];
}

/** A tainted text; what is compared is made of its forms when a line comes close. */
export class KnownText {
  readonly #stems: StemMemo;
  readonly #forms: readonly string[];
  #compact: readonly string[] | null = null;
  #shingles: Uint32Array | null = null;
  #near: NearText | null = null;
  #said: KnownText | null = null;
  #beginnings: Int32Array | null = null;

  /** Its place in the last table of hits that it came into; see `HitTable`. */
  place = -1;
  /** Its row. */
  readonly id: number;
  /** The class of its copies. */
  readonly origin: OriginClass;
  /** How many runs of words it has. */
  readonly size: number;

  /** Takes a row with its folded forms, the text itself first, and stems to reuse. */
  constructor({ id, origin, size, forms }: TaintedForms, stems: StemMemo) {
    this.id = id;
    this.origin = origin;
    this.size = size;
    this.#forms = forms;
    this.#stems = stems;
  }

  /** The text without spaces. */
  get compact(): string {
    return this.#compactForms()[0] ?? "";
  }

  /**
   * Returns the text without the phrases of its own triggers: who asks by the same phrase repeats nothing. What the line
   * shows stays, though it be such a phrase too.
   */
  withoutTriggers(): KnownText {
    if (this.#said !== null) return this.#said;
    const { id, origin, size } = this;
    const compact = this.#compactForms();
    const all = new Set(compact);
    const isNamed = (form: string) => form.startsWith(TRIGGER) && all.has(form.slice(TRIGGER.length));
    // The text itself comes first; of a line that shows next to nothing, the annotation with its name.
    const forms = this.#forms.filter((_, at) => {
      const form = compact[at] ?? "";
      return !isNamed(form) && (at === 0 || !all.has(TRIGGER + form));
    });
    return this.#said = new KnownText({ id, origin, size, forms }, this.#stems);
  }

  /** Returns whether a text without spaces is a part of one of the forms. */
  holds(compact: string): boolean {
    for (const form of this.#compactForms()) if (form.length >= compact.length && form.includes(compact)) return true;
    return false;
  }

  /**
   * Returns the forms that are a part of a text without spaces.
   *
   * @param mayHold `false`: a form is no part of it for sure; takes its `pieceHash` as well
   */
  formsIn(compact: string, mayHold: (form: string, beginning: number) => boolean): readonly string[] {
    // One in a hundred that are asked about has any.
    let found: string[] | null = null;
    const forms = this.#compactForms();
    const beginnings = this.#beginnings ??= Int32Array.from(forms, (form) => pieceHash(form));
    for (let at = 0; at < forms.length; at++) {
      const form = forms[at] ?? "";
      if (mayHold(form, beginnings[at] ?? 0) && compact.includes(form)) (found ??= []).push(form);
    }
    return found ?? NONE;
  }

  /** Returns whether a line shares so much of the smaller one's runs of words that it is a copy. */
  isLike({ shingles, shared }: LineRuns): boolean {
    return shared >= COPY_SHARE * Math.min(shingles.size, this.size) && this.#isLike(shingles);
  }

  /** Returns whether a line says nearly the same, in whatever order. */
  isNear(line: NearText): boolean {
    return isNearText(this.#near ??= nearTextOf(this.#forms[0] ?? "", this.#stems), line);
  }

  /** Returns the same of all runs of words of some text. */
  resembles(shingles: ReadonlySet<number>): boolean {
    return this.#isLike(shingles);
  }

  #isLike(own: ReadonlySet<number>): boolean {
    // Each once. A set of them would take a kilobyte for each text, and there are thousands.
    const shingles = this.#shingles ??= Uint32Array.from(copyShingles(this.#forms[0] ?? "", this.#stems));
    const smaller = Math.min(own.size, shingles.length);
    let shared = 0;
    for (const gram of shingles) if (own.has(gram)) shared++;
    return smaller > 0 && shared >= COPY_SHARE * smaller;
  }

  #compactForms(): readonly string[] {
    return this.#compact ??= this.#forms.map(compactText);
  }
}

/** How the kept text of a trigger annotation begins. */
const TRIGGER = "trigger";

const NONE: readonly string[] = [];
