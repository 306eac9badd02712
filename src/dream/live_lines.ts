/**
 * The live lines of a stored claim: where they stand now and what the ledger says of them now.
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import type { Provenance } from "./candidate.ts";
import { type Found, locate, type Sought } from "./deep/rehydrate.ts";
import { taintOf } from "./deep/taint.ts";
import type { FileReader } from "./live_file.ts";

/** A claim to look for, in its file. */
export interface SoughtLines extends Sought {
  /** Relative to the workspace. */
  readonly path: string;
  /** Its expiry as stored, for a line that is gone. */
  readonly expires: LocalDay | null;
}

/** What was found. */
export interface LiveLines {
  /** The place; `null` if the lines are gone. */
  readonly found: Found | null;
  /** Why the lines are gone, as a short clause; `null` if they are there. */
  readonly gone: string | null;
  /** What the ledger says; refused if the lines are gone. */
  readonly provenance: Provenance;
}

/** Finds the live lines of a claim. */
export type LiveLookUp = (sought: SoughtLines) => LiveLines;

/** What looking up needs. */
export interface LookUpFacts {
  /** Reads the file. */
  readonly read: FileReader;
  /** The live reader of origins. */
  readonly originsOf: OriginReader;
  /** The local day on which an expiry is judged. */
  readonly today: LocalDay;
  /** How lines are found. @default locate */
  readonly find?: typeof locate;
}

/** Returns a look-up that reads whatever `read` gives. */
export function liveLookUp(facts: LookUpFacts): LiveLookUp {
  return (sought) => lookUpAll([sought], facts).get(sought.key) ?? goneLines(sought, "the line is gone", facts.today);
}

/** Returns the live lines of many claims by key; the ledger is asked once a file. */
export function lookUpAll(sought: readonly SoughtLines[], facts: LookUpFacts): Map<string, LiveLines> {
  const { read, originsOf, today, find = locate } = facts;
  const found = new Map<string, LiveLines>();
  for (const [path, claims] of Map.groupBy(sought, (claim) => claim.path)) {
    const file = read(path);
    const places = claims.map((claim) => find(claim, file));
    const lines: string[] = [];
    for (const place of places) if (place.kind === "found") lines.push(...place.lines);
    const origins = lines.length === 0 ? [] : originsOf(path, lines);
    let at = 0;
    for (const [index, claim] of claims.entries()) {
      const place = places[index];
      if (place?.kind !== "found") {
        found.set(claim.key, goneLines(claim, place?.reason ?? "the line is gone", today));
        continue;
      }
      const ofClaim = origins.slice(at, at += place.lines.length);
      const provenance = taintOf(ofClaim, { text: place.text, expires: place.annotations.expires, today });
      found.set(claim.key, { found: place, gone: null, provenance });
    }
  }
  return found;
}

/** Returns the same look-up with each claim looked up once, some of them already. */
export function lookUpOnce(live: LiveLookUp, known: Map<string, LiveLines>): LiveLookUp {
  return (sought) => {
    const lines = known.get(sought.key) ?? live(sought);
    known.set(sought.key, lines);
    return lines;
  };
}

function goneLines({ text, expires }: SoughtLines, reason: string, today: LocalDay): LiveLines {
  return { found: null, gone: reason, provenance: taintOf([], { text, expires, today }) };
}
