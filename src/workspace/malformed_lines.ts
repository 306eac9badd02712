/**
 * Annotations of a file that cannot be read (SPEC 5, step 4).
 *
 * @module
 */
import { parseAnnotations } from "./annotation.ts";
import { isCode, type MarkdownLine } from "./markdown_line.ts";

/** A line with an annotation that says nothing. */
export interface MalformedLine {
  /** 1-based. */
  readonly line: number;
  /** The annotation, or its beginning where it has no end. */
  readonly problem: string;
}

/** Returns the malformed annotations of lines, in order; inside code they are text. */
export function malformedLines(lines: readonly MarkdownLine[]): MalformedLine[] {
  return lines.filter((line) => line.text.includes("<!--") && !isCode(line))
    .flatMap(({ text, number }) => parseAnnotations(text).malformed.map((problem) => ({ line: number, problem })));
}
