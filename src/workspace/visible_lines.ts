/**
 * What a person sees of Markdown once it is rendered, as far as HTML comments go.
 *
 * @module
 */
import { codeSpanFinder } from "./comment_spans.ts";
import { isCode, type MarkdownLine } from "./markdown_line.ts";

/** What has to be known of a line. */
type Line = Pick<MarkdownLine, "text" | "kind">;

/**
 * Returns each line without HTML comments, known or not, on one line or over several; `null` where nothing but a comment
 * stands. Code stays as it is.
 *
 * A comment goes from the first `<!--` to the next `-->`, as in HTML. One that begins in the middle of a line ends in the
 * same paragraph or is text. One that begins a line hides all that follows if nothing closes it, as renderers have it; in
 * a list item or a quote only what belongs to that.
 */
export function visibleLines(lines: readonly Line[]): (string | null)[] {
  if (!lines.some(({ text }) => text.includes(OPEN))) return lines.map(({ text }) => text);
  const closes = closings(lines);
  let open: OpenComment | null = null;
  return lines.map((line, at) => {
    if (open === "item" && (line.text.trim() === "" || line.kind === "bullet" || line.kind === "heading")) open = null;
    if (open === null && (isCode(line) || !line.text.includes(OPEN))) return line.text;
    const seen = visiblePart(line.text, open, closes[at] ?? false);
    open = seen.open;
    return seen.text.trim() === "" ? null : seen.text.trimEnd();
  });
}

const OPEN = "<!--";
const CLOSE = "-->";
const BACKTICK = "`";
/** Blanks, list marks and quotes: what may stand before a comment that begins a line. */
const BEGINNING = /^(?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*$/;

/** How far a comment reaches that is not closed yet: to its end, or to that of the item it stands in. */
type OpenComment = "comment" | "item";

/** Returns for each line whether a `-->` stands below it, before the next blank line. */
function closings(lines: readonly Line[]): boolean[] {
  const found: boolean[] = [];
  let isBelow = false;
  for (let at = lines.length - 1; at >= 0; at--) {
    found[at] = isBelow;
    const text = lines[at]?.text ?? "";
    isBelow = text.includes(CLOSE) || (isBelow && text.trim() !== "");
  }
  return found;
}

interface Visible {
  readonly text: string;
  readonly open: OpenComment | null;
}

function visiblePart(line: string, wasOpen: OpenComment | null, closesInParagraph: boolean): Visible {
  let at = 0;
  if (wasOpen !== null) {
    const close = line.indexOf(CLOSE);
    if (close < 0) return { text: "", open: wasOpen };
    at = close + CLOSE.length;
  }
  const codeEnd = codeSpanFinder(line);
  let text = "";
  while (at < line.length) {
    if (line.charAt(at) === BACKTICK) {
      const end = codeEnd(at);
      text += line.slice(at, end);
      at = end;
    } else if (line.startsWith(OPEN, at)) {
      const end = commentEnd(line, at);
      if (end === null) {
        const open = reach(text, closesInParagraph);
        return { text: open === null ? text + line.slice(at) : text, open };
      }
      at = end;
      // Of the blanks on both sides of a comment in the middle of a line, one side is enough.
      if (/(?:^|[ \t])$/.test(text)) { while (line.charAt(at) === " ") at++; }
    } else text += line.charAt(at++);
  }
  return { text, open: null };
}

/** Returns the place behind a comment, or `null` if the line does not close it; `<!-->` and `<!--->` are whole. */
function commentEnd(line: string, at: number): number | null {
  const inner = at + OPEN.length;
  if (line.charAt(inner) === ">") return inner + 1;
  if (line.startsWith("->", inner)) return inner + 2;
  const close = line.indexOf(CLOSE, inner);
  return close < 0 ? null : close + CLOSE.length;
}

/** Returns how far a comment reaches that its line does not close, or `null` if it is text. */
function reach(before: string, closesInParagraph: boolean): OpenComment | null {
  if (closesInParagraph) return "comment";
  if (!BEGINNING.test(before)) return null;
  return before.trim() === "" ? "comment" : "item";
}
