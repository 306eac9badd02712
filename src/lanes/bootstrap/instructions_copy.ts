/**
 * The injected copy of `AGENTS.md`: every line that is not known to be untrusted; over budget its first and last lines
 * (SPEC 9.1, `mayInstruct`).
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import { mayInstruct } from "../../provenance/predicates.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { scanMarkdown } from "../../workspace/scan_markdown.ts";
import { visibleLines } from "../../workspace/visible_lines.ts";
import { harmless, IN_COMMENT, type InjectedCopy, type LeftOut, OVER_BUDGET } from "./injected_copy.ts";

/** What decides about the copy beside the file. */
export interface InstructionsContext {
  /** Where the lines come from, live. */
  readonly originsOf: OriginReader;
  /** Share of the room that the first lines get, 0 to 1. */
  readonly headShare: number;
}

/** A line as it would be printed. */
interface PrintedLine {
  readonly line: number;
  readonly text: string;
}

/** Returns the copy, at most `budgetChars` long. */
export function instructionsCopy(
  file: { readonly path: string; readonly text: string },
  budgetChars: number,
  context: InstructionsContext,
): InjectedCopy {
  const { allowed, leftOut } = admit(file, context.originsOf);
  const whole = print(allowed);
  if (codePoints(whole) <= budgetChars) return { text: whole, truncated: false, leftOut };
  // The marker is measured at its longest; two line ends stand around it.
  const longest = marker(file.path, allowed.at(-1)?.line ?? 0, allowed.at(-1)?.line ?? 0);
  const room = budgetChars - codePoints(longest) - 2;
  const head = fitting(allowed, room * context.headShare);
  const tail = fitting(allowed.slice(head.count).reverse(), room - head.chars);
  const middle = allowed.slice(head.count, allowed.length - tail.count);
  const first = middle.at(0)?.line ?? 0;
  const text = [
    ...allowed.slice(0, head.count).map((line) => line.text),
    marker(file.path, first, middle.at(-1)?.line ?? first),
    ...allowed.slice(allowed.length - tail.count).map((line) => line.text),
  ].join("\n");
  const dropped = middle.filter((line) => line.text !== "").map(({ line }) => ({ line, reason: OVER_BUDGET }));
  return {
    text: codePoints(text) <= budgetChars ? text : "",
    truncated: true,
    leftOut: [...leftOut, ...dropped].sort((a, b) => a.line - b.line),
  };
}

function marker(path: string, first: number, last: number): string {
  return `[lines ${first} to ${last} of ${path} are left out here: they did not fit. Read them with: memory get ${path}:${first}]`;
}

/** Returns how many lines from the start fit, and their chars with line ends. */
function fitting(lines: readonly PrintedLine[], roomChars: number): { count: number; chars: number } {
  const fits = { count: 0, chars: 0 };
  for (const { text } of lines) {
    const cost = codePoints(text) + 1;
    if (fits.chars + cost > roomChars) break;
    fits.count++;
    fits.chars += cost;
  }
  return fits;
}

function admit(
  { path, text }: { readonly path: string; readonly text: string },
  originsOf: OriginReader,
): { allowed: PrintedLine[]; leftOut: LeftOut[] } {
  const lines = scanMarkdown(text);
  const origins = originsOf(path, lines.map((line) => line.text));
  const visible = visibleLines(lines);
  const allowed: PrintedLine[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, line] of lines.entries()) {
    const seen = visible[at] ?? null;
    if (seen === null && line.text.trim() === "") continue;
    if (seen === null && stripAnnotations(line.text).trim() !== "") {
      leftOut.push({ line: line.number, reason: IN_COMMENT });
      continue;
    }
    const printed = { line: line.number, text: harmless(seen ?? "") };
    const origin = origins[at];
    const verdict = origin === undefined ? { passes: false, reason: "its origin is not known" } : mayInstruct(origin);
    if (line.kind === "blank" || verdict.passes) allowed.push(printed);
    else leftOut.push({ line: line.number, reason: verdict.reason ?? "refused" });
  }
  return { allowed, leftOut };
}

function print(lines: readonly PrintedLine[]): string {
  return lines.map((line) => line.text).join("\n").replace(/^\n+|\s+$/g, "");
}
