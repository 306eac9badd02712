/**
 * `memory blame` (SPEC 7.7): the whole story of a line or an entry, from the diary to what replaced it. Reads only.
 *
 * @module
 */
import { relative } from "node:path";
import { shortHash } from "../../base/hash.ts";
import { readCurated } from "../../curate/read_curated.ts";
import type { StoredPromotion } from "../../store/state/promotions.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import { type Claim, normaliseClaim } from "../../workspace/claims.ts";
import { isInside } from "../../workspace/confine_path.ts";
import type { CuratedEntry } from "../../workspace/curated.ts";
import { MEMORY_FILE, USER_FILE, withSlashes } from "../../workspace/layout.ts";
import { choicesByText, onlyChoice } from "../../select/choose.ts";
import { selectClaim } from "../select_claim.ts";
import type { DreamDeps } from "../night.ts";
import { departuresOf, injectionsOf, promotionsTold, recallsOf, sweepsOf } from "./chapters.ts";
import { type BlamedLine, noStory, type Story } from "./story.ts";

/** What {@linkcode blame} works with. */
export type BlameDeps = DreamDeps;

/**
 * Returns the story of what a selector means, also of what has left the files; of what was forgotten only when that was.
 *
 * @throws {MemoryError} usage, listing all, if the selector means several claims
 */
export function blame(deps: BlameDeps, selector: string): Story {
  const { state } = deps;
  const subject = subjectOf(deps, relativeTo(deps.layout.root, selector));
  if (subject === null) return noStory(selector, state.tombstones.forgottenAt(selector));
  const { key, text, claim, entry, promotions } = subject;
  const forgottenAt = state.tombstones.forgottenAt(text);
  const row = key.startsWith("c:") ? state.candidates.get([key])[0] ?? null : null;
  const entryKeys = [...new Set([...promotions.map(({ entryKey }) => entryKey), ...entry === null ? [] : [entry.key]])];
  const claimHash = claim?.claimHash ?? row?.claimHash ?? shortHash(normaliseClaim(text), CLAIM_HASH_DIGITS);
  const rejection = state.rejections.all().get(claimHash) ?? null;
  return {
    found: true,
    selector,
    key,
    text,
    lines: claim === null ? [] : claimLines(deps, claim),
    entries: standingEntries(deps, new Set(entryKeys)),
    recalls: recallsOf(state, key),
    phases: row === null ? null : {
      firstSeenAt: row.firstSeenAt,
      stagedAt: row.stagedAt,
      nights: row.dailyCount,
      lightHits: row.lightHits,
      remHits: row.remHits,
      mergedInto: row.mergedInto,
    },
    sweeps: sweepsOf(state, key),
    promotions: promotionsTold(promotions),
    departures: departuresOf(state, entryKeys),
    rejection: rejection === null ? null : { at: rejection.rejectedAt, reason: rejection.reason },
    injections: injectionsOf(state, claimHash),
    forgottenAt,
  };
}

/** As long as in `claimsOf`. */
const CLAIM_HASH_DIGITS = 32;

/** A path inside the workspace may be given from the root of the system. */
function relativeTo(root: string, selector: string): string {
  const wanted = selector.trim();
  return isInside(root, wanted) ? withSlashes(relative(root, wanted)) : selector;
}

interface Subject {
  readonly key: string;
  readonly text: string;
  readonly claim: Claim | null;
  readonly entry: CuratedEntry | null;
  readonly promotions: readonly StoredPromotion[];
}

function subjectOf(deps: BlameDeps, selector: string): Subject | null {
  const { state } = deps;
  const selected = selectClaim(deps, selector);
  if (selected.kind === "claim") {
    const { key, claim } = selected;
    const promotions = state.promotions.ofCandidate(key);
    const text = claim?.text ?? state.candidates.get([key])[0]?.text ?? promotions.at(-1)?.text ?? "";
    return { key, text, claim, entry: null, promotions };
  }
  const entry = entryOf(deps, selector);
  const entryKey = entry?.key ?? selector.trim().toLowerCase();
  const promotions = state.promotions.ofEntry(entryKey);
  const text = entry?.text ?? promotions.at(-1)?.text ?? state.departures.ofEntry(entryKey).at(-1)?.raw ?? null;
  return text === null ? null : { key: entryKey, text, claim: null, entry, promotions };
}

/** An entry that no sweep wrote: a person did, or the owner's order. Words may be a part of it, where no other has them. */
function entryOf({ layout, originsOf, withheld }: BlameDeps, selector: string): CuratedEntry | null {
  const wanted = selector.trim();
  const [, path, line] = /^(MEMORY\.md|USER\.md)(?:(?::|#L)(\d+).*)?$/.exec(wanted) ?? [];
  const standing = [MEMORY_FILE, USER_FILE].flatMap((file) =>
    readCurated(file, layout, originsOf).standing.map(({ entry }) => ({
      key: entry.key,
      text: entry.text,
      anchor: { path: file, startLine: entry.startLine, endLine: entry.endLine },
      entry,
    }))
  );
  if (path !== undefined) {
    const isMeant = ({ anchor }: (typeof standing)[number]) =>
      anchor.path === path &&
      (line === undefined || (anchor.startLine <= Number(line) && anchor.endLine >= Number(line)));
    return onlyChoice(standing.filter(isMeant), selector, withheld)?.entry ?? null;
  }
  const byKey = standing.find(({ key, entry }) =>
    key === wanted.toLowerCase() || `k:${entry.annotations.key}` === wanted
  );
  return (byKey ?? onlyChoice(choicesByText(standing, wanted), selector, withheld))?.entry ?? null;
}

function claimLines(deps: BlameDeps, { path, lines, startLine }: Claim): BlamedLine[] {
  return lines.map((raw, at) => lineOf(deps, { path, raw, startLine: startLine + at, endLine: startLine + at }));
}

function standingEntries(deps: BlameDeps, keys: ReadonlySet<string>): BlamedLine[] {
  return [MEMORY_FILE, USER_FILE].flatMap((path) =>
    readCurated(path, deps.layout, deps.originsOf).standing
      .filter(({ entry }) => keys.has(entry.key))
      .map(({ entry: { raw, startLine, endLine } }) => lineOf(deps, { path, raw, startLine, endLine }))
  );
}

interface Place {
  readonly path: string;
  readonly raw: string;
  readonly startLine: number;
  readonly endLine: number;
}

function lineOf({ state, originsOf }: BlameDeps, { path, raw, startLine, endLine }: Place): BlamedLine {
  const row = state.ledger.find(path, raw);
  const [now] = originsOf(path, [raw]);
  return {
    citation: formatAnchor({ path, startLine, endLine }),
    text: raw.trimEnd(),
    origin: now?.origin ?? "untrusted",
    sessionKind: now?.sessionKind ?? "unknown",
    state: now?.state ?? "unbooked",
    why: now?.why ?? "",
    writer: row?.writer ?? null,
    session: row?.session ?? null,
    channel: row?.channel ?? null,
    sender: row?.sender ?? null,
    observedAt: row?.observedAt ?? null,
    bookedAt: row?.bookedAt ?? null,
  };
}
