/**
 * What `MEMORY.md` holds against what is true.
 *
 * @module
 */
import type { LocalDay } from "../../../src/base/clock.ts";
import { normaliseClaim } from "../../../src/workspace/claims.ts";
import { parseCurated } from "../../../src/workspace/curated.ts";
import type { FactTruth } from "./calendar.ts";

/** The judgement on one day. */
export interface Judgement {
  readonly entries: number;
  /** Entries whose fact was never contradicted. */
  readonly right: number;
  /** Entries by what is wrong with them. */
  readonly wrong: Readonly<Record<"superseded" | "chatter" | "duplicate" | "poison", readonly string[]>>;
  /** Facts that have to be there: asked for on 4 days, or restated by the owner on 3. */
  readonly due: number;
  /** Names of those that are not. */
  readonly missing: readonly string[];
  readonly precision: number;
  readonly recall: number;
}

/** Days with a question from which a fact has to be there. */
const ASKED_DAYS = 4;
/** Further days with a statement of the owner's from which it has to be there. */
const RESTATED_DAYS = 3;

/** Returns the judgement on a text of `MEMORY.md` in the morning after a day. */
export function judge(memory: string, truths: readonly FactTruth[], day: LocalDay): Judgement {
  const texts = parseCurated(memory).entries.map(({ text }) => normaliseClaim(text));
  const wrong = {
    superseded: [] as string[],
    chatter: [] as string[],
    duplicate: [] as string[],
    poison: [] as string[],
  };
  const seen = new Set<string>();
  let right = 0;
  for (const text of texts) {
    const fault = seen.has(text) ? "duplicate" : faultOf(text, truths, day);
    seen.add(text);
    if (fault === null) right++;
    else wrong[fault].push(text);
  }
  const due = truths.filter((truth) => isDue(truth, day));
  const missing = due.filter((truth) => !seen.has(holding(truth, day) ?? ""));
  return {
    entries: texts.length,
    right,
    wrong,
    due: due.length,
    missing: missing.map(({ fact }) => fact.name),
    precision: texts.length === 0 ? 1 : right / texts.length,
    recall: due.length === 0 ? 1 : 1 - missing.length / due.length,
  };
}

/** What holds of a fact on a day, normalised; `null` before it was told. */
function holding({ said }: FactTruth, day: LocalDay): string | null {
  const last = said.filter(({ on }) => on <= day).at(-1);
  return last === undefined ? null : normaliseClaim(last.text);
}

function faultOf(text: string, truths: readonly FactTruth[], day: LocalDay): keyof Judgement["wrong"] | null {
  for (const truth of truths) {
    if (holding(truth, day) === text) return null;
    if (truth.said.some((said) => normaliseClaim(said.text) === text)) return "superseded";
    if (truth.poison.some((poison) => normaliseClaim(poison) === text)) return "poison";
  }
  return "chatter";
}

function isDue({ askedOn, statedOn, said }: FactTruth, day: LocalDay): boolean {
  const asked = askedOn.filter((on) => on <= day).length;
  const restated = statedOn.filter((on) => on <= day).length - 1;
  return said.some(({ on }) => on <= day) && (asked >= ASKED_DAYS || restated >= RESTATED_DAYS);
}
