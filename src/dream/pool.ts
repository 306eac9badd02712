/**
 * The pool: the stored claims that are looked at, as {@linkcode Candidate}s, read live and with equal claims folded into
 * the oldest. Sweep, dry run and explanation look at the same pool.
 *
 * @module
 */
import { type LocalDay, parseIso } from "../base/clock.ts";
import { pathRule } from "../provenance/tier.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import type { RecallRow } from "../store/state/recalls.ts";
import { formatAnchor, type SourceAnchor } from "../workspace/annotation.ts";
import { isAtLeastAsTrusted } from "../provenance/origin.ts";
import type { Candidate, Stated, Wishes } from "./candidate.ts";
import { datedBy, laterThan } from "./deep/supersede.ts";
import { conceptTags } from "../curate/concept_tags.ts";
import { gatherEvidence } from "./evidence.ts";
import type { LiveLines, LiveLookUp } from "./live_lines.ts";

/** What a pool is made of. */
export interface PoolFacts {
  /** Every stored claim, by key. */
  readonly rows: ReadonlyMap<string, CandidateRow>;
  /** Those that are looked at, folded claims with their oldest. */
  readonly close: readonly CandidateRow[];
  /** Every recall, by candidate, oldest first. */
  readonly recalls: ReadonlyMap<string, readonly RecallRow[]>;
  /** Finds the live lines of a row. */
  readonly live: LiveLookUp;
  /** The local day of the night: what is dated later has no date. */
  readonly today: LocalDay;
  /** Hashes of claims that a person turned down. */
  readonly rejected: ReadonlySet<string>;
  /** Whether a text says what was forgotten. */
  readonly isForgotten: (text: string) => boolean;
}

/** One row with its live lines. */
export interface Member extends LiveLines {
  /** As stored. */
  readonly row: CandidateRow;
  /** The local day it was written. */
  readonly day: LocalDay;
}

/** Returns the candidates, in the order of the rows. A claim that was folded into another is no candidate of its own. */
export function buildPool({ rows, close, recalls, live, today, rejected, isForgotten }: PoolFacts): Candidate[] {
  const readDay = dayReader();
  const groups = new Map<string, Member[]>();
  for (const row of close) {
    const { found, gone, provenance } = live(row);
    const root = row.mergedInto === null ? row.key : rootOf(row.key, rows);
    const member = { row, day: readDay(row), found, gone, provenance };
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [member]);
    else group.push(member);
  }
  return [...groups].map(([key, members]) => candidateOf(key, members, { recalls, today, rejected, isForgotten }));
}

/** Returns the key of the claim that a claim was folded into in the end; its own if into none. */
export function rootOf(key: string, rows: ReadonlyMap<string, Pick<CandidateRow, "mergedInto">>): string {
  const seen = new Set<string>();
  let at = key;
  // A ring cannot come about by merging into older claims; a damaged table must not hang the night all the same.
  while (!seen.has(at)) {
    seen.add(at);
    const older = rows.get(at)?.mergedInto ?? null;
    if (older === null || !rows.has(older)) return at;
    at = older;
  }
  return key;
}

/** Reads the local day a claim was written: of its diary, else of its annotation, else when it was first seen. */
export type DayReader = (row: Pick<CandidateRow, "path" | "observed" | "firstSeenAt">) => LocalDay;

/** Returns a reader of days that takes a diary's name apart once, not for each of its lines. */
export function dayReader(): DayReader {
  const diaries = new Map<string, LocalDay | null>();
  return ({ path, observed, firstSeenAt }) => {
    const known = diaries.get(path);
    const day = known === undefined ? pathRule(path).day : known;
    diaries.set(path, day);
    return day ?? observed ?? firstSeenAt.slice(0, "YYYY-MM-DD".length);
  };
}

function candidateOf(
  key: string,
  members: readonly Member[],
  { recalls, today, rejected, isForgotten }: Pick<PoolFacts, "recalls" | "today" | "rejected" | "isForgotten">,
): Candidate {
  const byAge = members.length === 1 ? members : remembered([...members].sort(olderFirst), isForgotten);
  // The oldest that still stands and may be promoted speaks for all; if none does, the oldest that stands, else the root.
  const lead = byAge.find(({ provenance }) => provenance.verdict.passes) ?? byAge.find(({ found }) => found !== null) ??
    byAge.find(({ row }) => row.key === key) ?? byAge[0];
  if (lead === undefined) throw new Error("A group has at least one member");
  const source = anchorOf(lead);
  const others = byAge.filter((member) => member !== lead && member.provenance.verdict.passes).map(anchorOf);
  const rows = members.map(({ row }) => row);
  return {
    key,
    claimHash: lead.row.claimHash,
    text: lead.found?.text ?? lead.row.text,
    source,
    anchors: others.length === 0 ? [source] : uniqueAnchors([source, ...others]),
    duplicates: members.filter(({ row }) => row.key !== key).map(({ row }) => row.key),
    day: lead.day,
    stated: lastStated(lead, byAge, today),
    ownerDays: ownerDays(byAge),
    provenance: lead.provenance,
    gone: lead.gone,
    evidence: gatherEvidence(lead, byAge, recalls),
    tags: lead.row.conceptTags.length > 0 ? lead.row.conceptTags : conceptTags(lead.row.path, lead.row.text),
    wishes: joinedWishes(lead, { members: byAge, recalls }),
    lightHits: Math.max(...rows.map((row) => row.lightHits)),
    lastLightMs: latest(rows.map((row) => row.lastLightAt)),
    remHits: Math.max(...rows.map((row) => row.remHits)),
    lastRemMs: latest(rows.map((row) => row.lastRemAt)),
    lastRemConsideredMs: latest(rows.map((row) => row.lastRemConsideredAt)),
    isPromoted: rows.some((row) => row.promotedAt !== null),
    corrects: null,
    heldUp: null,
    isRejected: rejected.has(lead.row.claimHash),
    isForgotten: isForgotten(lead.found?.text ?? lead.row.text),
  };
}

/** Without what was forgotten, which neither speaks for the others nor counts for them; all if nothing else is left. */
function remembered(members: readonly Member[], isForgotten: PoolFacts["isForgotten"]): readonly Member[] {
  const rest = members.filter(({ row, found }) => !isForgotten(found?.text ?? row.text));
  return rest.length === 0 ? members : rest;
}

function olderFirst(a: Member, b: Member): number {
  const order = (left: string, right: string) => left < right ? -1 : left > right ? 1 : 0;
  return order(a.day, b.day) || order(a.row.firstSeenAt, b.row.firstSeenAt) || order(a.row.path, b.row.path) ||
    a.row.startLine - b.row.startLine;
}

function anchorOf({ row, found }: Member): SourceAnchor {
  const { startLine, endLine } = found ?? row;
  return { path: row.path, startLine, endLine };
}

function uniqueAnchors(anchors: readonly SourceAnchor[]): SourceAnchor[] {
  return [...new Map(anchors.map((anchor) => [formatAnchor(anchor), anchor])).values()];
}

function wishesOf({ row, found }: Member): Wishes {
  if (found === null) {
    const { supersessionKey, importance, triggers, projects, observed, expires } = row;
    return { key: supersessionKey, importance, triggers, projects, observed, expires };
  }
  const { key, importance, triggers, projects, observed, expires } = found.annotations;
  return { key, importance, triggers, projects, observed, expires };
}

/**
 * What the lead's writer asked for, with what others limit: the earliest expiry holds (SPEC 4.8), and what was needed in
 * two or more projects belongs to none (SPEC 8.6).
 */
function joinedWishes(
  lead: Member,
  { members, recalls }: { readonly members: readonly Member[]; readonly recalls: PoolFacts["recalls"] },
): Wishes {
  const wishes = wishesOf(lead);
  const expiries = members.filter(({ provenance }) => provenance.verdict.passes).map((member) =>
    wishesOf(member).expires
  );
  const expires = [wishes.expires, ...expiries].filter((day) => day !== null).sort()[0] ?? null;
  const rows = members.flatMap(({ row }) => recalls.get(row.key) ?? []);
  const projects = new Set(rows.flatMap(({ project }) => project ?? []));
  const isShared = projects.size >= 2 && wishes.projects !== "invalid";
  return { ...wishes, expires, projects: isShared ? null : wishes.projects };
}

/** The last time that the claim was stated by somebody as trusted as the lead. */
function lastStated(lead: Member, members: readonly Member[], today: LocalDay): Stated {
  const origin = lead.provenance.origin;
  const others = members.filter(({ provenance }) =>
    provenance.verdict.passes && provenance.origin !== null && origin !== null &&
    isAtLeastAsTrusted(provenance.origin, origin)
  );
  const stated = (member: Member) => datedBy(statedBy(member), today);
  return others.map(stated).reduce((last, each) => laterThan(each, last) ? each : last, stated(lead));
}

function ownerDays(members: readonly Member[]): number {
  const own = members.filter(({ provenance }) => provenance.origin === "owner" && provenance.verdict.passes);
  return new Set(own.map(({ day }) => day)).size;
}

function statedBy(member: Member): Stated {
  const { observedAt } = member.provenance;
  const day = wishesOf(member).observed ?? observedAt?.slice(0, "YYYY-MM-DD".length) ?? member.day;
  return { day, ms: observedAt === null ? null : parseIso(observedAt) ?? null };
}

function latest(times: readonly (string | null)[]): number | null {
  let last: number | null = null;
  for (const time of times) {
    const ms = time === null ? undefined : parseIso(time);
    if (ms !== undefined && (last === null || ms > last)) last = ms;
  }
  return last;
}
