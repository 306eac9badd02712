/**
 * Annotations: HTML comments that say how a line is to be remembered (SPEC 3.4, 5 step 4). Read by plain code, never by a
 * model. A comment counts if it opens and closes on one line, outside code, and has a known name.
 *
 * @module
 */
import { hasUntrustedMark } from "../provenance/mark.ts";
import { type Annotations, NO_ANNOTATIONS } from "./annotation_fields.ts";
import { AnnotationReader } from "./annotation_reader.ts";
import { commentSpans } from "./comment_spans.ts";

export { type Annotations, NO_ANNOTATIONS } from "./annotation_fields.ts";
export { formatAnnotations } from "./format_annotations.ts";
export { formatAnchor, parseAnchor, type SourceAnchor } from "./source_anchor.ts";

/**
 * Returns what the annotations of a line, or of the lines of an entry, say. Never throws; the very object
 * {@linkcode NO_ANNOTATIONS} where there are none.
 *
 * A project that is malformed or never closed makes `projects` `invalid`, since the line must not pass for one that
 * belongs everywhere.
 */
export function parseAnnotations(text: string): Annotations {
  if (!text.includes("<!--")) return NO_ANNOTATIONS;
  const reader = new AnnotationReader();
  if (hasUntrustedMark(text)) reader.markUntrusted();
  for (const line of text.split("\n")) {
    const comments = commentSpans(line);
    for (const span of comments.spans) reader.read(span.content);
    for (const at of comments.unclosed) reader.readUnclosed(line.slice(at));
  }
  return reader.isEmpty ? NO_ANNOTATIONS : reader.annotations();
}

/**
 * Returns the text without its annotations (malformed ones too) and without trailing blanks on each line. Other comments,
 * comments in code and unclosed ones stay.
 */
export function stripAnnotations(text: string): string {
  if (text.includes("\n")) return text.split("\n").map(stripAnnotations).join("\n");
  if (!text.includes("<!--")) return text.trimEnd();
  let kept = "";
  let from = 0;
  for (const span of commentSpans(text).spans) {
    if (!AnnotationReader.isKnown(span.content)) continue;
    kept += text.slice(from, span.start);
    from = span.end;
    // Of the blanks on both sides of a comment in the middle of a line, one side is enough.
    if (/[ \t]$|^$/.test(kept)) { while (text.charAt(from) === " " || text.charAt(from) === "\t") from++; }
  }
  return (kept + text.slice(from)).trimEnd();
}
