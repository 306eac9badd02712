/**
 * Files as they are on disk now, and where their lines come from. What an agent is shown, and the class it is shown
 * with, are never taken from the index.
 *
 * @module
 */
import { closeSync, constants, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { systemCode } from "../base/errors.ts";
import type { LineOrigin } from "../provenance/origin.ts";
import { mayHoldDump, sessionDump } from "../provenance/session_dump.ts";
import { pathRule } from "../provenance/tier.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import { isInside } from "../workspace/confine_path.ts";
import { type CuratedFile, parseCurated } from "../workspace/curated.ts";
import { isDayHeading } from "../workspace/diary.ts";
import { isInPlace } from "../workspace/in_place.ts";
import { absolute, ownPath, rootOf, type WorkspaceLayout } from "../workspace/layout.ts";
import { readTextFile } from "../workspace/read_text.ts";

/** What {@linkcode liveFiles} works with. */
export interface LiveDeps {
  /** Where the files lie. */
  readonly layout: WorkspaceLayout;
  /** Where their lines come from. */
  readonly originsOf: OriginReader;
}

/** One file, read once. */
export interface LiveFile {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** The path of the file itself, links followed: its rule and its rows are the ones that hold. */
  readonly ownPath: string;
  /** Without byte order mark. */
  readonly text: string;
  /** Without line ends. */
  readonly lines: readonly string[];
}

/** The origin of a line, or of a curated entry, and its place. */
export interface PlacedOrigin extends LineOrigin {
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** Reads files once each and answers for their lines. */
export interface LiveFiles {
  /** Returns the file, or `null` if it is not there or cannot be shown. */
  read(path: string): LiveFile | null;
  /** Returns why a file that is there cannot be shown, as a short clause, or `null`. */
  problem(path: string): string | null;
  /**
   * Returns where the lines `first` to `last` (1-based, inclusive) come from; blank lines and bare days are left out. In a curated file
   * these are the entries and headings that those lines belong to, since there the entry is what is booked.
   */
  origins(file: LiveFile, first: number, last: number): PlacedOrigin[];
  /** Returns a curated file taken apart; once for an answer, however many of its entries are asked for. */
  curated(file: LiveFile): CuratedFile;
}

/** Larger files are not indexed (the lister's limit), so none is a hit. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Returns a reader that lives as long as one answer.
 *
 * @param isIndexed whether only files are asked for that the index holds: those were found to be text, and the costly
 * look at every byte is left out
 */
export function liveFiles(deps: LiveDeps, isIndexed = false): LiveFiles {
  const seen = new Map<string, LiveFile | string | null>();
  const takenApart = new Map<LiveFile, CuratedFile>();
  const dumps = new Map<LiveFile, ReturnType<typeof dumpOf>>();
  const look = (path: string): LiveFile | string | null => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const found = readNow(deps.layout, path, isIndexed);
    seen.set(path, found);
    return found;
  };
  const read = (path: string): LiveFile | null => {
    const found = look(path);
    return typeof found === "string" ? null : found;
  };
  const problem = (path: string): string | null => {
    const found = look(path);
    return typeof found === "string" ? found : null;
  };
  const curated = (file: LiveFile): CuratedFile => {
    const known = takenApart.get(file) ?? parseCurated(file.text);
    takenApart.set(file, known);
    return known;
  };
  const origins = (file: LiveFile, first: number, last: number): PlacedOrigin[] => {
    const isCurated = pathRule(file.ownPath).tier === "curated";
    const units = isCurated ? entryUnits(curated(file), first, last) : lineUnits(file, first, last);
    const known = dumps.get(file);
    const dump = known === undefined ? dumpOf(file) : known;
    dumps.set(file, dump);
    const speakers = dump === null ? undefined : units.map(({ startLine }) => dump[startLine - 1] ?? null);
    const found = deps.originsOf(file.ownPath, units.map((unit) => unit.text), speakers);
    return units.flatMap(({ startLine, endLine }, at) => {
      const origin = found[at];
      return origin === undefined ? [] : [{ ...origin, startLine, endLine }];
    });
  };
  return { read, problem, origins, curated };
}

/** Returns the lines of a text without their line ends; a line end at the very end starts no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return text.includes("\r") ? lines.map((line) => line.endsWith("\r") ? line.slice(0, -1) : line) : lines;
}

/** Returns the file, why it cannot be shown, or `null` if it is not there. */
function readNow(layout: WorkspaceLayout, path: string, isIndexed: boolean): LiveFile | string | null {
  try {
    const real = realpathSync(absolute(layout, path));
    if (!pathRule(path).isOutside && !isInside(rootOf(layout, path), real)) {
      return "it is a link that leads out of the workspace";
    }
    const place = { path, ownPath: ownPath(layout, real) };
    const plain = isIndexed ? readPlain(real) : null;
    if (plain !== null) return { ...place, text: plain, lines: linesOf(plain) };
    if (!statSync(real).isFile()) return "it is not a file";
    const file = readTextFile(real, { maxBytes: MAX_BYTES, isReal: true });
    return file.kind === "skipped" ? file.reason : { ...place, text: file.text, lines: linesOf(file.text) };
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? null : `it cannot be read (${code})`;
  }
}

/** Returns the text of a UTF-8 file, or `null` if it looks like any other. */
function readPlain(real: string): string | null {
  const text = readInPlace(real);
  if (text === null || text.includes("\0") || text.startsWith("\ufffd")) return null;
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Returns the text of a file, or `null` if a link took its place since its path was followed. */
function readInPlace(real: string): string | null {
  const file = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return isInPlace(file, real) ? readFileSync(file, "utf8") : null;
  } finally {
    closeSync(file);
  }
}

/** Text that the ledger knows under one hash. */
interface Unit {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** A file that was not indexed since it became a dump has no rows yet. */
function dumpOf({ ownPath, text, lines }: LiveFile): ReturnType<typeof sessionDump> {
  return mayHoldDump(text) && pathRule(ownPath).tier === "episodic" ? sessionDump(lines) : null;
}

function lineUnits(file: LiveFile, first: number, last: number): Unit[] {
  return file.lines.slice(first - 1, last)
    .map((text, at) => ({ text, startLine: first + at, endLine: first + at }))
    .filter((unit) => unit.text.trim() !== "" && !isDayHeading(unit.text));
}

function entryUnits({ pieces }: CuratedFile, first: number, last: number): Unit[] {
  return pieces
    .filter((piece) => piece.kind !== "verbatim" && piece.startLine <= last && piece.endLine >= first)
    .map(({ raw, startLine, endLine }) => ({ text: raw, startLine, endLine }));
}
