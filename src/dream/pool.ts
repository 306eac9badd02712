/**
 * The pool: every stored claim as a {@linkcode Candidate}, read live and with equal claims folded into the oldest. Sweep,
 * dry run and explanation look at the same pool.
 *
 * @module
 */
import { type LocalDay, parseIso } from "../base/clock.ts";
import { pathRule } from "../provenance/tier.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import type { RecallRow } from "../store/state/recalls.ts";
import type { SourceAnchor } from "../workspace/annotation.ts";
import type { Candidate, Wishes } from "./candidate.ts";
import { gatherEvidence } from "./evidence.ts";
import type { LiveLines, LiveLookUp } from "./live_lines.ts";

/** What a pool is made of. */
export interface PoolFacts {
  readonly rows: ReadonlyMap<string, CandidateRow>;
  readonly recalls: ReadonlyMap<string, readonly RecallRow[]>;
  /** Finds the live lines of a row. */
  readonly live: LiveLookUp;
}

/** One row with its live lines. */
export interface Member extends LiveLines {
  readonly row: CandidateRow;
  readonly day: LocalDay;
}

/** Returns one candidate for each claim that was not folded into another, in the order of the rows. */
export function buildPool({ rows, recalls, live }: PoolFacts): Candidate[] {
  const groups = new Map<string, Member[]>();
  for (const row of rows.values()) {
    const root = rootOf(row.key, rows);
    const member = { row, day: dayOf(row), ...live(row) };
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [member]);
    else group.push(member);
  }
  return [...groups].map(([key, members]) => candidateOf(key, members, recalls));
}

/** Returns the key of the claim that a claim was folded into in the end; its own if into none. */
export function rootOf(key: string, rows: ReadonlyMap<string, CandidateRow>): string {
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

/** Returns the local day a claim was written: of its diary, else of its annotation, else when it was first seen. */
export function dayOf(row: Pick<CandidateRow, "path" | "observed" | "firstSeenAt">): LocalDay {
  return pathRule(row.path).day ?? row.observed ?? row.firstSeenAt.slice(0, "YYYY-MM-DD".length);
}

function candidateOf(
  key: string,
  members: readonly Member[],
  recalls: ReadonlyMap<string, readonly RecallRow[]>,
): Candidate {
  const byAge = [...members].sort(olderFirst);
  // The oldest that still stands and may be promoted speaks for all; if none does, the oldest that stands, else the root.
  const lead = byAge.find(({ provenance }) => provenance.verdict.passes) ?? byAge.find(({ found }) => found !== null) ??
    byAge.find(({ row }) => row.key === key) ?? byAge[0];
  if (lead === undefined) throw new Error("A group has at least one member");
  const source = anchorOf(lead);
  const others = byAge.filter((member) => member !== lead && member.provenance.verdict.passes).map(anchorOf);
  const hits = members.map(({ row }) => row);
  return {
    key,
    claimHash: lead.row.claimHash,
    text: lead.found?.text ?? lead.row.text,
    source,
    anchors: uniqueAnchors([source, ...others]),
    duplicates: byAge.filter(({ row }) => row.key !== key).map(({ row }) => row.key),
    day: lead.day,
    provenance: lead.provenance,
    gone: lead.gone,
    evidence: gatherEvidence(lead, members, recalls),
    tags: lead.row.conceptTags,
    wishes: wishesOf(lead),
    lightHits: Math.max(...hits.map((row) => row.lightHits)),
    lastLightMs: latest(hits.map((row) => row.lastLightAt)),
    remHits: Math.max(...hits.map((row) => row.remHits)),
    lastRemMs: latest(hits.map((row) => row.lastRemAt)),
    lastRemConsideredMs: latest(hits.map((row) => row.lastRemConsideredAt)),
    isPromoted: hits.some((row) => row.promotedAt !== null),
    isRejected: hits.some((row) => row.rejectedAt !== null),
    // Nothing can be forgotten yet: there are no tombstones.
    isForgotten: false,
  };
}

function olderFirst(a: Member, b: Member): number {
  const order = (left: string | number, right: string | number) => left < right ? -1 : left > right ? 1 : 0;
  return order(a.day, b.day) || order(a.row.firstSeenAt, b.row.firstSeenAt) || order(a.row.path, b.row.path) ||
    a.row.startLine - b.row.startLine;
}

function anchorOf({ row, found }: Member): SourceAnchor {
  const { startLine, endLine } = found ?? row;
  return { path: row.path, startLine, endLine };
}

function uniqueAnchors(anchors: readonly SourceAnchor[]): SourceAnchor[] {
  const known = new Map(anchors.map((anchor) => [`${anchor.path}#${anchor.startLine}-${anchor.endLine}`, anchor]));
  return [...known.values()];
}

function wishesOf({ row, found }: Member): Wishes {
  const { supersessionKey, importance, triggers, projects, observed, expires } = row;
  return found === null ? { key: supersessionKey, importance, triggers, projects, observed, expires } : {
    key: found.annotations.key,
    importance: found.annotations.importance,
    triggers: found.annotations.triggers,
    projects: found.annotations.projects,
    observed: found.annotations.observed,
    expires: found.annotations.expires,
  };
}

function latest(times: readonly (string | null)[]): number | null {
  const known = times.flatMap((time) => time === null ? [] : parseIso(time) ?? []);
  return known.length === 0 ? null : Math.max(...known);
}
