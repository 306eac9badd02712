/**
 * Corrections (SPEC 8.6): a later statement under the key of an entry of `MEMORY.md` does not have to earn its place anew.
 * It takes over what the entry was needed for, and replaces it the next night.
 *
 * @module
 */
import { type LocalDay, parseIso } from "../base/clock.ts";
import type { StandingEntry } from "../curate/curated_change.ts";
import { derivedKeys, keysOfEntry } from "../curate/derived_keys.ts";
import { fingerprint, isNearDuplicate } from "../curate/near_duplicate.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import { keptEntries, type KeptEntry } from "../store/state/kept_entries.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { StoredPromotion } from "../store/state/promotions.ts";
import type { Candidate, Correction, Evidence, Stated } from "./candidate.ts";
import { heldUpBy, laterThan, refusalToSupersede } from "./deep/supersede.ts";
import { recalledEvidence } from "./evidence.ts";
import { rootOf } from "./pool.ts";

/** Entries by their keys. */
export interface KeyedEntries {
  /** By the key of their annotation. */
  readonly explicit: ReadonlyMap<string, StandingEntry>;
  /** By their derived keys, where only one entry has it. */
  readonly derived: ReadonlyMap<string, StandingEntry>;
  /** When the claims that made an entry were last stated, by the entry's key. */
  readonly restated: ReadonlyMap<string, Stated>;
}

/** Returns the items of a file by their keys; of several with one explicit key the first. */
export function keyedEntries(
  standing: readonly StandingEntry[],
  restated: ReadonlyMap<string, Stated> = new Map(),
): KeyedEntries {
  const explicit = new Map<string, StandingEntry>();
  // What an entry says by itself counts more than what else its words may mean.
  const [own, further] = [new Map<string, StandingEntry | null>(), new Map<string, StandingEntry | null>()];
  for (const it of standing) {
    const { kind, annotations, text } = it.entry;
    if (kind !== "item") continue;
    if (annotations.key !== null && !explicit.has(annotations.key)) explicit.set(annotations.key, it);
    for (const [at, key] of keysOfEntry(text).entries()) {
      const keys = at === 0 ? own : further;
      keys.set(key, keys.has(key) ? null : it);
    }
  }
  const derived = new Map<string, StandingEntry>();
  for (const [key, it] of [...further, ...own]) {
    if (it === null) derived.delete(key);
    else derived.set(key, it);
  }
  return { explicit, derived, restated };
}

/** An entry that a claim would replace, and the key that says so. */
export interface Prior {
  /** The entry. */
  readonly entry: StandingEntry;
  /** The common key, explicit or derived. */
  readonly key: string;
  /** Whether a person or writer gave it. */
  readonly isExplicit: boolean;
  /** When the claims that made the entry were last stated. */
  readonly restated: Stated | undefined;
}

/** Returns the entry under the key of a claim: its own if it has one, else the derived one. Two explicit keys have to agree. */
export function priorOf(
  claim: { readonly text: string; readonly key: string | null },
  { explicit, derived, restated }: KeyedEntries,
): Prior | null {
  if (claim.key !== null) {
    const entry = explicit.get(claim.key);
    if (entry !== undefined) {
      return { entry, key: claim.key, isExplicit: true, restated: restated.get(entry.entry.key) };
    }
  }
  const key = derived.size === 0 ? undefined : derivedKeys(claim.text).find((one) => derived.has(one));
  const entry = key === undefined ? undefined : derived.get(key);
  if (key === undefined || entry === undefined) return null;
  const isOther = claim.key !== null && entry.entry.annotations.key !== null;
  return isOther ? null : { entry, key, isExplicit: false, restated: restated.get(entry.entry.key) };
}

/** Returns when the promoted claims of a pool were last stated, by the key of the entry that they made. */
export function restatedEntries(
  pool: readonly Candidate[],
  state: Pick<StateStore, "promotions" | "departures">,
): ReadonlyMap<string, Stated> {
  const promoted = new Map(pool.filter(({ isPromoted }) => isPromoted).map(({ key, stated }) => [key, stated]));
  const restated = new Map<string, Stated>();
  if (promoted.size === 0) return restated;
  for (const { entryKey, promotions } of keptEntries(state).values()) {
    for (const { candidateKey } of promotions) {
      const stated = promoted.get(candidateKey);
      const before = restated.get(entryKey);
      if (stated !== undefined && (before === undefined || laterThan(stated, before))) restated.set(entryKey, stated);
    }
  }
  return restated;
}

/** What corrections are found with. */
export interface CorrectionFacts {
  /** The local day of the night. */
  readonly today: LocalDay;
  /** For what was promoted. */
  readonly state: Pick<StateStore, "promotions" | "departures" | "curatedUses" | "recalls">;
  /** Entries of `MEMORY.md`, by key. */
  readonly keyed: KeyedEntries;
  /** Stored claims by key; all that were folded into others are among them. */
  readonly rows: ReadonlyMap<string, CandidateRow>;
  /** Of near-duplicates, 0 to 1. */
  readonly similarity: number;
}

/** Returns the pool with corrections marked, each with what it takes over, and with what would be corrections and may not. */
export function withCorrections(pool: readonly Candidate[], facts: CorrectionFacts): readonly Candidate[] {
  const { keyed } = facts;
  if (keyed.explicit.size + keyed.derived.size === 0) return pool;
  let kept: ReturnType<typeof keptEntries> | undefined;
  return pool.map((candidate) => {
    const prior = correctedBy(candidate, facts);
    if (prior === null) return candidate;
    if ("heldUp" in prior) return { ...candidate, heldUp: prior.heldUp };
    kept ??= keptEntries(facts.state);
    const { key } = prior.entry.entry;
    const inherited = inheritedEvidence(lineOf(kept.get(key), facts.state), facts);
    const corrects: Correction = { entryKey: key, text: prior.entry.entry.text, lastUseMs: lastUseOf(key, facts) };
    const evidence = [...inherited, ...candidate.evidence].sort((a, b) => a.atMs - b.atMs);
    return { ...candidate, corrects, evidence };
  });
}

function correctedBy(
  candidate: Candidate,
  { today, keyed, similarity }: CorrectionFacts,
): Prior | { readonly heldUp: string } | null {
  const { isPromoted, isRejected, isForgotten, provenance, wishes, text } = candidate;
  if (isPromoted || isRejected || isForgotten || !provenance.verdict.passes) return null;
  // A key that nobody gave is enough only for what the owner says.
  const isOwners = provenance.origin === "owner";
  if (!isOwners && (wishes.key === null || !keyed.explicit.has(wishes.key))) return null;
  const prior = priorOf({ text, key: wishes.key }, keyed);
  if (prior === null) return null;
  const isSame = isNearDuplicate(fingerprint(text), fingerprint(prior.entry.entry.text), similarity);
  if (isSame) return null;
  if (refusalToSupersede(candidate, prior, today) === null) return prior;
  const heldUp = heldUpBy(candidate, prior, today);
  return heldUp === null ? null : { heldUp };
}

/** The claims that an entry was made of, and those of the entries that it took the place of, one after the other. */
function lineOf(
  kept: Pick<KeptEntry, "promotions"> | undefined,
  { promotions }: CorrectionFacts["state"],
): string[] {
  const keys = new Set<string>();
  const seen = new Set<string>();
  let rows: readonly StoredPromotion[] = kept?.promotions ?? [];
  while (rows.length > 0) {
    for (const { candidateKey } of rows) keys.add(candidateKey);
    const priors = rows.flatMap(({ operation, priorKey }) =>
      operation === "superseded" && priorKey !== null ? [priorKey] : []
    )
      .filter((prior) => !seen.has(prior));
    for (const prior of priors) seen.add(prior);
    rows = priors.flatMap((prior) => promotions.ofEntry(prior)).filter(({ undoneAt }) => undoneAt === null);
  }
  return [...keys];
}

/** The recalls of all claims that an entry was made of. */
function inheritedEvidence(keys: readonly string[], { rows, state }: CorrectionFacts): Evidence[] {
  const wanted = new Set(keys);
  const folded = [...rows.values()].filter(({ mergedInto }) => mergedInto !== null).map(({ key }) => key);
  const all = new Set([...keys, ...folded.filter((key) => wanted.has(rootOf(key, rows)))]);
  const recalls = state.recalls.of([...all].sort());
  const seen = new Set<string>();
  return [...recalls.keys()].flatMap((key) => recalledEvidence(recalls.get(key) ?? [])).filter(
    ({ question, session, day }) => {
      const name = `${question}\n${session}\n${day}`;
      if (seen.has(name)) return false;
      seen.add(name);
      return true;
    },
  );
}

function lastUseOf(entryKey: string, { state }: CorrectionFacts): number | null {
  const at = state.curatedUses.lastUses().get(entryKey);
  return at === undefined ? null : parseIso(at) ?? null;
}
