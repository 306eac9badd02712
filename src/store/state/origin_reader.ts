/**
 * The one way every flow learns where lines come from: path rule, ledger, copies of `untrusted` and `system` lines, then
 * the classification of SPEC 4.2. Always read live from the ledger, never from the index.
 *
 * @module
 */
import { lineHash } from "../../base/text/normalise.ts";
import { classifyLine, isCopyProof, type LedgerRow, type UnbookedPolicy } from "../../provenance/classify_line.ts";
import type { LineOrigin, OriginClass } from "../../provenance/origin.ts";
import type { Speaker } from "../../provenance/session_dump.ts";
import { pathRule } from "../../provenance/tier.ts";
import { appearedLines, standingRows } from "./appeared_lines.ts";
import type { HashedLine } from "./ledger.ts";
import type { StateStore } from "./open_state.ts";

/**
 * Returns the origin of each line of a file, in order.
 *
 * @param path relative to the workspace; absolute outside it
 * @param speakers of `sessionDump`, for lines of a file that may not have been indexed since it became one
 * @param lines raw lines without line end; for `MEMORY.md` and `USER.md` raw entries, each one string that may span lines
 */
export type OriginReader = (
  path: string,
  lines: readonly string[],
  speakers?: readonly (Speaker | null)[],
) => LineOrigin[];

/** What origins are read from. */
export interface OriginSource {
  /** The open state. */
  readonly state: Pick<StateStore, "ledger" | "taints" | "turns" | "tombstones" | "meta" | "isReadonly">;
  /** How unbooked lines count. */
  readonly policy: UnbookedPolicy;
}

/**
 * Returns the reader of an open state.
 *
 * @param policy a state that was lost holds unbooked lines, whatever is said here
 */
export function originReader(state: OriginSource["state"], policy: UnbookedPolicy): OriginReader {
  return (path, lines, speakers) =>
    readOrigins({ state, policy: presentPolicy(state, policy) }, path, hashLines(lines, speakers));
}

/** Returns the policy that holds: a state that was lost holds unbooked lines, whatever the settings say (SPEC 13). */
export function presentPolicy({ meta }: OriginSource["state"], policy: UnbookedPolicy): UnbookedPolicy {
  return { ...policy, isLost: policy.isLost || meta.lostSince !== null };
}

/** Returns lines with their names in the ledger. */
export function hashLines(lines: readonly string[], speakers?: readonly (Speaker | null)[]): HashedLine[] {
  if (speakers === undefined) return lines.map((line) => ({ line, hash: lineHash(line) }));
  return lines.map((line, at) => ({ line, hash: lineHash(line), speaker: speakers[at] ?? null }));
}

/**
 * Does what an {@linkcode OriginReader} does, for lines that are hashed already and under the policy of
 * {@linkcode presentPolicy}.
 */
export function readOrigins(source: OriginSource, path: string, lines: readonly HashedLine[]): LineOrigin[] {
  const { policy, state } = source;
  const { ledger } = state;
  const rule = pathRule(path);
  const known = lines.length > FEW_LINES ? ledger.findAll(path) : ledger.findSome(path, lines.map(({ hash }) => hash));
  const rows = standingRows(state, path, known);
  // Most lines of most files: nobody booked them, they repeat nothing and carry no mark. They share one answer.
  const plain = classifyLine({ rule, line: "", row: null, copyOf: null, policy });
  const copies = rule.origin === "ledger" ? copiesAt(state, lines, rows) : null;
  const appeared = appearedLines(state, path, lines.filter(({ hash }) => !rows.has(hash)));
  const { tombstones } = state;
  const mayReturn = !tombstones.isEmpty();
  return lines.map(({ line, hash, speaker = null }, at) => {
    const row = rows.get(hash) ?? null;
    const copyOf = copies?.[at] ?? null;
    const appearance = appeared.get(hash) ?? null;
    const isReturned = mayReturn && row?.state !== "attested" && tombstones.isForgotten(withoutMark(line));
    const isPlain = row === null && copyOf === null && appearance === null && speaker === null;
    if (isPlain && !isReturned && !line.includes("<!--")) return plain;
    const origin = classifyLine({ rule, line, row, copyOf, appearance, speaker, policy });
    // What was forgotten and put back by hand is found, and is nobody's word: it gets neither promoted nor injected.
    return isReturned ? { ...origin, origin: "untrusted", why: "it was forgotten" } : origin;
  });
}

/** A comment is no sentence; what stands before it is. */
function withoutMark(line: string): string {
  return line.includes("<!--") ? line.replace(/<!--.*?-->/gs, " ") : line;
}

/**
 * Returns the class of the tainted text that each line of a file repeats, in order; `null` if no text is tainted. Lines
 * with a row that lets them repeat it are not asked about, and are no neighbours of those that are.
 */
export function copiesAt(
  { taints }: Pick<StateStore, "taints">,
  lines: readonly HashedLine[],
  rows: ReadonlyMap<string, LedgerRow>,
): (OriginClass | null)[] | null {
  if (taints.isEmpty()) return null;
  return taints.copiesIn(lines.map(({ line, hash }) => {
    const row = rows.get(hash);
    return row === undefined || (!isCopyProof(row) && isOpen(row)) ? line : null;
  }));
}

/** What is untrusted itself repeats nothing: its text is among those that are asked. */
function isOpen({ origin }: LedgerRow): boolean {
  return origin !== "untrusted" && origin !== "system";
}

/** Up to so many lines are looked up by their hashes; for more it costs less to read all rows of the file. */
const FEW_LINES = 100;
