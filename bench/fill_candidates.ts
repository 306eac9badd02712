/**
 * Stores every claim of a workspace as a candidate that was taken up long ago, and gives recalls to some of them: a memory
 * of many years, made in seconds.
 *
 * @module
 */
import { addDays } from "../src/base/clock.ts";
import { conceptTags } from "../src/curate/concept_tags.ts";
import { candidateFacts } from "../src/dream/light/gather.ts";
import { openState } from "../src/store/state/open_state.ts";
import { claimsOf } from "../src/workspace/claims.ts";
import { scanMarkdown } from "../src/workspace/scan_markdown.ts";
import { type Random, randomFrom } from "./random.ts";

/** What to fill with. */
export interface Filling {
  /** The state, made before. */
  readonly statePath: string;
  /** Diaries by their path in the workspace. */
  readonly files: ReadonlyMap<string, string>;
  /** The day of the night; every recall is earlier. */
  readonly today: string;
  /** `steady`: one night among many; `flood`: every claim was asked for since the last night, and none was taken up. */
  readonly mood: "steady" | "flood";
}

/** How much was stored. */
export interface Filled {
  readonly candidates: number;
  readonly recalls: number;
  /** The key of a claim that was asked for. */
  readonly key: string;
}

const SEED = 20260819;
/** Of a hundred claims of a steady memory so many were asked for at some time, and so many since the last night. */
const ASKED_OF_HUNDRED = 40;
const NEWLY_ASKED_OF_HUNDRED = 2;
/** Recalls of an asked-for claim go back so many days at most. */
const ASKED_DAYS = 400;
const MOST_RECALLS = 8;

/** Fills the state of an initialised workspace. */
export function fillCandidates({ statePath, files, today, mood }: Filling): Filled {
  const state = openState({ path: statePath, isRegistered: true, isSimulated: true, now: `${today}T03:00:00+00:00` });
  const random = randomFrom(SEED);
  let candidates = 0;
  let recalls = 0;
  let askedKey = "";
  try {
    state.transaction(() => {
      for (const [path, text] of files) {
        const claims = claimsOf(path, scanMarkdown(text));
        const day = /\d{4}-\d{2}-\d{2}/.exec(path)?.[0] ?? today;
        const seen = `${day}T10:00:00+00:00`;
        const facts = claims.map((claim) => ({
          ...candidateFacts(claim, { iso: seen, ms: Date.parse(seen), day }),
          conceptTags: mood === "steady" ? conceptTags(claim.path, claim.text) : [],
        }));
        state.candidates.upsert(facts);
        candidates += facts.length;
        const asked: string[] = [];
        for (const { key } of facts) {
          const ago = daysAgo(random, mood);
          if (ago.length > 0) asked.push(askedKey = key);
          for (const [nth, days] of ago.entries()) {
            const on = addDays(today, -days);
            const at = days === 0 ? "02:30:00" : `${10 + (nth % 10)}:00:00`;
            const asker = { questionHash: `q${random.below(1_000_000)}`, session: `s${nth}-${on}` };
            const quality = 0.5 + random.next() / 2;
            const when = { day: on, recalledAt: `${on}T${at}+00:00` };
            state.recalls.add({ candidateKey: key, ...asker, ...when, quality, project: null });
            recalls++;
          }
        }
        if (mood === "flood") continue;
        const night = `${addDays(today, -1)}T03:00:00+00:00`;
        state.candidates.stage(facts.map(({ key }) => key), night);
        state.candidates.hitLight(asked, night);
      }
    });
    return { candidates, recalls, key: askedKey };
  } finally {
    state.close();
  }
}

/** Days before tonight on which one claim was recalled, the latest last. */
function daysAgo(random: Random, mood: Filling["mood"]): number[] {
  if (mood === "steady" && random.below(100) >= ASKED_OF_HUNDRED) return [];
  const count = 1 + Math.floor(random.next() ** 3 * MOST_RECALLS);
  const days = Array.from({ length: count }, () => 2 + random.below(ASKED_DAYS));
  if (mood === "flood" || random.below(ASKED_OF_HUNDRED) < NEWLY_ASKED_OF_HUNDRED) days.push(0);
  return days.sort((a, b) => b - a);
}
