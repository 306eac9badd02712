/**
 * Finding a candidate's lines in the live file (SPEC 8.5): by its key, else in the nearest run of lines that holds the same
 * words and no others. A line that gained a word ("no longer") is another claim, so it is not found.
 *
 * @module
 */
import type { LineOrigin } from "../../provenance/origin.ts";
import { type Annotations, NO_ANNOTATIONS, parseAnnotations, stripAnnotations } from "../../workspace/annotation.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { MarkdownLine } from "../../workspace/scan_markdown.ts";
import type { AbsentFile, LiveClaim, LiveFile } from "../live_file.ts";

/** What a candidate is looked for by. */
export interface Sought {
  readonly key: string;
  readonly text: string;
  /** Where it was last seen, 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** A claim's place in the live file. */
export interface Found {
  readonly kind: "found";
  /** The live words, without marker and annotations. */
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly annotations: Annotations;
  /** Raw lines; their origins are asked from the ledger. */
  readonly lines: readonly string[];
  /** Origins of those lines where they are known already. */
  readonly origins: readonly LineOrigin[] | null;
}

/** A claim that is not in the live file, and why, as a short clause. */
export interface Gone {
  readonly kind: "gone";
  readonly reason: string;
}

/** A window may be this many lines longer than the claim was, for text that was wrapped anew. */
const WINDOW_SLACK = 3;

/** Returns where a claim stands now: of several equal places the one nearest to where it was. */
export function locate(sought: Sought, file: LiveFile | AbsentFile): Found | Gone {
  if (!("claims" in file)) return { kind: "gone", reason: file.reason };
  const same = nearest(file.byKey.get(sought.key) ?? [], sought);
  if (same !== null) return foundClaim(same);
  const window = findWindow(sought, file.lines);
  return window ?? { kind: "gone", reason: `the line changed or vanished from "${file.path}"` };
}

function nearest(claims: readonly LiveClaim[], { startLine }: Sought): LiveClaim | null {
  const distance = ({ claim }: LiveClaim) => Math.abs(claim.startLine - startLine);
  return claims.reduce<LiveClaim | null>(
    (best, claim) => best === null || distance(claim) < distance(best) ? claim : best,
    null,
  );
}

function foundClaim({ claim, origins }: LiveClaim): Found {
  const { text, startLine, endLine, annotations, lines } = claim;
  return { kind: "found", text, startLine, endLine, annotations, lines, origins };
}

/** Looks for the words spread over other lines, the nearest place first: a note that was cut into two, say. */
function findWindow(sought: Sought, lines: readonly MarkdownLine[]): Found | null {
  const words = normaliseClaim(sought.text);
  const height = sought.endLine - sought.startLine + 1 + WINDOW_SLACK;
  const starts = lines.map((_, at) => at).sort((a, b) =>
    Math.abs(a + 1 - sought.startLine) - Math.abs(b + 1 - sought.startLine) || a - b
  );
  for (const start of starts) {
    const window: MarkdownLine[] = [];
    for (let at = start; at < start + height; at++) {
      const line = lines[at];
      if (line === undefined || !PROSE.has(line.kind)) break;
      window.push(line);
      const text = normaliseClaim(window.map(({ content }) => stripAnnotations(content)).join(" "));
      if (text === words) return foundWindow(sought.text, window);
      if (!words.startsWith(text)) break;
    }
  }
  return null;
}

const PROSE: ReadonlySet<string> = new Set(["bullet", "text"]);

function foundWindow(text: string, window: readonly MarkdownLine[]): Found | null {
  const [first] = window;
  if (first === undefined) return null;
  const annotations = window.map((line) => parseAnnotations(line.text)).reduce(joinRestrictions, NO_ANNOTATIONS);
  const lines = window.map((line) => line.text);
  return {
    kind: "found",
    text,
    startLine: first.number,
    endLine: first.number + window.length - 1,
    annotations,
    lines,
    origins: null,
  };
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
