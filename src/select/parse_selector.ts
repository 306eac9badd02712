/**
 * What a selector is by its form (SPEC 6): lines of a file, a key, or text. One reading for every command that takes one.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { foldWidth } from "../base/text/fold_width.ts";
import { parseAnchor } from "../workspace/annotation.ts";

/** A selector by its form; whether there is such a thing is another question. */
export type Selector =
  | { readonly kind: "path"; readonly path: string }
  | {
    readonly kind: "lines";
    readonly path: string;
    /** 1-based. */
    readonly startLine: number;
    /** 1-based, inclusive. */
    readonly endLine: number;
    /** Written `path:3`: the one line to most commands, where to begin for one that reads on. */
    readonly isStart: boolean;
  }
  | { readonly kind: "claim"; readonly key: string }
  | { readonly kind: "entry"; readonly key: string }
  | { readonly kind: "supersession"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/**
 * Returns what a selector is. A name may hold any character, `#` and `:` too, and text may look like a path: of several
 * readings the first whose file is there holds, the whole text before a path with lines.
 *
 * @param isFile whether a path names a file that may be read
 * @throws {MemoryError} usage: it is empty, or its lines are 0 or in the wrong order
 */
export function parseSelector(selector: string, isFile: (path: string) => boolean): Selector {
  const wanted = selector.trim();
  if (wanted === "") throw refuse(selector, "it is empty");
  return keyOf(wanted) ?? placeOf(wanted, isFile) ?? { kind: "text", text: wanted };
}

function keyOf(wanted: string): Selector | null {
  const [, sort, key] = /^([ce]):([0-9a-f]{12})$/i.exec(wanted) ?? [];
  if (sort !== undefined && key !== undefined) {
    const kind = sort.toLowerCase() === "c" ? "claim" : "entry";
    return { kind, key: `${sort}:${key}`.toLowerCase() };
  }
  const [, name] = /^k:(\S+)$/.exec(wanted) ?? [];
  return name === undefined ? null : { kind: "supersession", name };
}

function placeOf(wanted: string, isFile: (path: string) => boolean): Selector | null {
  const path = plain(wanted);
  if (isFile(path)) return { kind: "path", path };
  const readings = [citation(wanted), anchor(wanted), range(wanted)].filter((lines) => lines !== null);
  const lines = readings.find((reading) => isFile(reading.path)) ?? readings.find((it) => looksLikePath(it.path));
  if (lines !== undefined) return checked(lines, wanted);
  return looksLikePath(path) ? { kind: "path", path } : null;
}

type Lines = Extract<Selector, { readonly kind: "lines" }>;

/** `path#L3`, `path#L3-L5`: the path as it is. */
function citation(wanted: string): Lines | null {
  const [, path, start, end = start] = /^(.+)#L(\d{1,9})(?:-L?(\d{1,9}))?$/s.exec(wanted) ?? [];
  if (path === undefined) return null;
  return { kind: "lines", path: plain(path), startLine: Number(start), endLine: Number(end), isStart: false };
}

/** The same with the codes of an annotation in the path, such as `%3B`. */
function anchor(wanted: string): Lines | null {
  const source = parseAnchor(wanted);
  return source === null ? null : { kind: "lines", ...source, path: plain(source.path), isStart: false };
}

/** `path:3`, `path:3-5`; a Chinese keyboard writes `path：３`. */
function range(wanted: string): Lines | null {
  const typed = wanted.replace(/[:：][\d０-９]{1,9}(?:[-－][\d０-９]{1,9})?$/, foldWidth);
  const [, path, start, end] = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s.exec(typed) ?? [];
  if (path === undefined) return null;
  const startLine = Number(start);
  return { kind: "lines", path: plain(path), startLine, endLine: Number(end ?? start), isStart: end === undefined };
}

function checked(lines: Lines, wanted: string): Lines {
  if (lines.startLine < 1) throw refuse(wanted, "lines are counted from 1");
  if (lines.endLine < lines.startLine) throw refuse(wanted, "the first line should not be after the last");
  return lines;
}

/** "port:18790" is text, and so is "see notes.md"; what was surely meant as a file is not searched for as words. */
function looksLikePath(path: string): boolean {
  if (/^(?:\.{0,2}[\\/]|\.{1,2}$|~[\\/]|[A-Za-z]:[\\/])/.test(path)) return true;
  return /^memory\/(?!\s)/.test(path) || /^\S+\.md$/.test(path);
}

function plain(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}

function refuse(selector: string, reason: string): MemoryError {
  return new MemoryError(`Cannot use the selector "${selector}": ${reason}`, {
    kind: "usage",
    hint: "write it as in: memory/2026-08-19.md:10-20, c:0123456789ab, or some words of the line",
  });
}
