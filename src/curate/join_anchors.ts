/**
 * Joining a candidate to an entry that says the same (SPEC 8.6 `merged`): its anchors are added, everything else of the
 * entry stays.
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";
import {
  type Annotations,
  formatAnchor,
  formatAnnotations,
  parseAnnotations,
  type SourceAnchor,
  stripAnnotations,
} from "../workspace/annotation.ts";

/** What is joined. */
export interface Joined {
  /** Where the candidate stands; those that the entry has already are passed over. */
  readonly anchors: readonly SourceAnchor[];
  /** A merge takes the earliest expiry (SPEC 4.8). */
  readonly expires: LocalDay | null;
}

/**
 * Returns a raw entry with the anchors joined, without a final line end; `null` if it holds an annotation that cannot be
 * read and would be lost. An entry that has it all already comes back as it was.
 */
export function joinAnchors(raw: string, joined: Joined): string | null {
  const body = raw.replace(/(?:\r?\n)+$/, "");
  const lines = body.split("\n");
  const all = lines.map(parseAnnotations);
  if (all.some(({ malformed }) => malformed.length > 0)) return null;
  const known = new Set(all.flatMap(({ sources }) => sources).map(formatAnchor));
  const fresh = joined.anchors.filter((anchor) => !known.has(formatAnchor(anchor)));
  const at = annotatedLine(all);
  const [line, annotations] = [lines[at], all[at]];
  if (line === undefined || annotations === undefined) return null;
  const expires = earliest(annotations.expires, joined.expires);
  if (fresh.length === 0 && expires === annotations.expires) return body;
  lines[at] = annotated(line, { ...annotations, sources: [...annotations.sources, ...fresh], expires });
  return lines.join("\n");
}

/** The line that the annotations go on: the one with sources, else the first with any, else the first. */
function annotatedLine(all: readonly Annotations[]): number {
  const withSource = all.findIndex(({ sources }) => sources.length > 0);
  if (withSource >= 0) return withSource;
  return Math.max(0, all.findIndex((annotations) => formatAnnotations(annotations) !== ""));
}

function annotated(line: string, annotations: Annotations): string {
  const end = line.endsWith("\r") ? "\r" : "";
  return `${stripAnnotations(line.replace(/\r$/, ""))} ${formatAnnotations(annotations)}${end}`;
}

function earliest(a: LocalDay | null, b: LocalDay | null): LocalDay | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
