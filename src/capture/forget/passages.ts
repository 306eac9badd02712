/**
 * The passages of a file: what is read, and so forgotten, as a whole (SPEC 7.6).
 *
 * @module
 */
import { pathRule } from "../../provenance/tier.ts";
import type { SourceAnchor } from "../../workspace/annotation.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { claimBlocks } from "../../workspace/claim_blocks.ts";
import { type CuratedEntry, parseCurated } from "../../workspace/curated.ts";
import { type MarkdownLine, scanMarkdown } from "../../workspace/scan_markdown.ts";

/** Some lines that stand or go together. */
export interface Passage {
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Without markers and annotations; wrapped lines joined by a blank, those of a report by a sign that parts them. */
  readonly text: string;
  /** Raw lines without line ends, one string. */
  readonly raw: string;
  /**
   * What it is: a `statement` is remembered as forgotten and its copies go too; of a `theme` of a report, one word or two,
   * only what nothing else bears out; an `other` line (heading, code, table, rule) only says what it says.
   */
  readonly kind: "statement" | "theme" | "other";
  /** Of an entry of a curated file where it says it comes from; else empty. */
  readonly sources: readonly SourceAnchor[];
  /** The entry of a curated file, else `null`. */
  readonly entry: CuratedEntry | null;
}

/** Returns the passages of a file in order; blank lines are none. */
export function passagesOf(path: string, text: string): Passage[] {
  const { tier } = pathRule(path);
  const lines = scanMarkdown(text);
  if (tier === "curated") return curatedPassages(text, lines);
  return tier === "review" ? reportPassages(lines) : notePassages(lines);
}

/** Returns the theme that a passage tells of. */
export function themeOf({ text }: Passage): string {
  return text.slice(0, text.lastIndexOf(": "));
}

function notePassages(lines: readonly MarkdownLine[]): Passage[] {
  const stated = claimBlocks(lines).map((block) => passageOf(block, "statement"));
  return withOthers(stated, lines);
}

function curatedPassages(text: string, lines: readonly MarkdownLine[]): Passage[] {
  const entries = parseCurated(text).entries.map((entry): Passage => ({
    startLine: entry.startLine,
    endLine: entry.endLine,
    text: entry.text,
    raw: entry.raw.replace(/(?:\r?\n)+$/, ""),
    kind: "statement",
    sources: entry.annotations.sources,
    entry,
  }));
  return withOthers(entries, lines);
}

/** An item of a report goes with what is said about it below; a line of a change stands alone. */
function reportPassages(lines: readonly MarkdownLine[]): Passage[] {
  const passages: Passage[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at];
    if (first === undefined) break;
    let end = at + 1;
    if (first.kind === "bullet") {
      while (lines[end]?.kind === "text" && (lines[end]?.indent ?? 0) > first.indent) end++;
    }
    const kind = THEME.test(first.text) ? "theme" : "other";
    // Each line of a report says something of its own.
    if (first.kind !== "blank") passages.push(passageOf(lines.slice(at, end), kind, " | "));
    at = end;
  }
  return passages;
}

/** As the page of a night tells of a theme. */
const THEME = /^- .{1,80}: \d+ notes? on \d+ days?, /;

function withOthers(stated: readonly Passage[], lines: readonly MarkdownLine[]): Passage[] {
  const taken = new Set<number>();
  for (const { startLine, endLine } of stated) for (let line = startLine; line <= endLine; line++) taken.add(line);
  const others = lines.filter((line) => line.kind !== "blank" && !taken.has(line.number));
  return [...stated, ...others.map((line) => passageOf([line], "other"))].sort((a, b) => a.startLine - b.startLine);
}

/** `between`: what stands for a line end in the text. */
function passageOf(block: readonly MarkdownLine[], kind: Passage["kind"], between = " "): Passage {
  const [first, last] = [block[0], block.at(-1)];
  return {
    startLine: first?.number ?? 1,
    endLine: last?.number ?? 1,
    text: block.map((line) => line.kind === "comment" ? line.text : stripAnnotations(line.content)).join(between),
    raw: block.map((line) => line.text).join("\n"),
    kind,
    sources: [],
    entry: null,
  };
}
