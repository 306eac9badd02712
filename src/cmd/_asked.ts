import type { App } from "../app/app.ts";
import { selectDeps } from "../app/select_deps.ts";
import { MemoryError } from "../base/errors.ts";
import { readQuestion } from "../lanes/search/question.ts";
import { select } from "../select/select.ts";
import type { SourceAnchor } from "../workspace/annotation.ts";
import { stripAnnotations } from "../workspace/annotation.ts";

/** What a search is for. */
export interface Asked {
  /** The question, or the text of the lines that something is related to. */
  readonly query: string;
  /** The part of it that asks, for the vector lane. */
  readonly asked: string;
  /** Those lines; `null` for a question. */
  readonly own: SourceAnchor | null;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/**
 * Returns what a search is for: the words of the command line, or the lines that `--related` names.
 *
 * @throws {MemoryError} usage, if there is neither or both, or the lines cannot be told; failed, if they are not there
 */
export function readAsked(app: App, words: readonly string[], related: string | undefined): Asked {
  if (related === undefined) {
    if (words.length === 0) throw usage("Missing argument QUERY: what to look for, or --related with a line");
    const { query, notices } = shortened(words.join(" "));
    return { query, asked: readQuestion(query).asked, own: null, notices };
  }
  if (words.length > 0) {
    throw usage(`Cannot use QUERY "${words.join(" ")}" together with --related: each is a question`);
  }
  const { file, startLine, endLine, lines } = select(selectDeps(app), related);
  const query = textOf(lines);
  if (!/[\p{L}\p{N}\p{S}]/u.test(query)) {
    const place = `${file.path}#L${startLine}-L${endLine}`;
    throw new MemoryError(`Cannot look for what is related to "${place}": there is no word in it`, {
      kind: "usage",
      hint: "name lines that say something, as in: memory search --related MEMORY.md:3",
    });
  }
  return { query, asked: query, own: { path: file.path, startLine, endLine }, notices: [] };
}

/** A longer text is a document and no question: each of its words is looked up, which takes seconds. */
const MOST_QUERY_CHARS = 20_000;

/** Returns what is looked for of a text, and that it is not all. */
function shortened(text: string): Pick<Asked, "query" | "notices"> {
  if (text.length <= MOST_QUERY_CHARS) return { query: text, notices: [] };
  const chars = [...text];
  if (chars.length <= MOST_QUERY_CHARS) return { query: text, notices: [] };
  const notice = `The question has ${chars.length} chars; only its first ${MOST_QUERY_CHARS} were looked for`;
  return { query: chars.slice(0, MOST_QUERY_CHARS).join(""), notices: [notice] };
}

/** A quotation in a note demands nothing of what is related to it. */
function textOf(lines: readonly string[]): string {
  return lines.map((line) => stripAnnotations(line).replace(MARKER, "").replace(/["\u201c\u201d]/g, " ").trim())
    .filter((line) => line !== "").join("\n");
}

/** Of a list item. */
const MARKER = /^\s*(?:[-*+]|\d+[.)])\s+/;

function usage(message: string): MemoryError {
  return new MemoryError(message, { kind: "usage", hint: '"memory help search" shows how it is used' });
}
