/**
 * Turning a claim down, and taking that back (SPEC 8.8).
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { removeEntries } from "../../curate/compose.ts";
import { keptEntries, type KeptEntry } from "../../store/state/kept_entries.ts";
import { type Claim, normaliseClaim } from "../../workspace/claims.ts";
import { shortHash } from "../../base/hash.ts";
import type { DreamDeps } from "../night.ts";
import { selectClaim, type Selected } from "../select_claim.ts";
import { candidatesOf } from "./candidates_of.ts";
import { editMemory } from "./edit_memory.ts";
import { writeOrderPage } from "./order_page.ts";

/** What was done; JSON in this shape. */
export interface RejectReport {
  /** The candidate's key. */
  readonly key: string;
  /** The claim. */
  readonly text: string;
  /** Whether the claim is turned down now. */
  readonly rejected: boolean;
  /** Whether anything changed. */
  readonly changed: boolean;
  /** The entry that was taken out of `MEMORY.md`, or `null`. */
  readonly removed: string | null;
  /** Path of the page's file, or `null`. */
  readonly diary: string | null;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/**
 * Turns a claim down until its wording changes. The entry that was made of it leaves `MEMORY.md`.
 *
 * @throws {MemoryError} usage or failed: no claim, or several, are meant; busy, while a sweep runs
 */
export function reject(deps: DreamDeps, selector: string): RejectReport {
  const { state, clock } = deps;
  const { key, text, hashes } = meant(deps, selector);
  const known = state.rejections.all();
  const entry = [...keptEntries(state).values()].find((kept) => kept.isDreamWritten && isOf(kept, key)) ?? null;
  const changed = hashes.some((hash) => !known.has(hash)) || entry !== null;
  const rejectedAt = clock.now().iso;
  const say = () => {
    state.rejections.add(hashes.map((claimHash) => ({ claimHash, rejectedAt, reason: "said" })));
    state.candidates.setPromoted(candidatesOf(state, [key]).map((row) => row.key), null);
  };
  if (entry === null) {
    if (changed) state.transaction(say);
    return { key, text, rejected: true, changed, removed: null, diary: null, notices: [] };
  }
  const { removed, sweepId } = takeOut(deps, entry, say);
  const { diary, notices } = writeOrderPage(deps, {
    mark: `reject: ${sweepId}`,
    summary: "You turned this down; it is not kept again until its wording changes.",
    removed: removed === null ? [] : [removed],
    added: [],
  });
  return { key, text, rejected: true, changed, removed, diary, notices };
}

/** Lets a claim that was turned down be a candidate again. @throws {MemoryError} as {@linkcode reject} */
export function reconsider(deps: DreamDeps, selector: string): RejectReport {
  const { key, text, hashes } = meant(deps, selector);
  const changed = deps.state.rejections.lift(hashes) > 0;
  return { key, text, rejected: false, changed, removed: null, diary: null, notices: [] };
}

interface Meant {
  readonly key: string;
  readonly text: string;
  /** Of the claim and of those folded into it. */
  readonly hashes: readonly string[];
}

function meant(deps: DreamDeps, selector: string): Meant {
  const selected = selectClaim(deps, selector);
  const claim = claimOf(deps, selected);
  if (claim !== null && selected.kind === "claim") return { key: selected.key, ...claim };
  throw new MemoryError(
    `Cannot find a claim that "${selector}" means: ${selected.kind === "unknown" ? selected.reason : "it is gone"}`,
    { hint: "memory dream preview lists the candidates with their keys" },
  );
}

function claimOf({ state }: DreamDeps, selected: Selected): Omit<Meant, "key"> | null {
  if (selected.kind === "unknown") return null;
  const rows = candidatesOf(state, [selected.key]);
  const own: Pick<Claim, "text" | "claimHash"> | undefined = selected.claim ??
    rows.find(({ key }) => key === selected.key) ?? promoted(state, selected.key);
  if (own === undefined) return null;
  return { text: own.text, hashes: [...new Set([own.claimHash, ...rows.map(({ claimHash }) => claimHash)])] };
}

function promoted({ promotions }: DreamDeps["state"], key: string): Pick<Claim, "text" | "claimHash"> | undefined {
  const row = promotions.ofCandidate(key).at(-1);
  return row && { text: row.text, claimHash: row.claimHash ?? shortHash(normaliseClaim(row.text), CLAIM_HASH_DIGITS) };
}

/** Hex digits of a claim hash (see `claimsOf`). */
const CLAIM_HASH_DIGITS = 32;

function isOf({ promotions }: KeptEntry, key: string): boolean {
  return promotions.some(({ candidateKey }) => candidateKey === key);
}

function takeOut(
  deps: DreamDeps,
  kept: KeptEntry,
  say: () => void,
): { readonly removed: string | null; readonly sweepId: number } {
  const { state, clock } = deps;
  const { value, sweepId } = editMemory(deps, {
    action: "turn the claim down",
    change: ({ file, text }) => {
      const entry = file.entries.find(({ key }) => key === kept.entryKey) ?? null;
      const next = entry === null ? text : removeEntries(file, new Set([entry.startLine]));
      return { text: next, bookings: [], value: entry };
    },
    record: (edited) => {
      say();
      const { value: entry } = edited;
      const raw = entry?.raw.replace(/\r\n/g, "\n").replace(/\n+$/, "") ?? kept.raw ?? `- ${kept.text}`;
      const left = { entryKey: kept.entryKey, raw, heading: entry?.heading ?? null, reason: "deleted" } as const;
      const by = { sweepId: edited.sweepId, successorKey: null, session: null, departedAt: clock.now().iso };
      state.departures.add([{ ...left, ...by }]);
    },
  });
  return { removed: value?.text ?? null, sweepId };
}
