/**
 * What is written of words that were said: the lines of the redacted transcript, and the claims for the diary.
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import type { NotTaken } from "../claims/not_taken.ts";
import { safeLine } from "../safe_lines.ts";
import type { ClaimDraft, EntryDraft } from "./gathered.ts";
import type { IngestDeps } from "./ingest_deps.ts";
import { markUntrusted, type SaidWords, wordLines } from "./session_lines.ts";

/** Redacted words with their class. */
export type Words = Omit<SaidWords, "time">;

/** The claims of words. */
export interface DraftedClaims {
  /** Those that become evidence. */
  readonly claims: readonly ClaimDraft[];
  /** How many repeat what is less trusted. */
  readonly repeating: number;
  /** How many were forgotten. */
  readonly forgotten: number;
  /** Why other sentences are none; each once for each sentence. */
  readonly left: readonly NotTaken[];
}

/** Returns the claims of words of owner or agent. */
export function draftClaims(deps: IngestDeps, { text, role, origin }: Words): DraftedClaims {
  const claims: ClaimDraft[] = [];
  const left: NotTaken[] = [];
  let repeating = 0;
  let forgotten = 0;
  for (const claim of deps.claimsIn(text, role === "user" ? "owner" : "agent", (reason) => left.push(reason))) {
    // Who books says that he looked what it repeats (SPEC 4.3); the owner's own words may repeat anything.
    if (origin !== "owner" && deps.state.taints.copyOf(claim.text) !== null) repeating++;
    else if (deps.tombstones.isForgotten(claim.text)) forgotten++;
    else claims.push({ text: safeLine(claim.text), lineWithin: lineEnds(text.slice(0, claim.start)) });
  }
  return { claims, repeating, forgotten, left };
}

/** Returns the lines of words, without what was forgotten; those that repeat what is less trusted have its class. */
export function draftLines(deps: IngestDeps, words: SaidWords): EntryDraft["lines"] {
  return judged(deps, withoutForgotten(deps, wordLines(words), words.text), words.origin);
}

function judged({ state: { taints } }: IngestDeps, lines: readonly string[], origin: OriginClass): EntryDraft["lines"] {
  if (origin !== "agent") return lines.map((raw) => ({ raw }));
  const copies = taints.copiesIn(lines);
  return lines.map((raw, at) => {
    const copied = raw === "" ? null : copies[at] ?? null;
    if (copied === null) return { raw };
    return { raw: copied === "untrusted" ? markUntrusted(raw) : raw, lowered: leastTrusted(origin, copied) };
  });
}

/** What was forgotten does not come back into a transcript either. */
function withoutForgotten({ tombstones }: IngestDeps, lines: readonly string[], text: string): readonly string[] {
  if (tombstones.isEmpty() || !tombstones.repeats(text)) return lines;
  const kept = lines.map((line, at) => !tombstones.repeats(line) ? line : at === 0 ? FORGOTTEN : `  ${FORGOTTEN}`);
  // The words may run over several lines.
  return kept.some((line, at) => line !== lines[at]) ? kept : [FORGOTTEN];
}

/** Stands for what was forgotten; says nothing of it. */
const FORGOTTEN = "- (forgotten)";

function lineEnds(text: string): number {
  return text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).length - 1;
}
