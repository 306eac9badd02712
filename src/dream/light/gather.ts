/**
 * Claims that the light phase meets in the files (SPEC 8.1): of the last diaries, and of files that changed since the last
 * sweep.
 *
 * @module
 */
import { addDays, type IsoTime, type Now, parseIso } from "../../base/clock.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { CandidateFacts } from "../../store/state/candidates.ts";
import type { SourceRow } from "../../store/index/sources.ts";
import type { Claim } from "../../workspace/claims.ts";
import { junkReason } from "../deep/quality.ts";
import { taintOf } from "../deep/taint.ts";
import type { FileReader } from "../live_file.ts";

/** Which files are looked into. */
export interface GatherFacts {
  /** The files that the index knows, by path. */
  readonly sources: ReadonlyMap<string, SourceRow>;
  /**
   * When the light phase last did its work; `null` if never: then nothing counts as changed, and beside the last diaries only
   * those are read in which the owner spoke since the memory came to be.
   */
  readonly since: IsoTime | null;
  /** Returns the files in which lines are booked as the owner's. */
  readonly ownersPaths: () => readonly string[];
  /** How far those are read back in the first night, in local days. */
  readonly firstDays: number;
  /** Diaries of today and of so many local days before are read. */
  readonly lookbackDays: number;
  /** The moment of the night. */
  readonly now: Now;
}

/** Returns the paths of the files to read, in order. */
export function pathsToRead({ sources, since, ownersPaths, firstDays, lookbackDays, now }: GatherFacts): string[] {
  const firstDay = addDays(now.day, -lookbackDays);
  const ownersFirst = addDays(now.day, -firstDays);
  const owners = new Set(since === null ? ownersPaths() : []);
  const sinceMs = since === null ? null : parseIso(since) ?? null;
  const isChanged = ({ indexedAt }: SourceRow) => sinceMs !== null && (parseIso(indexedAt) ?? 0) > sinceMs;
  return [...sources.values()].filter((source) => {
    const { tier, origin, day, isSession } = pathRule(source.path);
    if (tier !== "episodic" || origin !== "ledger" || isSession) return false;
    const from = owners.has(source.path) ? ownersFirst : firstDay;
    return (day !== null && day >= from && day <= now.day) || isChanged(source);
  }).map(({ path }) => path).sort();
}

/** Returns the claims of files that may become candidates as far as origin and form go. */
export function claimsToStage(
  paths: readonly string[],
  { read, originsOf, now }: { readonly read: FileReader; readonly originsOf: OriginReader; readonly now: Now },
): CandidateFacts[] {
  const facts = new Map<string, CandidateFacts>();
  for (const file of paths.map(read)) {
    const claims = "claims" in file ? file.claims() : [];
    const origins = originsOf(file.path, claims.flatMap(({ lines }) => lines));
    let at = 0;
    for (const claim of claims) {
      const lines = origins.slice(at, at += claim.lines.length);
      const { verdict } = taintOf(lines, { text: claim.text, expires: claim.annotations.expires, today: now.day });
      const isJunk = junkReason({ text: claim.text, wishes: claim.annotations }) !== null;
      if (verdict.passes && !isJunk && !facts.has(claim.key)) facts.set(claim.key, candidateFacts(claim, now));
    }
  }
  return [...facts.values()];
}

/** Returns what is stored of a claim that is met for the first time. */
export function candidateFacts(claim: Claim, now: Now): CandidateFacts {
  const { key, path, claimHash, text, startLine, endLine, annotations } = claim;
  return {
    key,
    path,
    claimHash,
    text,
    startLine,
    endLine,
    firstSeenAt: now.iso,
    conceptTags: [],
    supersessionKey: annotations.key,
    importance: annotations.importance,
    triggers: annotations.triggers,
    projects: annotations.projects,
    observed: annotations.observed,
    expires: annotations.expires,
  };
}
