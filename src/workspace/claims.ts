/**
 * Claims: the single statements of an episodic file.
 *
 * @module
 */
import { shortHash } from "../base/hash.ts";
import { type Annotations, parseAnnotations, stripAnnotations } from "./annotation.ts";
import type { MarkdownLine } from "./scan_markdown.ts";

/** One list item or paragraph. */
export interface Claim {
  /** `c:` and 12 hex digits of path and normalised text; stable when the line moves. */
  readonly key: string;
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Without list marker and annotations; wrapped lines joined by a space. */
  readonly text: string;
  /** 32 hex digits of the normalised text, without the path. */
  readonly claimHash: string;
  /** The raw lines, for the ledger. */
  readonly lines: readonly string[];
  /** Titles of the headings above. */
  readonly headings: readonly string[];
  readonly annotations: Annotations;
}

/** Returns the claims of a file. */
export function claimsOf(path: string, lines: readonly MarkdownLine[]): Claim[] {
  return lines.filter((line) => line.kind === "bullet" && line.content.length >= 12).map((line) => {
    const text = stripAnnotations(line.content);
    return {
      key: claimKey(path, text),
      path,
      startLine: line.number,
      endLine: line.number,
      text,
      claimHash: shortHash(normaliseClaim(text), 32),
      lines: [line.text],
      headings: line.headings,
      annotations: parseAnnotations(line.text),
    };
  });
}

/** Returns the form in which two wordings of one claim are equal: NFKC, lower case, single blanks. */
export function normaliseClaim(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Returns `c:` and 12 hex digits of path and normalised claim. */
export function claimKey(path: string, text: string): string {
  return `c:${shortHash(`${path}\n${normaliseClaim(text)}`)}`;
}
