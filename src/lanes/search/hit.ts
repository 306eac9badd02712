/**
 * One result of a search, as people and scripts see it (SPEC 6, 14).
 *
 * @module
 */
import { stripAnnotations } from "../../workspace/annotation.ts";
import {
  leastTrusted,
  type LineOrigin,
  mergeKinds,
  type OriginClass,
  type SessionKind,
} from "../../provenance/origin.ts";
import type { Tier } from "../../provenance/tier.ts";
import type { ChunkRow } from "../../store/index/chunks.ts";
import type { LineRange } from "../../workspace/claims.ts";
import type { LiveFiles } from "../live_files.ts";
import type { Multipliers } from "./rank.ts";
import type { ScoredChunk } from "./score_found.ts";
import { cutSnippet, type Snippet } from "./snippet.ts";

/**
 * The parts of a hit's score. `hybrid` is `keyword · keywordWeight + vector · (1 - keywordWeight)`, where what is `null`
 * counts 0, or `path` if that is more; `rankScore = hybrid · decay · importance · project`.
 */
export interface HitScores extends Multipliers {
  /** Calibrated, 0 to 1; `null` if the chunk holds no word of the question. */
  readonly keyword: number | null;
  /** Relevance against the question's background, 0 to 1; `null` if the chunk has no vector or the lane took no part. */
  readonly vector: number | null;
  /** What the keyword lane counts, 0 to 1; the vector lane counts the rest. 1 if `vector` is `null`. */
  readonly keywordWeight: number;
  /** Least score of a file that was asked for by name, else `null`. */
  readonly path: number | null;
  /** 0 to 1. */
  readonly hybrid: number;
  /** May pass 1. */
  readonly rankScore: number;
}

/** One result. */
export interface SearchHit {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** 1-based, inclusive, of the chunk that the snippet was cut from. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Without annotations, at most `search.snippetChars`. */
  readonly snippet: string;
  /** `rankScore`, at most 1. */
  readonly score: number;
  /** The parts of the score. */
  readonly scores: HitScores;
  /** What its file is for. */
  readonly tier: Tier;
  /** The least trusted class of the snippet's lines. */
  readonly origin: OriginClass;
  /** The common kind of the snippet's lines, else `unknown`. */
  readonly sessionKind: SessionKind;
  /** The latest of the snippet's lines, ISO 8601 with offset. */
  readonly observedAt: string | null;
  /** 1 to 10, or `null` if nobody gave one. */
  readonly importance: number | null;
  /** Trigger phrases of the entry. */
  readonly triggers: readonly string[];
  /** Project keys; empty if untagged or unreadable. */
  readonly project: readonly string[];
  /** `path#L3-L9`. */
  readonly citation: string;
  /** Whether the snippet has to be read as somebody else's words. */
  readonly untrusted: boolean;
  /** The untrusted lines are left out of the snippet, since an agent asked (SPEC 4.5); empty if there are no others. */
  readonly withheld: boolean;
}

/** What {@linkcode presentHit} works with. */
export interface HitContext {
  /** Reads the files as they are now. */
  readonly files: LiveFiles;
  /** Longest snippet, in chars. */
  readonly snippetChars: number;
  /** See {@linkcode SnippetRequest.matchAt}. */
  readonly matchAt: (line: string) => number;
  /** The classes of the lines that may be shown, the others are blank in the chunk; `undefined`: all. */
  readonly origins: readonly OriginClass[] | undefined;
}

/** Returns the hit of a chunk as its file is now, or `null` if those lines are no longer there. */
export function presentHit({ row, scores, coverage, vector }: ScoredChunk, context: HitContext): SearchHit | null {
  const file = context.files.read(row.path);
  if (file === null || row.startLine > file.lines.length) return null;
  const lines = row.text.split("\n");
  const snippet = cutSnippet({
    lines,
    weights: tellingLines(row, coverage.lines, vector?.piece ?? null),
    maxChars: context.snippetChars,
    matchAt: context.matchAt,
  });
  const shown = shownLines(row, { lines, snippet, live: file.lines });
  const wanted = context.origins;
  const placed = context.files.origins(file, shown.first, shown.last);
  const origins = wanted === undefined ? placed : placed.filter(({ origin }) => wanted.includes(origin));
  const origin = classOf(origins, row);
  const { path, startLine, endLine, tier, importance, triggers, projects } = row;
  return {
    path,
    startLine,
    endLine,
    snippet: wanted === undefined ? snippet.text : snippet.text.replace(GAP, "\n\n"),
    score: Math.min(1, Math.max(0, scores.rankScore)),
    scores,
    tier,
    origin,
    sessionKind: kindOf(origins, row),
    observedAt: latest(origins),
    importance,
    triggers,
    project: Array.isArray(projects) ? projects : [],
    citation: citationOf(path, startLine, endLine),
    untrusted: origin === "untrusted",
    withheld: false,
  };
}

/** Lines that were left blank between two that are shown. */
const GAP = /\n{3,}/g;

/** Returns `path#L3-L9`, or `path#L3` for one line. */
export function citationOf(path: string, startLine: number, endLine: number): string {
  return startLine === endLine ? `${path}#L${startLine}` : `${path}#L${startLine}-L${endLine}`;
}

/**
 * Returns what each line counts for the snippet: its share of the question's words; where no line has any, whether it
 * belongs to the piece that is nearest in meaning.
 */
function tellingLines(row: ChunkRow, shares: readonly number[], piece: LineRange | null): readonly number[] {
  if (piece === null || shares.some((share) => share > 0)) return shares;
  return shares.map((_, at) => row.startLine + at >= piece.first && row.startLine + at <= piece.last ? 1 : 0);
}

/**
 * Returns the lines of the file that the snippet shows. Where the chunk's text is not line for line that of the file (a
 * piece of an over-long line, an entry without its marker) the answer is every line of the chunk: never too few.
 */
function shownLines(
  row: ChunkRow,
  { lines, snippet, live }: { lines: readonly string[]; snippet: Snippet; live: readonly string[] },
): { first: number; last: number } {
  const all = { first: row.startLine, last: row.endLine };
  if (lines.length !== row.endLine - row.startLine + 1) return all;
  for (let at = snippet.first; at <= snippet.last; at++) {
    const now = live[row.startLine - 1 + at];
    const shown = (lines[at] ?? "").trim();
    if (now === undefined) return all;
    if (!now.includes(shown) && !stripAnnotations(now).includes(shown)) return all;
  }
  return { first: row.startLine + snippet.first, last: row.startLine + snippet.last };
}

/** No line to ask about means that nothing vouches for the text: then the class of indexing counts, or a worse one. */
function classOf(origins: readonly LineOrigin[], row: ChunkRow): OriginClass {
  return origins.length === 0 ? row.origin : origins.map((line) => line.origin).reduce(leastTrusted);
}

function kindOf(origins: readonly LineOrigin[], row: ChunkRow): SessionKind {
  return origins.length === 0 ? row.sessionKind : origins.map((line) => line.sessionKind).reduce(mergeKinds);
}

function latest(origins: readonly LineOrigin[]): string | null {
  const times = origins.map((line) => line.observedAt).filter((time) => time !== null);
  return times.reduce<string | null>((a, b) => a === null || Date.parse(b) > Date.parse(a) ? b : a, null);
}
