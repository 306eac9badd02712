/**
 * HTML comments of a line, as far as they are no code.
 *
 * @module
 */

/** One comment that opens and closes on the line. */
export interface CommentSpan {
  /** UTF-16 offset of `<!--`. */
  readonly start: number;
  /** UTF-16 offset behind `-->`. */
  readonly end: number;
  /** What stands between, trimmed. */
  readonly content: string;
}

/** The comments of a line. */
export interface LineComments {
  /** Comments that are whole, left to right. */
  readonly spans: readonly CommentSpan[];
  /**
   * Offsets of each `<!--` outside code that has no `-->` before the next `<!--` or the end of the line. The last one
   * may close on a later line.
   */
  readonly unclosed: readonly number[];
}

/**
 * Returns the comments of one line outside code spans, left to right.
 *
 * A comment begins at the last `<!--` before its `-->`: what stands open before it is text, so that text ending in
 * `<!--` cannot swallow the comment that a writer adds behind it. `<!-->` and `<!--->` are comments without content. A
 * code span is closed by as many backticks as it was opened with, on the same line.
 */
export function commentSpans(line: string): LineComments {
  if (!line.includes(OPEN)) return NO_COMMENTS;
  const found: Found = { line, spans: [], unclosed: [], nextClose: -1 };
  let codeEnd: ((at: number) => number) | undefined;
  // From one place that counts to the next, each looked for once: words between them cost next to nothing.
  let open = nextOf(line, OPEN, 0);
  let tick = nextOf(line, "`", 0);
  while (open < line.length) {
    const at = tick < open
      ? (codeEnd ??= codeSpanFinder(line))(tick)
      : shortCommentEnd(line, open) ?? readComment(found, open);
    if (open < at) open = nextOf(line, OPEN, at);
    if (tick < at) tick = nextOf(line, "`", at);
  }
  return found;
}

const OPEN = "<!--";
const CLOSE = "-->";
const BACKTICK = 0x60;
const NO_COMMENTS: LineComments = { spans: [], unclosed: [] };

/** Returns the offset of the first `sign` at or behind `from`; past the end of the line if there is none. */
function nextOf(line: string, sign: string, from: number): number {
  const at = line.indexOf(sign, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

interface Found {
  readonly line: string;
  readonly spans: CommentSpan[];
  readonly unclosed: number[];
  /** Offset of the first `-->` at or behind the last place asked for: a line of many `<!--` stays linear. */
  nextClose: number;
}

function readComment(found: Found, start: number): number {
  const { line } = found;
  const inner = start + OPEN.length;
  if (found.nextClose < inner) {
    const at = line.indexOf(CLOSE, inner);
    found.nextClose = at < 0 ? Number.POSITIVE_INFINITY : at;
  }
  const close = found.nextClose;
  const reopened = line.indexOf(OPEN, inner);
  if (close === Number.POSITIVE_INFINITY || (reopened >= 0 && reopened < close)) {
    found.unclosed.push(start);
    return inner;
  }
  const end = close + CLOSE.length;
  found.spans.push({ start, end, content: line.slice(inner, close).trim() });
  return end;
}

/** `<!-->` and `<!--->` end where they begin. */
function shortCommentEnd(line: string, at: number): number | null {
  const inner = at + OPEN.length;
  if (line.charAt(inner) === ">") return inner + 1;
  return line.startsWith("->", inner) ? inner + 2 : null;
}

/** Returns a function that gives the end of the code span, or of the backticks that open none, at a backtick. */
export function codeSpanFinder(line: string): (at: number) => number {
  // Where no run of a length is left, none need be looked for again: a line of backticks stays linear.
  const exhausted = new Set<number>();
  return (at) => {
    const open = runEnd(line, at);
    const length = open - at;
    if (exhausted.has(length)) return open;
    for (let next = line.indexOf("`", open); next >= 0;) {
      const end = runEnd(line, next);
      if (end - next === length) return end;
      next = line.indexOf("`", end);
    }
    exhausted.add(length);
    return open;
  };
}

function runEnd(line: string, start: number): number {
  let at = start;
  while (line.charCodeAt(at) === BACKTICK) at++;
  return at;
}
