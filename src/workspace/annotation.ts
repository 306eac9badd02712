/**
 * Annotations: HTML comments that say how a line is to be remembered (SPEC 3.4, 5 step 4). Read by plain code, never by a
 * model. A comment counts if it opens and closes on one line, outside code, and has a known name.
 *
 * @module
 */
import { hasUntrustedMark } from "../provenance/mark.ts";
import { type Annotations, NO_ANNOTATIONS } from "./annotation_fields.ts";
import { AnnotationReader, isAnnotation } from "./annotation_reader.ts";
import { type CommentSpan, commentSpans, type LineComments } from "./comment_spans.ts";

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
  for (const line of text.split("\n")) readComments(reader, line, commentSpans(line));
  return reader.annotations();
}

/**
 * Returns what {@linkcode stripAnnotations} and {@linkcode parseAnnotations} do of one line, whose comments are looked for
 * once.
 */
export function readAnnotated(line: string): { readonly text: string; readonly annotations: Annotations } {
  if (!line.includes("<!--")) return { text: line.trimEnd(), annotations: NO_ANNOTATIONS };
  const comments = commentSpans(line);
  const reader = new AnnotationReader();
  if (hasUntrustedMark(line)) reader.markUntrusted();
  readComments(reader, line, comments);
  return { text: withoutSpans(line, comments.spans), annotations: reader.annotations() };
}

function readComments(reader: AnnotationReader, line: string, comments: LineComments): void {
  for (const span of comments.spans) reader.read(span.content);
  for (const at of comments.unclosed) reader.readUnclosed(line.slice(at));
}

/**
 * Returns the text without its annotations (malformed ones too) and without trailing blanks on each line. Other comments,
 * comments in code and unclosed ones stay.
 */
export function stripAnnotations(text: string): string {
  if (text.includes("\n")) return text.split("\n").map(stripAnnotations).join("\n");
  if (!text.includes("<!--")) return text.trimEnd();
  return withoutSpans(text, commentSpans(text).spans);
}

function withoutSpans(text: string, spans: readonly CommentSpan[]): string {
  let kept = "";
  let from = 0;
  for (const span of spans) {
    if (!isAnnotation(span.content)) continue;
    kept += text.slice(from, span.start);
    from = span.end;
    // Of the blanks on both sides of a comment in the middle of a line, one side is enough.
    if (kept === "" || isBlank(kept, kept.length - 1)) { while (isBlank(text, from)) from++; }
  }
  return (kept + text.slice(from)).trimEnd();
}

function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x20 || unit === 0x09;
}
