/**
 * `DREAMS.md`: one page a night, the newest on top, where a person looks first. What else stands in the file stays.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { MemoryError } from "../../base/errors.ts";
import { writeFileAtomic } from "../../workspace/atomic_write.ts";
import { absolute, DREAMS_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { readTextFile } from "../../workspace/read_text.ts";

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
  const path = absolute(layout, DREAMS_FILE);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { text, hash } = read(path);
    const outcome = writeFileAtomic(path, withPage(text, page), { expectedHash: hash, within: layout.root });
    if (outcome === "written") return DREAMS_FILE;
  }
  throw new MemoryError(`Cannot write "${DREAMS_FILE}": it was changed ${ATTEMPTS} times while it was being written`, {
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
