/**
 * The injected copy of a diary, on request only: its newest statements that lane 2 may use, whole ones, within a budget,
 * in file order (SPEC 9.1). Nobody vetted a diary, and the frame says so.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { codePoints } from "../../base/text/measure.ts";
import type { LineOrigin } from "../../provenance/origin.ts";
import type { Verdict } from "../../provenance/predicates.ts";
import { parseAnnotations, stripAnnotations } from "../../workspace/annotation.ts";
import { isDayHeading, isDiaryPath } from "../../workspace/diary.ts";
import { pathRule } from "../../provenance/tier.ts";
import { type MarkdownLine, scanMarkdown } from "../../workspace/scan_markdown.ts";
import { visibleLines } from "../../workspace/visible_lines.ts";
import type { MayUse } from "../escalate/may_use.ts";
import type { LiveFile, LiveFiles } from "../live_files.ts";
import { harmless, IN_COMMENT, type InjectedCopy, type LeftOut, OVER_BUDGET } from "./injected_copy.ts";

/** What decides about the copy beside the file. */
export interface RecentContext {
  /** Reads the file, and says where its lines come from, live. */
  readonly files: LiveFiles;
  /** Statements that expired before it are left out. */
  readonly today: LocalDay;
  /** Statements of other projects are left out. */
  readonly activeProjects: ReadonlySet<string>;
  /** Asked for each line: what others read along, or what did not come from an interactive session, is left out. */
  readonly mayUse: MayUse;
}

/**
 * Returns the diaries of the newest days that have one, the latest last.
 *
 * @param paths of all indexed files
 * @param days how many
 */
export function recentDiaries(paths: Iterable<string>, today: LocalDay, days: number): string[] {
  const diaries = [...paths].filter(isDiaryPath).map((path) => ({ path, day: pathRule(path).day ?? "" }))
    .filter(({ day }) => day <= today);
  const newest = new Set([...new Set(diaries.map(({ day }) => day))].sort().slice(-days));
  return diaries.filter(({ day }) => newest.has(day))
    .sort((a, b) => compare(a.day, b.day) || compare(a.path, b.path))
    .map(({ path }) => path);
}

/** Returns the source to write on the frame of a diary. */
export function diarySource(path: string): string {
  return `${path}, a diary that nobody vetted`;
}

/** Returns the copy, at most `budgetChars` long: where not all fits, the newest stay. */
export function recentCopy(file: LiveFile, budgetChars: number, context: RecentContext): InjectedCopy {
  const { allowed, leftOut } = admit(file, context);
  const whole = print(allowed);
  if (codePoints(whole) <= budgetChars) return { text: whole, truncated: false, leftOut };
  const room = budgetChars - codePoints(marker(file.path, allowed.length, allowed.length));
  const chosen = new Set<Statement>();
  let left = room;
  for (const statement of allowed.toReversed()) {
    // A heading may be printed again for each; then all of them fit in any case.
    const cost = codePoints(statement.text) + 1 + (statement.heading === "" ? 0 : codePoints(statement.heading) + 2);
    if (cost > left) continue;
    left -= cost;
    chosen.add(statement);
  }
  const dropped = allowed.filter((each) => !chosen.has(each)).map(({ line }) => ({ line, reason: OVER_BUDGET }));
  const shown = allowed.filter((each) => chosen.has(each));
  const text = shown.length === 0 ? "" : `${marker(file.path, shown.length, allowed.length)}${print(shown)}`;
  return { text, truncated: true, leftOut: [...leftOut, ...dropped].sort((a, b) => a.line - b.line) };
}

/** Stands before the newest, where the older ones would be; its line end is counted in. */
function marker(path: string, shown: number, all: number): string {
  const name = harmless(path).replace(/\s+/g, " ");
  return `[${shown} of ${all} statements of ${name} are shown; the rest did not fit. Read the file with: memory get ${name}]\n`;
}

/** A list item with what is indented below it, a line of prose, a block of code or a table. */
interface Statement {
  /** 1-based, its first line. */
  readonly line: number;
  /** As it would be printed. */
  readonly text: string;
  /** The heading above it, as it would be printed; `""` if there is none or it may not be shown. */
  readonly heading: string;
}

function admit(file: LiveFile, context: RecentContext): { allowed: Statement[]; leftOut: LeftOut[] } {
  const lines = scanMarkdown(file.text);
  const visible = visibleLines(lines);
  const origins = new Map(
    context.files.origins(file, 1, lines.length).map((origin) => [origin.startLine, origin] as const),
  );
  const allowed: Statement[] = [];
  const leftOut: LeftOut[] = [];
  let heading = "";
  for (const block of blocksOf(lines)) {
    const [first] = block;
    if (first === undefined || first.kind === "frontMatter" || first.kind === "rule") continue;
    const verdict = judge(block, { path: file.path, origins, context });
    const text = block.map(({ number }) => visible[number - 1] ?? null).filter((line) => line !== null).join("\n");
    if (!verdict.passes) leftOut.push({ line: first.number, reason: verdict.reason ?? "refused" });
    if (first.kind === "heading") heading = verdict.passes && origins.has(first.number) ? harmless(text) : "";
    else if (verdict.passes && text.trim() !== "") allowed.push({ line: first.number, text: harmless(text), heading });
    else if (verdict.passes && hasWords(block)) leftOut.push({ line: first.number, reason: IN_COMMENT });
  }
  return { allowed, leftOut };
}

function hasWords(block: readonly MarkdownLine[]): boolean {
  return block.some(({ text }) => stripAnnotations(text).trim() !== "");
}

interface Judged {
  readonly path: string;
  readonly origins: ReadonlyMap<number, LineOrigin>;
  readonly context: RecentContext;
}

/** One line that may not be shown takes its statement with it: half of one may say the opposite. */
function judge(
  block: readonly MarkdownLine[],
  { path, origins, context }: Judged,
): Verdict {
  for (const { number, text } of block) {
    if (text.trim() === "" || isDayHeading(text)) continue;
    const origin = origins.get(number);
    if (origin === undefined) return { passes: false, reason: "its origin is not known" };
    const verdict = context.mayUse(path, origin);
    if (!verdict.passes) return verdict;
  }
  const { expires, projects } = parseAnnotations(block.map(({ text }) => text).join("\n"));
  if (expires !== null && expires < context.today) return { passes: false, reason: "it is expired" };
  if (projects === "invalid") return { passes: false, reason: "its project annotation cannot be read" };
  const idle = projects?.find((key) => !context.activeProjects.has(key));
  return idle === undefined ? PASS : { passes: false, reason: `project "${idle}" is not active` };
}

const PASS: Verdict = { passes: true, reason: null };

/** Returns the lines cut into statements; blank lines part them and are left out. */
function blocksOf(lines: readonly MarkdownLine[]): MarkdownLine[][] {
  const blocks: MarkdownLine[][] = [];
  let open: MarkdownLine[] | null = null;
  for (const line of lines) {
    if (line.kind === "blank") open = null;
    else if (open !== null && belongs(line, open)) open.push(line);
    else blocks.push(open = [line]);
  }
  return blocks;
}

function belongs(line: MarkdownLine, open: readonly MarkdownLine[]): boolean {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined || first.kind === "heading" || line.kind === "heading") return false;
  if (SAME_BLOCK.has(line.kind)) return SAME_BLOCK.has(last.kind) || line.indent > first.indent;
  return line.kind === "comment" || (first.kind === "bullet" && (line.indent > first.indent || line.kind === "text"));
}

/** Code and tables go on over their lines. */
const SAME_BLOCK: ReadonlySet<string> = new Set(["code", "fence", "table", "frontMatter"]);

function print(statements: readonly Statement[]): string {
  let text = "";
  let heading = "";
  for (const statement of statements) {
    if (statement.heading !== heading && statement.heading !== "") {
      text += `${text === "" ? "" : "\n\n"}${statement.heading}`;
    }
    heading = statement.heading;
    text += `${text === "" ? "" : "\n"}${statement.text}`;
  }
  return text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
