/**
 * Lines that nobody booked and that were never seen before, while a hooked turn is open or its lines have not all been
 * looked for (SPEC 4.3, 4.5): they may be what the turn wrote. Every reader of origins treats them so, whether or not
 * somebody has booked them yet.
 *
 * @module
 */
import { pathRule } from "../../provenance/tier.ts";
import type { HashedLine, Ledger } from "./ledger.ts";
import type { TurnRow, Turns } from "./turns.ts";

/** `pending`: the turn's class is still open. `tainted`: one of the turns that it may come from is tainted. */
export type Appearance = "pending" | "tainted";

/** The tables that tell. */
export interface AppearanceSource {
  /** Which lines are new. */
  readonly ledger: Pick<Ledger, "unseen" | "knownElsewhere" | "left">;
  /** Which turns they may come from. */
  readonly turns: Pick<Turns, "unsettled">;
}

/**
 * Returns how lines appeared, under their hash; usually of none. A copy, in a tainted turn, of a line that another file
 * had before says nothing new: it keeps the class that it would have anyway, since copying neither launders nor lowers.
 *
 * @param path relative to the workspace
 * @param lines those of the file that have no row
 */
export function appearedLines(
  source: AppearanceSource,
  path: string,
  lines: readonly HashedLine[],
): ReadonlyMap<string, Appearance> {
  const turns = source.turns.unsettled();
  if (turns.length === 0 || lines.length === 0 || pathRule(path).origin !== "ledger") return nothing();
  const worded = lines.filter(({ line }) => line.trim() !== "" && !isFixedHeading(path, line));
  const unseen = source.ledger.unseen(path, worded.map(({ hash }) => hash));
  if (unseen.length === 0) return nothing();
  if (!isTainted(turns)) return new Map(unseen.map((hash) => [hash, "pending"]));
  const known = source.ledger.knownElsewhere(path, unseen);
  return new Map(unseen.filter((hash) => !known.has(hash)).map((hash) => [hash, "tainted"]));
}

/**
 * Returns the rows that still speak for the lines of a file. While a turn is unsettled they are not those of lines that this
 * program took out of a curated file: an order that was replaced is not in force again because somebody in a turn wrote it
 * down, whose words ever it were.
 *
 * @param rows of the file's lines, under their hashes
 */
export function standingRows<Row>(
  { ledger, turns }: AppearanceSource,
  path: string,
  rows: ReadonlyMap<string, Row>,
): ReadonlyMap<string, Row> {
  if (rows.size === 0 || pathRule(path).tier !== "curated" || turns.unsettled().length === 0) return rows;
  const left = ledger.left(path, [...rows.keys()]);
  return left.size === 0 ? rows : new Map([...rows].filter(([hash]) => !left.has(hash)));
}

/**
 * The headings that our own writer of `USER.md` makes, to the letter: they are the same in every workspace and say nothing of
 * anybody, so that a turn which made the file takes no heading from the directives that the owner adds later.
 */
const FIXED_HEADINGS: ReadonlySet<string> = new Set(["# About the User", "## Directives"]);

function isFixedHeading(path: string, line: string): boolean {
  return path === "USER.md" && FIXED_HEADINGS.has(line.replace(/\r?\n?$/, ""));
}

/** Returns whether lines of some turns are untrusted: least trusted of all that were open (SPEC 4.5). */
export function isTainted(turns: readonly TurnRow[]): boolean {
  return turns.some(({ taint, hasLostText }) => taint !== null || hasLostText);
}

/** Of no line. */
function nothing(): ReadonlyMap<string, Appearance> {
  return new Map();
}
