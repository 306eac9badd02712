/**
 * What a candidate would still need (SPEC 8.9): found by running the sweep's own steps on it as if it were recalled again,
 * not by a second set of formulas.
 *
 * @module
 */
import { addDays, DAY_MS, type Now } from "../../base/clock.ts";
import type { Candidate, Evidence } from "../candidate.ts";
import { evaluate, type Evaluation, type EvaluationFrame } from "./evaluate.ts";
import { isEarned } from "./gates.ts";

/** What is missing. */
export interface Needs {
  /** Further recalls until it is promoted; `null` if no number of recalls does it. */
  readonly recalls: number | null;
  /** For people, one sentence without stop each; empty if nothing is missing. */
  readonly needs: readonly string[];
}

/** Quality of an imagined recall: a clear answer, not a perfect one (SPEC 8.9). */
const CLEAR_QUALITY = 0.8;
/** Longest look ahead. With the default gates a new claim needs 4; 30 daily recalls fill every signal. */
const MAX_RECALLS = 30;

/** Returns what a candidate still needs, recalled once a day from the next local day on, each time by a new question. */
export function needsOf(evaluation: Evaluation, frame: EvaluationFrame): Needs {
  const { candidate, gates, stop } = evaluation;
  if (stop === null || candidate.isPromoted) return { recalls: null, needs: [] };
  const shut = candidate.gone === null ? gates.find(({ name, passes }) => !passes && !isEarned(name)) : undefined;
  if (shut !== undefined) return { recalls: null, needs: [beyondRecalls(shut.name, String(shut.have))] };
  if (!isEarned(stop.name)) return { recalls: null, needs: [beyondRecalls(stop.name, stop.reason)] };
  for (let recalls = 1; recalls <= MAX_RECALLS; recalls++) {
    const later = { ...frame, now: nightAfter(daysLater(frame.now, recalls)) };
    if (evaluate(recalledDaily(candidate, recalls, frame.now), later).stop === null) {
      return { recalls, needs: [sentence(recalls)] };
    }
  }
  return { recalls: null, needs: [`more than ${MAX_RECALLS} further recalls`] };
}

/** The candidate after so many days with one recall each, and after the light phase of each of those nights. */
function recalledDaily(candidate: Candidate, recalls: number, now: Now): Candidate {
  const further = Array.from({ length: recalls }, (_, at): Evidence => {
    const name = `further ${at + 1}`;
    const { day, ms } = daysLater(now, at + 1);
    return { question: name, session: name, day, atMs: ms, quality: CLEAR_QUALITY };
  });
  return {
    ...candidate,
    evidence: [...candidate.evidence, ...further],
    lightHits: candidate.lightHits + recalls,
    lastLightMs: daysLater(now, recalls).ms,
  };
}

/** From an imagined question at ten in the morning to the sweep at three: what is newly recalled is not quite new then. */
const RECALL_TO_NIGHT_MS = 17 * 3_600_000;

function nightAfter(recall: Now): Now {
  return { ms: recall.ms + RECALL_TO_NIGHT_MS, day: addDays(recall.day, 1), iso: recall.iso };
}

function daysLater(now: Now, days: number): Now {
  return { ms: now.ms + days * DAY_MS, day: addDays(now.day, days), iso: now.iso };
}

/** What no number of recalls brings. */
function beyondRecalls(name: string, reason: string): string {
  const wanted = BEYOND_RECALLS[name] ?? "another night";
  return `${wanted} (${reason})`;
}

const BEYOND_RECALLS: Readonly<Record<string, string>> = {
  origin: "a line that may be promoted; no number of recalls changes where this one came from",
  quality: "a whole statement",
  rejected: "new words; it was rejected in these",
  forgotten: "the owner to note it again; it was forgotten",
  rehydrate: "its line back",
  preference: "the owner's word",
  conflict: "the conflict with the standing entry to be settled",
  acceptance: "a MEMORY.md that can be written",
  budget: "room in MEMORY.md",
};

function sentence(recalls: number): string {
  return recalls === 1
    ? `1 more recall by a new question, at quality ${CLEAR_QUALITY}`
    : `${recalls} more recalls by new questions on different days, at quality ${CLEAR_QUALITY}`;
}
