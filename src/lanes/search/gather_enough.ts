/**
 * Enough chunks for the results that are wanted. With `--origin` chunks mix lines of several classes: a hit is made of the
 * lines that are wanted, as the ledger knows them now, and everything else of its chunk neither answers nor is shown.
 *
 * @module
 */
import { stripAnnotations } from "../../workspace/annotation.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { ChunkRow } from "../../store/index/chunks.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import type { LiveFile, LiveFiles, PlacedOrigin } from "../live_files.ts";
import { type Found, gather, type Gathered, type GatherRequest, SPARE } from "./gather.ts";

/** How many times more chunks are asked for when too few of those found have wanted lines that answer. */
const DEEPER = 4;

/**
 * Returns what the lanes find inside the filters; if only some classes are wanted, of each chunk only their lines. Where
 * lines of others brought chunks up, or many are pieces of one line, the next best are asked for, until there are enough
 * or there is nothing more.
 */
export function gatherEnough(index: IndexStore, request: GatherRequest, files: LiveFiles): Gathered {
  const { origins } = request.filters;
  let gathered = gather(index, request);
  if (origins === undefined && placesOf(gathered.found).size === gathered.found.length) return gathered;
  for (let candidates = request.candidates * DEEPER;; candidates *= DEEPER) {
    const found = origins === undefined
      ? gathered.found
      : gathered.found.flatMap((each) => withLinesOf(each, files, origins) ?? []);
    const places = placesOf(found.filter((each) => isAnswer(each, request)));
    if (places.size >= request.limit + SPARE) return { ...gathered, found };
    const deeper = gather(index, { ...request, candidates, enough: candidates });
    if (deeper.found.length === gathered.found.length) return { ...gathered, found };
    gathered = deeper;
  }
}

function placesOf(found: readonly Found[]): Set<string> {
  return new Set(found.map(({ row }) => placeOf(row)));
}

/** Returns what tells the results of a search apart: the pieces of an over-long line have one citation. */
export function placeOf({ path, startLine, endLine }: ChunkRow): string {
  return `${path}#${startLine}-${endLine}`;
}

/** Returns whether lines have a class, all of them a wanted one. */
export function isOfOrigins(placed: readonly PlacedOrigin[], wanted: readonly OriginClass[]): boolean {
  return placed.length > 0 && placed.every(({ origin }) => wanted.includes(origin));
}

function isAnswer({ row, vector, pathTier }: Found, { find }: GatherRequest): boolean {
  return vector !== null || pathTier > 0 || find(`${row.context}\n${row.text}`).some((places) => places.length > 0);
}

/** Returns a chunk with the other lines blank, or `null` if no wanted line is left. */
export function withLinesOf<T extends Pick<Found, "row" | "vector">>(
  found: T,
  files: LiveFiles,
  wanted: readonly OriginClass[],
): T | null {
  const { row, vector } = found;
  const file = files.read(row.path);
  if (file === null || row.startLine > file.lines.length) return null;
  const placed = files.origins(file, row.startLine, row.endLine);
  const lines = row.text.split("\n");
  if (lines.length !== row.endLine - row.startLine + 1 || file.lines.length < row.endLine) {
    // A part of an over-long line, or an entry: one line of the ledger.
    return isOfOrigins(placed, wanted) ? found : null;
  }
  const kept = keptLines(row, { lines, file, wanted: numbersOf(placed, wanted) });
  if (kept.every((line) => line === "")) return null;
  const isNear = vector === null || vector.piece === null ||
    kept.slice(vector.piece.first - row.startLine, vector.piece.last - row.startLine + 1).some((line) => line !== "");
  return { ...found, row: { ...row, text: kept.join("\n") }, vector: isNear ? vector : null };
}

function numbersOf(placed: readonly PlacedOrigin[], wanted: readonly OriginClass[]): Set<number> {
  const numbers = new Set<number>();
  for (const { origin, startLine, endLine } of placed) {
    for (let line = startLine; wanted.includes(origin) && line <= endLine; line++) numbers.add(line);
  }
  return numbers;
}

interface ChunkLines {
  readonly lines: readonly string[];
  readonly file: LiveFile;
  /** Numbers of the wanted lines. */
  readonly wanted: ReadonlySet<number>;
}

/** A line that is another one in the file by now has the class of a text that is not the chunk's. */
function keptLines(row: ChunkRow, { lines, file, wanted }: ChunkLines): string[] {
  return lines.map((line, at) => {
    const live = file.lines[row.startLine - 1 + at] ?? "";
    const isSame = live.includes(line.trim()) || stripAnnotations(live).includes(line.trim());
    return isSame && wanted.has(row.startLine + at) && line.trim() !== "" ? line : "";
  });
}
