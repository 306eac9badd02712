/**
 * What was found as text for an agent: by day, each statement whole with its citation, within a budget, framed as data.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { codePoints } from "../../base/text/measure.ts";
import { escapeFence, fence, fenceOverhead } from "../fence.ts";
import { citationOf } from "../search/hit.ts";
import type { FoundClaim } from "./found_claim.ts";

/** A text, and what stands in it. */
export interface Printed<Claim> {
  /** Framed; an empty text if nothing fits. */
  readonly context: string;
  /** What stands in it, in its order. */
  readonly shown: readonly Claim[];
  /** Of the frame's inside, for the injection log. */
  readonly inside: string;
}

/** Names the lane in the frame. */
export const FRAME_SOURCE = "what was said and noted before";
/** Stands above what has no day. */
const NO_DAY = "undated";

/**
 * Returns the best statements that fit, by day and then by place; one that does not fit makes room for the next.
 *
 * @param claims best first
 * @param roomChars of the whole text, frame included
 * @param lead a line above all of them; left out with them
 */
export function printFound<Claim extends FoundClaim>(
  claims: readonly Claim[],
  { roomChars, limit, lead }: { readonly roomChars: number; readonly limit: number; readonly lead: string },
): Printed<Claim> {
  const head = escapeFence(lead);
  let left = roomChars - fenceOverhead(FRAME_SOURCE) - codePoints(head);
  const days = new Set<string>();
  const chosen: Claim[] = [];
  for (const claim of claims) {
    if (chosen.length === limit) break;
    const day = titleOf(claim.day);
    const cost = codePoints(lineOf(claim)) + 1 + (days.has(day) ? 0 : codePoints(day) + 1);
    if (cost > left) continue;
    left -= cost;
    days.add(day);
    chosen.push(claim);
  }
  if (chosen.length === 0) return { context: "", shown: [], inside: "" };
  const shown = chosen.toSorted(byDay);
  const lines: string[] = [head];
  let last: string | null = null;
  for (const claim of shown) {
    const day = titleOf(claim.day);
    if (day !== last) lines.push(day);
    last = day;
    lines.push(lineOf(claim));
  }
  const inside = lines.join("\n");
  return { context: fence(inside, FRAME_SOURCE), shown, inside };
}

/** Returns a model's sentence with its citations, framed; an empty text if it does not fit. */
export function printAnswer<Claim extends FoundClaim>(
  { summary, claims }: { readonly summary: string; readonly claims: readonly Claim[] },
  roomChars: number,
): Printed<Claim> {
  const cited = claims.map(({ path, startLine, endLine }) => citationOf(path, startLine, endLine)).join(", ");
  const inside = escapeFence(`- ${summary} (${cited})`);
  const context = fence(inside, FRAME_SOURCE);
  return codePoints(context) <= roomChars ? { context, shown: claims, inside } : { context: "", shown: [], inside: "" };
}

/** Returns a statement as it is printed, without the mark of the list. */
export function printHit({ text, path, startLine, endLine }: Shown): string {
  return `${text} (${citationOf(path, startLine, endLine)})`;
}

/** What is printed of a statement. */
type Shown = Pick<FoundClaim, "text" | "path" | "startLine" | "endLine">;

/** What the frame would escape is escaped before it is counted, so that nothing grows behind the count. */
function lineOf(claim: FoundClaim): string {
  return escapeFence(`- ${printHit(claim)}`);
}

function titleOf(day: LocalDay | null): string {
  return day ?? NO_DAY;
}

/** Days in their order, what has none last; within a day by file and line. */
function byDay(a: FoundClaim, b: FoundClaim): number {
  return compare(a.day ?? "9999", b.day ?? "9999") || compare(a.path, b.path) || a.startLine - b.startLine;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
