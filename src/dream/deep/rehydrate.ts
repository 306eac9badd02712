/**
 * Finding a candidate's lines in the live file (SPEC 8.5): by its key, else in the nearest run of lines that holds the same
 * words and no others. A line that gained a word ("no longer") is another claim, so it is not found.
 *
 * @module
 */
import { type Annotations, NO_ANNOTATIONS, parseAnnotations, stripAnnotations } from "../../workspace/annotation.ts";
import { type Claim, normaliseClaim } from "../../workspace/claims.ts";
import type { MarkdownLine } from "../../workspace/scan_markdown.ts";
import type { AbsentFile, LiveFile } from "../live_file.ts";

/** What a candidate is looked for by. */
export interface Sought {
  /** `c:` and 12 hex digits of path and normalised claim. */
  readonly key: string;
  /** Without marker and annotations. */
  readonly text: string;
  /** Where it was last seen, 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** A claim's place in the live file. */
export interface Found {
  /** Tells it from {@linkcode Gone}. */
  readonly kind: "found";
  /** The live words, without marker and annotations. */
  readonly text: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** What its lines ask for. */
  readonly annotations: Annotations;
  /** Raw lines; their origins are asked from the ledger. */
  readonly lines: readonly string[];
}

/** A claim that is not in the live file, and why, as a short clause. */
export interface Gone {
  /** Tells it from {@linkcode Found}. */
  readonly kind: "gone";
  /** A short clause for people. */
  readonly reason: string;
}

/** Returns where a claim stands now: of several equal places the one nearest to where it was. */
export function locate(sought: Sought, file: LiveFile | AbsentFile): Found | Gone {
  if (!("claims" in file)) return { kind: "gone", reason: file.reason };
  const same = nearest(file.claims().filter(({ key }) => key === sought.key), sought);
  if (same !== null) return foundClaim(same);
  const window = findWindow(sought, file.lines());
  return window ?? { kind: "gone", reason: `the line changed or vanished from "${file.path}"` };
}

/**
 * Does what {@linkcode locate} does, but takes the line's old place at its word if the same words are still there. Enough
 * to judge a candidate by; before it is promoted, `locate` reads the file by its grammar.
 */
export function locateQuickly(sought: Sought, file: LiveFile | AbsentFile): Found | Gone {
  const row = "rows" in file && sought.startLine === sought.endLine ? file.rows[sought.startLine - 1] : undefined;
  if (row === undefined || !holdsOnly(row, sought.text)) return locate(sought, file);
  const { text, startLine, endLine } = sought;
  const annotations = row.includes("<!--") ? parseAnnotations(row) : NO_ANNOTATIONS;
  return { kind: "found", text, startLine, endLine, annotations, lines: [row] };
}

/** A window may be this many lines longer than the claim was, for text that was wrapped anew. */
const WINDOW_SLACK = 3;

/** A list marker, with its blanks. */
const MARKER = /^\s*(?:[-*+•·]\s+|\d{1,9}[.)]\s+)?$/;

/** Returns whether a raw line is a marker, the text and annotations, and nothing else. */
function holdsOnly(row: string, text: string): boolean {
  const at = row.indexOf(text);
  if (at < 0 || !MARKER.test(row.slice(0, at))) return false;
  const rest = row.slice(at + text.length);
  return rest.trim() === "" || stripAnnotations(rest).trim() === "";
}

function nearest(claims: readonly Claim[], { startLine }: Sought): Claim | null {
  const distance = (claim: Claim) => Math.abs(claim.startLine - startLine);
  return claims.reduce<Claim | null>(
    (best, claim) => best === null || distance(claim) < distance(best) ? claim : best,
    null,
  );
}

function foundClaim({ text, startLine, endLine, annotations, lines }: Claim): Found {
  return { kind: "found", text, startLine, endLine, annotations, lines };
}

/** Looks for the words spread over other lines, the nearest place first: a note that was cut into two, say. */
function findWindow(sought: Sought, lines: readonly MarkdownLine[]): Found | null {
  const words = normaliseClaim(sought.text);
  const height = sought.endLine - sought.startLine + 1 + WINDOW_SLACK;
  const contents = lines.map(({ kind, content }) => PROSE.has(kind) ? normaliseClaim(stripAnnotations(content)) : null);
  const starts = [...contents.keys()].filter((at) => beginsWith(words, contents[at]));
  starts.sort((a, b) => Math.abs(a + 1 - sought.startLine) - Math.abs(b + 1 - sought.startLine) || a - b);
  for (const start of starts) {
    let joined = "";
    for (let at = start; at < start + height && beginsWith(words, contents[at]); at++) {
      joined = joined === "" ? contents[at] ?? "" : `${joined} ${contents[at]}`;
      if (joined === words) return foundWindow(sought.text, lines.slice(start, at + 1));
      if (!words.startsWith(joined)) break;
    }
  }
  return null;

  function beginsWith(all: string, part: string | null | undefined): boolean {
    return part !== null && part !== undefined && part !== "" && all.includes(part);
  }
}

const PROSE: ReadonlySet<string> = new Set(["bullet", "text"]);

function foundWindow(text: string, window: readonly MarkdownLine[]): Found | null {
  const [first] = window;
  if (first === undefined) return null;
  const annotations = window.map((line) => parseAnnotations(line.text)).reduce(joinRestrictions, NO_ANNOTATIONS);
  const lines = window.map((line) => line.text);
  const endLine = first.number + window.length - 1;
  return { kind: "found", text, startLine: first.number, endLine, annotations, lines };
}

/** Of several lines only what restricts is taken over: projects, expiry and the mark of untrusted origin. */
function joinRestrictions(all: Annotations, line: Annotations): Annotations {
  const expiries = [all.expires, line.expires].filter((day) => day !== null).sort();
  const projects = all.projects === "invalid" || line.projects === "invalid"
    ? "invalid"
    : [...new Set([...all.projects ?? [], ...line.projects ?? []])];
  return {
    ...NO_ANNOTATIONS,
    expires: expiries[0] ?? null,
    projects: projects.length === 0 ? null : projects,
    isUntrusted: all.isUntrusted || line.isUntrusted,
  };
}
