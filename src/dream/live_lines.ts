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
  readonly path: string;
  /** Its expiry as stored, for a line that is gone. */
  readonly expires: LocalDay | null;
}

/** What was found. */
export interface LiveLines {
  readonly found: Found | null;
  /** Why the lines are gone, as a short clause; `null` if they are there. */
  readonly gone: string | null;
  readonly provenance: Provenance;
}

/** Finds the live lines of a claim. */
export type LiveLookUp = (sought: SoughtLines) => LiveLines;

/** What looking up needs. */
export interface LookUpFacts {
  readonly read: FileReader;
  readonly originsOf: OriginReader;
  readonly today: LocalDay;
}

/** Returns a look-up that reads whatever `read` gives. */
export function liveLookUp({ read, originsOf, today }: LookUpFacts): LiveLookUp {
  return (sought) => {
    const located = locate(sought, read(sought.path));
    if (located.kind === "gone") {
      const provenance = taintOf([], { text: sought.text, expires: sought.expires, today });
      return { found: null, gone: located.reason, provenance };
    }
    const origins = located.origins ?? originsOf(sought.path, located.lines);
    const provenance = taintOf(origins, { text: located.text, expires: located.annotations.expires, today });
    return { found: located, gone: null, provenance };
  };
}

/** Returns the same look-up with each claim looked up once. */
export function lookUpOnce(live: LiveLookUp): LiveLookUp {
  const known = new Map<string, LiveLines>();
  return (sought) => {
    const lines = known.get(sought.key) ?? live(sought);
    known.set(sought.key, lines);
    return lines;
  };
}
