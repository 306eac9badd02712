/**
 * What an entry of several lines says: its text without annotations, and its annotations together.
 *
 * @module
 */
import { type Annotations, parseAnnotations, readAnnotated, stripAnnotations } from "./annotation.ts";
import { isCode, type MarkdownLine } from "./markdown_line.ts";

/** The content of an entry. */
export interface EntryContent {
  /** Without the list marker of the first line; children keep their indentation relative to each other. */
  readonly text: string;
  /** Of all lines together; those inside code are text. */
  readonly annotations: Annotations;
}

/**
 * Returns the content of an entry.
 *
 * @param lines never empty
 */
export function entryContent(lines: readonly MarkdownLine[]): EntryContent {
  const [first, ...rest] = lines;
  // Nearly every entry is one item on one line. Its marker holds nothing that could be a comment or begin code.
  if (first?.kind === "bullet" && rest.length === 0) return readAnnotated(first.content);
  const head = first === undefined ? "" : isCode(first) ? first.text : stripAnnotations(first.content);
  // Code may stand further left than the list it is in; it must not decide how far the rest is moved.
  const indent = rest.filter((line) => !isCode(line) && line.kind !== "blank")
    .reduce((least, line) => Math.min(least, indentOf(line.text)), Number.POSITIVE_INFINITY);
  const children = rest.flatMap((line) => {
    const text = isCode(line) ? line.text : stripAnnotations(line.text);
    // A line of nothing but annotations leaves no gap; a blank line of the person's own stays.
    if (text.trim() === "" && line.text.trim() !== "") return [];
    return [text.slice(Math.min(indent, indentOf(text))).trimEnd()];
  });
  const annotated = lines.filter((line) => !isCode(line)).map((line) => line.text);
  return {
    // A marker with nothing but annotations leaves no gap either.
    text: (head === "" ? children : [head, ...children]).join("\n").trimEnd(),
    annotations: parseAnnotations(annotated.join("\n")),
  };
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
