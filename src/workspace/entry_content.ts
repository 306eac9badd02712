/**
 * What an entry of several lines says: its text without annotations, and its annotations together.
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";
import { type Annotations, NO_ANNOTATIONS, parseAnnotations, stripAnnotations } from "./annotation.ts";
import type { MarkdownLine } from "./scan_markdown.ts";

/** The content of an entry. */
export interface EntryContent {
  /** Without the list marker of the first line; children keep their indentation relative to the entry's text. */
  readonly text: string;
  readonly annotations: Annotations;
}

/**
 * Returns the content of an entry. Annotations inside code are text. Of several lines the largest importance and the
 * earliest expiry win, lists are joined, and of the rest the first value counts.
 *
 * @param lines never empty
 */
export function entryContent(lines: readonly MarkdownLine[]): EntryContent {
  const [first, ...rest] = lines;
  const head = first === undefined ? "" : isCode(first) ? first.text : stripAnnotations(first.content);
  const texts = rest.flatMap((line) => {
    const text = isCode(line) ? line.text : stripAnnotations(line.text);
    // A line of nothing but annotations leaves no gap; a blank line of the person's own stays.
    return text.trim() === "" && line.text.trim() !== "" ? [] : [text];
  });
  const indent = Math.min(...texts.filter((text) => text.trim() !== "").map(indentOf));
  const children = texts.map((text) => text.slice(Math.min(indent, indentOf(text))).trimEnd());
  const annotations = lines.filter((line) => !isCode(line)).map((line) => parseAnnotations(line.text));
  return { text: [head, ...children].join("\n").trimEnd(), annotations: annotations.reduce(merged, NO_ANNOTATIONS) };
}

function isCode(line: MarkdownLine): boolean {
  return line.kind === "code" || line.kind === "fence";
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function merged(a: Annotations, b: Annotations): Annotations {
  return {
    importance: a.importance === null ? b.importance : Math.max(a.importance, b.importance ?? a.importance),
    triggers: [...new Set([...a.triggers, ...b.triggers])],
    projects: mergedProjects(a.projects, b.projects),
    key: a.key ?? b.key,
    sources: [...a.sources, ...b.sources],
    observed: a.observed ?? b.observed,
    status: a.status ?? b.status,
    expires: earliest(a.expires, b.expires),
    isUntrusted: a.isUntrusted || b.isUntrusted,
    malformed: [...a.malformed, ...b.malformed],
  };
}

function mergedProjects(a: Annotations["projects"], b: Annotations["projects"]): Annotations["projects"] {
  if (a === "invalid" || b === "invalid") return "invalid";
  return a === null || b === null ? a ?? b : [...new Set([...a, ...b])];
}

function earliest(a: LocalDay | null, b: LocalDay | null): LocalDay | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
