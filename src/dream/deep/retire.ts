/**
 * What may leave `MEMORY.md` when it is full (SPEC 8.7): only entries that the dream wrote. What a person wrote or had
 * remembered is never among them.
 *
 * @module
 */
import { DAY_MS, type Now, parseIso } from "../../base/clock.ts";
import type { StandingEntry } from "../../curate/curated_change.ts";
import type { KeptEntry } from "../../store/state/kept_entries.ts";
import { claimKey, normaliseClaim } from "../../workspace/claims.ts";
import type { DreamConfig } from "../config.ts";
import type { FileReader } from "../live_file.ts";
import { locate } from "./rehydrate.ts";

/** An entry that may leave. */
export interface Retirable {
  /** The entry. */
  readonly standing: StandingEntry;
  /** Its last day has passed. */
  readonly isExpired: boolean;
  /** When it was used last, or kept if it never was, in milliseconds since the epoch. */
  readonly lastUseMs: number;
  /** 1 to 10. */
  readonly importance: number;
  /** It may leave without a question: expired or unused for long, and its source line still stands. */
  readonly isAuto: boolean;
}

/** What is known of the entries. */
export interface RetireFacts {
  /** Entries that the record says stand. */
  readonly kept: ReadonlyMap<string, KeptEntry>;
  /** Last use of entries, by key, ISO 8601. */
  readonly lastUses: ReadonlyMap<string, string>;
  /** Reads the files of sources. */
  readonly read: FileReader;
  /** The moment of the night. */
  readonly now: Now;
  /** Thresholds. */
  readonly config: DreamConfig["deep"];
}

/** An entry without importance counts as of the middle. */
const MIDDLE_IMPORTANCE = 5;

/** Returns what may leave, the first to go first: expired, then by least recent use, importance and age. */
export function retirableEntries(standing: readonly StandingEntry[], facts: RetireFacts): Retirable[] {
  const { kept, lastUses, now, config } = facts;
  const found = standing.flatMap((it): Retirable[] => {
    const { key, annotations } = it.entry;
    const record = kept.get(key);
    if (record === undefined || !record.isDreamWritten) return [];
    const promotedAt = record.promotions.at(-1)?.promotedAt ?? "";
    const lastUseMs = Math.max(parseIso(lastUses.get(key) ?? "") ?? 0, parseIso(promotedAt) ?? 0);
    const isExpired = annotations.expires !== null && now.day > annotations.expires;
    const isUnused = (now.ms - lastUseMs) / DAY_MS >= config.retireAfterDays;
    const isAuto = (isExpired || isUnused) && hasSource(it, facts.read);
    return [{ standing: it, isExpired, lastUseMs, importance: annotations.importance ?? MIDDLE_IMPORTANCE, isAuto }];
  });
  return found.sort(firstToGo);
}

/** Returns those that may leave by themselves: expired first, then the least important. */
export function autoRetirable(all: readonly Retirable[]): Retirable[] {
  const rank = ({ isExpired }: Retirable) => isExpired ? 0 : 1;
  return all.filter(({ isAuto }) => isAuto).sort((a, b) =>
    rank(a) - rank(b) || a.importance - b.importance || firstToGo(a, b)
  );
}

function firstToGo(a: Retirable, b: Retirable): number {
  if (a.isExpired !== b.isExpired) return a.isExpired ? -1 : 1;
  return a.lastUseMs - b.lastUseMs || a.importance - b.importance ||
    a.standing.entry.startLine - b.standing.entry.startLine;
}

/** What leaves stays searchable only if the line that it came from is still there. */
function hasSource({ entry }: StandingEntry, read: FileReader): boolean {
  return entry.annotations.sources.some(({ path, startLine, endLine }) => {
    const place = locate({ key: claimKey(path, entry.text), text: entry.text, startLine, endLine }, read(path));
    return place.kind === "found" && normaliseClaim(place.text) === normaliseClaim(entry.text);
  });
}
