/**
 * Reads lines of one file of the workspace (SPEC 6): at most 120 lines and 12,000 chars at once, and says how to go on.
 * A read is no recall: nothing is logged.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { codePoints, cutCodePoints } from "../base/text/measure.ts";
import { MemoryError } from "../base/errors.ts";
import { leastTrusted, type OriginClass } from "../provenance/origin.ts";
import { parseSelector } from "../select/parse_selector.ts";
import { select, type SelectDeps } from "../select/select.ts";
import { confinePath } from "../workspace/confine_path.ts";
import { absolute } from "../workspace/layout.ts";
import type { GetConfig } from "./config.ts";
import { type LiveDeps, liveFiles, type PlacedOrigin } from "./live_files.ts";
import { citationOf } from "./search/hit.ts";

/** What {@linkcode get} works with. */
export interface GetDeps extends LiveDeps {
  /** How much is read at once. */
  readonly settings: GetConfig;
  /** What keys and words are resolved with, and where may be read. */
  readonly select: SelectDeps;
}

/** Lines of a file. */
export interface GetResult {
  /** Relative to the workspace, as asked for. */
  readonly path: string;
  /** 1-based, inclusive; 0 for an empty file. */
  readonly startLine: number;
  /** 1-based, inclusive; 0 for an empty file. */
  readonly endLine: number;
  /** Lines of the whole file. */
  readonly totalLines: number;
  /** The lines as they stand in the file, joined by `\n`; control characters are the printer's business. */
  readonly text: string;
  /** Whether less was read than was asked for. */
  readonly truncated: boolean;
  /** The line to go on with, or `null` if all that was asked for is there. */
  readonly nextFrom: number | null;
  /** `path#L3-L9`. */
  readonly citation: string;
  /** The least trusted class of these lines. */
  readonly origin: OriginClass;
  /** Lines to be read as somebody else's words. */
  readonly untrusted: readonly { readonly startLine: number; readonly endLine: number }[];
}

/** The lines wanted of a file. */
interface LineTarget {
  readonly path: string;
  /** 1-based. */
  readonly from: number;
  /** 1-based, inclusive; `null`: to the end. */
  readonly to: number | null;
}

/**
 * Returns the lines that a selector names (SPEC 6): `path`, `path:3` (from line 3 on), `path:3-5`, `path#L3-L5`, a key, or
 * words of a line.
 *
 * @throws {MemoryError} usage, when the selector cannot be read or means several things, which are listed; failed, when it
 * means nothing, or the file lies outside the workspace, is not there, is no text, or has no such line
 */
export function get(deps: GetDeps, selector: string): GetResult {
  const wanted = targetOf(deps, selector);
  confinePath(deps.select, wanted.path);
  const files = liveFiles(deps);
  const file = files.read(wanted.path);
  if (file === null) {
    throw new MemoryError(`Cannot read "${wanted.path}": ${files.problem(wanted.path) ?? "it is gone"}`, {
      hint: "look at it with another program",
    });
  }
  const totalLines = file.lines.length;
  if (totalLines === 0) return emptyResult(wanted.path);
  const last = lastLine(wanted, totalLines);
  const cut = cutLines(file.lines.slice(wanted.from - 1, last), deps.settings);
  const endLine = wanted.from + cut.lines - 1;
  const goesOn = endLine < last;
  const origins = files.origins(file, wanted.from, endLine);
  return {
    path: wanted.path,
    startLine: wanted.from,
    endLine,
    totalLines,
    text: cut.text,
    truncated: goesOn || cut.isCut,
    nextFrom: goesOn ? endLine + 1 : null,
    citation: citationOf(wanted.path, wanted.from, endLine),
    origin: origins.length === 0 ? "system" : origins.map((line) => line.origin).reduce(leastTrusted),
    untrusted: untrustedRanges(origins),
  };
}

function targetOf(deps: GetDeps, selector: string): LineTarget {
  // A folder counts, too: it is no file, and saying that helps more than looking for its name in the notes.
  const wanted = parseSelector(selector, (path) => !path.includes("\0") && existsSync(absolute(deps.layout, path)));
  if (wanted.kind === "path") return { path: wanted.path, from: 1, to: null };
  if (wanted.kind === "lines") {
    return { path: wanted.path, from: wanted.startLine, to: wanted.isStart ? null : wanted.endLine };
  }
  const { file, startLine, endLine } = select(deps.select, selector);
  return { path: file.path, from: startLine, to: endLine };
}

function emptyResult(path: string): GetResult {
  const none = { startLine: 0, endLine: 0, totalLines: 0, text: "", truncated: false, nextFrom: null };
  return { path, ...none, citation: path, origin: "system", untrusted: [] };
}

function lastLine({ path, from, to }: LineTarget, totalLines: number): number {
  if (from <= totalLines) return Math.min(to ?? totalLines, totalLines);
  throw new MemoryError(`Cannot read line ${from} of "${path}": it has ${totalLines} lines`, {
    hint: `read its end with: memory get ${path}:${Math.max(1, totalLines - 20)}`,
  });
}

/** Returns as many whole lines as fit; of a first line that is too long by itself its beginning. */
function cutLines(lines: readonly string[], { lines: maxLines, chars: maxChars }: GetConfig) {
  let used = 0;
  let count = 0;
  for (const line of lines.slice(0, maxLines)) {
    const cost = codePoints(line) + (count === 0 ? 0 : 1);
    if (used + cost > maxChars) break;
    used += cost;
    count++;
  }
  if (count === 0) return { text: cutCodePoints(lines[0] ?? "", maxChars), lines: 1, isCut: true };
  return { text: lines.slice(0, count).join("\n"), lines: count, isCut: false };
}

/** Returns neighbouring untrusted lines as ranges. */
function untrustedRanges(origins: readonly PlacedOrigin[]): GetResult["untrusted"] {
  const ranges: { startLine: number; endLine: number }[] = [];
  for (const { origin, startLine, endLine } of origins) {
    if (origin !== "untrusted") continue;
    const open = ranges.at(-1);
    if (open !== undefined && open.endLine + 1 >= startLine) open.endLine = endLine;
    else ranges.push({ startLine, endLine });
  }
  return ranges;
}
