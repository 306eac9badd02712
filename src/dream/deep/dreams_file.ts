/**
 * `DREAMS.md`: one page a night, the newest on top, where a person looks first. What else stands in the file stays.
 *
 * @module
 */
import { existsSync, rmSync } from "node:fs";
import { MemoryError } from "../../base/errors.ts";
import { writeFileAtomic } from "../../workspace/atomic_write.ts";
import { absolute, DREAMS_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { readTextFile } from "../../workspace/read_text.ts";
import { writtenPath } from "../../workspace/written_path.ts";

/** What a new file begins with. */
const HEAD = "# Dreams\n\nWhat was kept overnight, and why. For people: never indexed, never given to an agent.\n";
/** Attempts with another writer at work: an editor saves once, not three times in a row. */
const ATTEMPTS = 3;
/** A file above this is left alone and a person is told (16 MiB, the limit of the lister). */
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns the text of the file, or an empty one if there is no file. */
export function readDreams(layout: WorkspaceLayout): string {
  return read(absolute(layout, DREAMS_FILE)).text;
}

/**
 * Puts a page on top of the file and returns the file's path.
 *
 * @throws {MemoryError} failed, if the file cannot be read as text or is changed again and again
 */
export function addPage(layout: WorkspaceLayout, page: string): string {
  const path = absolute(layout, writtenPath(layout, DREAMS_FILE, "write"));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { text, hash } = read(path);
    const outcome = writeFileAtomic(path, withPage(text, page), { expectedHash: hash, within: layout.root });
    if (outcome === "written") return DREAMS_FILE;
  }
  throw changedAgain();
}

/** A page by the marks that stand in it, each on a line of its own. */
export interface PageMarks {
  /** The beginning of the line below the heading. */
  readonly mark: string;
  /** The last line. */
  readonly end: string;
}

/**
 * Takes pages out of the file and returns how many there were. A file in which nothing else stands is removed.
 *
 * @throws {MemoryError} failed, if the file cannot be read as text or is changed again and again
 */
export function dropPages(layout: WorkspaceLayout, marks: PageMarks): number {
  const path = absolute(layout, DREAMS_FILE);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { text, hash } = read(path);
    const { rest, count } = withoutPages(text, marks);
    if (count === 0) return 0;
    const isEmpty = rest.replaceAll("\r\n", "\n").trim() === HEAD.trim();
    if (isEmpty && read(path).hash === hash) {
      rmSync(path);
      return count;
    }
    if (!isEmpty && writeFileAtomic(path, rest, { expectedHash: hash, within: layout.root }) === "written") {
      return count;
    }
  }
  throw changedAgain();
}

/** Returns the text without the pages; every other byte stays. Puts back what {@linkcode withPage} found. */
export function withoutPages(text: string, { mark, end }: PageMarks): { rest: string; count: number } {
  const lines = text.split(/(?<=\n)/);
  const kept: string[] = [];
  let count = 0;
  for (let at = 0; at < lines.length; at++) {
    const last = isPage(lines, at, mark) ? endOfPage(lines, at, end) : null;
    if (last === null) kept.push(lines[at] ?? "");
    else {
      count++;
      // The empty line that parts the page from the next one, or the last page from what stands above it, is ours as well.
      if (last === lines.length - 1 && kept.at(-1)?.trim() === "") kept.pop();
      at = (lines[last + 1] ?? "").trim() === "" ? last + 1 : last;
    }
  }
  return { rest: kept.join(""), count };
}

/** A heading, an empty line, and the mark. */
function isPage(lines: readonly string[], at: number, mark: string): boolean {
  return (lines[at] ?? "").startsWith("## ") && (lines[at + 1] ?? "").trim() === "" &&
    (lines[at + 2] ?? "").startsWith(mark);
}

/** The line of the end mark; without one the page ends where the next one begins. */
function endOfPage(lines: readonly string[], at: number, end: string): number {
  for (let line = at + 1; line < lines.length; line++) {
    if (lines[line]?.trim() === end) return line;
    if (lines[line]?.startsWith("## ")) return line - 1;
  }
  return lines.length - 1;
}

function changedAgain(): MemoryError {
  return new MemoryError(`Cannot write "${DREAMS_FILE}": it was changed ${ATTEMPTS} times while it was being written`, {
    hint: "close the program that saves it and run it again: memory dream",
  });
}

/** Returns the file's text with a page put before the first one, below the title and what introduces it. */
export function withPage(text: string, page: string): string {
  if (text.trim() === "") return `${HEAD}\n${page}`;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const block = page.replace(/\n/g, eol);
  const first = /^## /m.exec(text)?.index;
  if (first !== undefined) return `${text.slice(0, first)}${block}${eol}${text.slice(first)}`;
  return `${text.replace(/\s+$/, "")}${eol}${eol}${block}`;
}

function read(path: string): { text: string; hash: string | null } {
  if (!existsSync(path)) return { text: "", hash: null };
  const file = readTextFile(path, { maxBytes: MAX_BYTES });
  if (file.kind === "skipped" || file.encoding !== "utf-8" || file.invalidBytes > 0) {
    const reason = file.kind === "skipped" ? file.reason : "it is not UTF-8";
    throw new MemoryError(`Cannot add to "${DREAMS_FILE}": ${reason}`, { hint: `move "${path}" aside` });
  }
  return { text: file.hadBom ? `\uFEFF${file.text}` : file.text, hash: file.hash };
}
