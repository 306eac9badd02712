/**
 * Claims: the single statements of an episodic file. Recalls are counted for them, and the dream judges them one by one.
 *
 * @module
 */
import { shortHash } from "../base/hash.ts";
import { cjkUnits } from "../base/text/characters.ts";
import { type Annotations, parseAnnotations, stripAnnotations } from "./annotation.ts";
import { claimBlocks } from "./claim_blocks.ts";
import { mayBeClaim } from "./claim_shape.ts";
import type { MarkdownLine } from "./markdown_line.ts";

/** One list item, or one line of prose with what is wrapped onto the next. */
export interface Claim {
  /** `c:` and 12 hex digits of path and normalised text; stable when the line moves. */
  readonly key: string;
  /** The path that the file was read under. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Without list marker and annotations; wrapped lines joined. */
  readonly text: string;
  /** 32 hex digits of the normalised text, without the path. */
  readonly claimHash: string;
  /** The raw lines without line ends, for the ledger. */
  readonly lines: readonly string[];
  /** Titles of the headings above. */
  readonly headings: readonly string[];
  /** Of all its lines together. */
  readonly annotations: Annotations;
}

/** Lines of a file, 1-based, inclusive. */
export interface LineRange {
  /** The first line. */
  readonly first: number;
  /** The last line. */
  readonly last: number;
}

/**
 * Returns the claims of a file in order. Left out: all lines but bullets and prose (headings, code, fences, tables, rules,
 * front matter, comments and the blocks of other programs), items that only introduce their children (`Decisions:`), and
 * what {@linkcode mayBeClaim} refuses.
 *
 * @param path relative to the workspace; part of each key
 * @param range only the claims that touch these lines; all if left out
 */
export function claimsOf(path: string, lines: readonly MarkdownLine[], range: LineRange = ALL_LINES): Claim[] {
  const claims: Claim[] = [];
  for (const block of claimBlocks(linesNear(lines, range))) {
    const [first] = block;
    if (first === undefined || first.number > range.last || first.number + block.length <= range.first) continue;
    const text = joinWrapped(block.map((line) => line.kind === "comment" ? "" : stripAnnotations(line.content)));
    if (!mayBeClaim(text)) continue;
    const raw = block.map((line) => line.text);
    const normal = normaliseClaim(text);
    claims.push({
      key: keyOf(path, normal),
      path,
      startLine: first.number,
      endLine: first.number + block.length - 1,
      text,
      claimHash: hashOf(normal),
      lines: raw,
      headings: first.headings,
      annotations: parseAnnotations(raw.join("\n")),
    });
  }
  return claims;
}

/**
 * Returns the lines on which the claims of a range depend: from the item at or above it, which always begins a claim, to the
 * one below it, which ends the last.
 */
function linesNear(lines: readonly MarkdownLine[], { first, last }: LineRange): readonly MarkdownLine[] {
  let from = lines.findLastIndex(({ number }) => number <= first);
  while (from > 0 && lines[from]?.kind !== "bullet") from--;
  const end = lines.findIndex(({ number, kind }) => number > last && kind === "bullet");
  return lines.slice(Math.max(0, from), end < 0 ? lines.length : end + 1);
}

/**
 * Returns the form in which two spellings of one claim are equal: NFKC, lower case, without marks of emphasis, with
 * single blanks and without the stop at the end. Idempotent.
 */
export function normaliseClaim(text: string): string {
  return withoutStop(foldClaim(text).replace(/\s+/g, " "));
}

/**
 * Returns a text in which the normalised form of each claim stands as it is, line ends kept: what {@linkcode normaliseClaim}
 * does to a line, done to all lines at once.
 */
export function foldClaim(text: string): string {
  const folded = text.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\*\*|`/g, " ");
  return folded.replace(/[^\S\n]+/g, " ");
}

/** Returns the hash of a claim's text; see {@linkcode Claim.claimHash}. */
export function claimHashOf(text: string): string {
  return hashOf(normaliseClaim(text));
}

function hashOf(normal: string): string {
  return shortHash(normal, CLAIM_HASH_DIGITS);
}

/** Returns `c:` and 12 hex digits of path and normalised claim. */
export function claimKey(path: string, text: string): string {
  return keyOf(path, normaliseClaim(text));
}

function keyOf(path: string, normal: string): string {
  return `c:${shortHash(`${path}\n${normal}`)}`;
}

const ALL_LINES: LineRange = { first: 1, last: Number.POSITIVE_INFINITY };

/** As long as a line's digest in the ledger. */
const CLAIM_HASH_DIGITS = 32;

function withoutStop(text: string): string {
  let end = text.length;
  while (end > 0 && (text.charAt(end - 1) === " " || STOPS.has(text.charAt(end - 1)))) end--;
  // A claim of nothing but stops stays as it is, so that two of them are not the same.
  return end === 0 ? text.trim() : text.slice(0, end).trimStart();
}

const STOPS: ReadonlySet<string> = new Set([".", ";", ",", "!", "\u3002", "\u3001"]);

/** Between two CJK characters a wrapped line needs no blank. */
function joinWrapped(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").reduce((joined, part) => {
    if (joined === "") return part;
    const isTight = cjkUnits(part, 0) > 0 && cjkUnits(joined, joined.length - 1) > 0;
    return isTight ? joined + part : `${joined} ${part}`;
  }, "");
}
