/**
 * Step 4 of the index pipeline: the annotations of each line (SPEC 5).
 *
 * @module
 */
import { type Annotations, NO_ANNOTATIONS, parseAnnotations, stripAnnotations } from "../workspace/annotation.ts";
import type { MarkdownLine } from "../workspace/scan_markdown.ts";

/** A line with its annotations taken out. */
export interface AnnotatedLine {
  readonly line: MarkdownLine;
  /** The line's text without annotations. */
  readonly text: string;
  readonly annotations: Annotations;
}

/** Returns each line with its annotations; inside code, comments are text. */
export function annotate(lines: readonly MarkdownLine[]): AnnotatedLine[] {
  return lines.map((line) =>
    line.kind === "code" || line.kind === "fence"
      ? { line, text: line.text, annotations: NO_ANNOTATIONS }
      : { line, text: stripAnnotations(line.text), annotations: parseAnnotations(line.text) }
  );
}
