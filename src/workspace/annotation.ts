/**
 * Annotations: HTML comments at the end of a line that say how the line is to be remembered (SPEC 3.4, 5 step 4).
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";

/** Where an entry came from. */
export interface SourceAnchor {
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** What the annotations of a line say. */
export interface Annotations {
  /** 1 to 10; the largest wins. */
  readonly importance: number | null;
  readonly triggers: readonly string[];
  /** Project keys; `invalid` when one is malformed, which matches nothing; `null` without annotation. */
  readonly projects: readonly string[] | "invalid" | null;
  /** Supersession key. */
  readonly key: string | null;
  readonly sources: readonly SourceAnchor[];
  /** Local day. */
  readonly observed: string | null;
  /** Of a directive in `USER.md`. */
  readonly status: "active" | "superseded" | null;
  readonly expires: LocalDay | null;
  /** Carries the mark of untrusted origin. */
  readonly isUntrusted: boolean;
  /** Comments with a known name whose value could not be read, without `<!--` and `-->`. */
  readonly malformed: readonly string[];
}

/** What a line without annotations has. */
export const NO_ANNOTATIONS: Annotations = {
  importance: null,
  triggers: [],
  projects: null,
  key: null,
  sources: [],
  observed: null,
  status: null,
  expires: null,
  isUntrusted: false,
  malformed: [],
};

/** Returns what the annotations of a line say. */
export function parseAnnotations(line: string): Annotations {
  const importance = /<!--\s*importance:\s*(\d+)\s*-->/i.exec(line)?.[1];
  return { ...NO_ANNOTATIONS, importance: importance === undefined ? null : Number(importance) };
}

/** Returns the line without its annotations and without trailing blanks; other comments and code stay. */
export function stripAnnotations(line: string): string {
  return line.replace(/<!--\s*(?:importance|trigger|project|key|source|observed|expires|origin)\s*:[^>]*-->/gi, "")
    .trimEnd();
}

/** Returns annotations as comments joined by a space, in the order of SPEC 3.4; empty without any. */
export function formatAnnotations(annotations: Partial<Annotations>): string {
  const { importance } = annotations;
  return importance === undefined || importance === null ? "" : `<!-- importance: ${importance} -->`;
}

/** Returns `path#L3-L5`. */
export function formatAnchor(anchor: SourceAnchor): string {
  return `${anchor.path}#L${anchor.startLine}-L${anchor.endLine}`;
}

/** Returns the anchor that a text such as `path#L3` or `path#L3-L5` names, or `null`. */
export function parseAnchor(text: string): SourceAnchor | null {
  const match = /^(.+)#L(\d+)(?:-L(\d+))?$/.exec(text.trim());
  if (match === null) return null;
  const startLine = Number(match[2]);
  return { path: match[1] ?? "", startLine, endLine: Number(match[3] ?? startLine) };
}
