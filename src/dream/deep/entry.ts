/**
 * The entry that a candidate becomes: its own words, and what goes with them (SPEC 3.4, 8.6). Of what a model proposes only
 * words of the claim's own come in.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import type { Annotations } from "../../workspace/annotation.ts";
import type { PlanAdvice } from "../advice/advice.ts";
import type { Candidate } from "../candidate.ts";
import { derivedTriggers } from "../../curate/derived_triggers.ts";

/** Text and annotations of a new entry. */
export interface EntryDraft {
  /** One line. */
  readonly text: string;
  /** In no order; the formatter has one. */
  readonly annotations: Partial<Annotations>;
}

/** Bounds of an importance that is worked out from the score (SPEC 8.6). */
const MIN_IMPORTANCE = 3;
const MAX_IMPORTANCE = 10;

/** Returns the entry for a candidate; what the writer asked for wins over what is advised, and that over what is derived. */
export function draftEntry(
  candidate: Candidate,
  score: number,
  advice?: Pick<PlanAdvice, "triggers" | "importance" | "text">,
): EntryDraft {
  const { wishes, text, tags } = candidate;
  const advised = advice?.triggers ?? [];
  const derived = Math.min(MAX_IMPORTANCE, Math.max(MIN_IMPORTANCE, Math.round(MAX_IMPORTANCE * score)));
  return {
    text: (advice?.text ?? text).replace(/\s*\n\s*/g, " "),
    annotations: {
      sources: candidate.anchors,
      key: wishes.key,
      triggers: [wishes.triggers, advised].find(({ length }) => length > 0) ?? derivedTriggers(text, tags),
      importance: wishes.importance ?? advice?.importance ?? derived,
      projects: wishes.projects,
      observed: observedDay(candidate),
      expires: wishes.expires,
    },
  };
}

/** Returns the local day on which a candidate was last stated: as its writer says, as the ledger says, else of its diary. */
export function observedDay({ stated, day }: Candidate): LocalDay {
  return stated.day ?? day;
}
