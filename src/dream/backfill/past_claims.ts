/**
 * The claims of old diaries that may be looked back at (SPEC 8.10): what light would stage of these files, each with its day
 * and its writer.
 *
 * @module
 */
import type { LocalDay, Now } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { CandidateFacts } from "../../store/state/candidates.ts";
import { isRelativeInside } from "../../workspace/confine_path.ts";
import { conceptTags } from "../../curate/concept_tags.ts";
import { junkReason } from "../deep/quality.ts";
import { taintOf } from "../deep/taint.ts";
import { candidateFacts } from "../light/gather.ts";
import { fileReader } from "../live_file.ts";
import type { DreamDeps } from "../night.ts";

/** One claim of the past. */
export interface PastClaim {
  /** What is stored of it if it becomes a candidate. */
  readonly facts: CandidateFacts;
  /** The local day of its diary, else the one that its annotation names; `null` if neither does. */
  readonly day: LocalDay | null;
  /** Who said it. */
  readonly origin: OriginClass;
  /** What it is about. */
  readonly tags: readonly string[];
}

/** What was read. */
export interface Past {
  /** Files that hold claims, in order. */
  readonly files: readonly string[];
  /** Claims that may be promoted as far as origin and form go, in the order of the files. */
  readonly claims: readonly PastClaim[];
  /** Claims that may not: from outside, of other sessions, expired, forgotten, or a permission. */
  readonly refused: number;
  /** Claims that are no statements: commands, data, half sentences. */
  readonly junk: number;
  /** Files that could not be read, and why, as short clauses. */
  readonly unread: readonly string[];
}

/**
 * Reads the diaries and notes at or below a path.
 *
 * @throws {MemoryError} failed: the path leads outside the workspace; usage: no note of the workspace stands there
 */
export function pastClaims(deps: DreamDeps, path: string, now: Now): Past {
  const paths = notesBelow(deps, path);
  const read = fileReader(deps.layout);
  const { tombstones } = deps.state;
  const isForgotten = tombstones.isEmpty() ? () => false : (text: string) => tombstones.isForgotten(text);
  const files: string[] = [];
  const claims = new Map<string, PastClaim>();
  const unread: string[] = [];
  let [refused, junk] = [0, 0];
  for (const file of paths.map(read)) {
    if (!("claims" in file)) {
      unread.push(file.reason);
      continue;
    }
    const found = file.claims();
    const origins = deps.originsOf(file.path, found.flatMap(({ lines }) => lines));
    if (found.length > 0) files.push(file.path);
    let at = 0;
    for (const claim of found) {
      const lines = origins.slice(at, at += claim.lines.length);
      const { text, annotations } = claim;
      const { verdict, origin } = taintOf(lines, { text, expires: annotations.expires, today: now.day });
      if (!verdict.passes || origin === null || isForgotten(text)) refused++;
      else if (junkReason({ text, wishes: annotations }) !== null) junk++;
      else if (!claims.has(claim.key)) {
        const tags = conceptTags(file.path, text);
        const facts = { ...candidateFacts(claim, now), conceptTags: tags };
        claims.set(claim.key, { facts, day: pathRule(file.path).day ?? annotations.observed, origin, tags });
      }
    }
  }
  return { files, claims: [...claims.values()], refused, junk, unread };
}

/** Returns the path in the form in which the index knows it: no `./` before it, no `/` behind it. */
export function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
}

/** Returns whether a note is the one that a path names, or lies below it. */
export function isUnder(path: string, note: string): boolean {
  return note === path || note.startsWith(`${path}/`);
}

/** Imports are among them, so that it is told how much of them is refused. */
function notesBelow({ index }: Pick<DreamDeps, "index">, path: string): string[] {
  if (!isRelativeInside(path)) {
    throw new MemoryError(`Cannot look back at "${path}": it should be relative to the workspace, without ".."`, {
      hint: "memory dream backfill --path memory",
    });
  }
  const notes = [...index.sources.all().keys()].filter((note) => {
    const { tier, isSession, isOutside } = pathRule(note);
    return tier === "episodic" && !isSession && !isOutside && isUnder(path, note);
  });
  if (notes.length > 0) return notes.sort();
  throw new MemoryError(`Cannot look back at "${path}": no diary and no note stands there`, {
    kind: "usage",
    hint: "name a file or a folder of the workspace, as in: memory dream backfill --path memory",
  });
}
