/**
 * What annotations can say of a line.
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";
import type { SourceAnchor } from "./source_anchor.ts";

/** What the annotations of a line say. */
export interface Annotations {
  /** 1 to 10; the largest wins. */
  readonly importance: number | null;
  /** Trigger phrases as they were written, without repeats. */
  readonly triggers: readonly string[];
  /** Project keys; `invalid` when one is malformed, which matches nothing; `null` without annotation. */
  readonly projects: readonly string[] | "invalid" | null;
  /** Supersession key; the first wins. */
  readonly key: string | null;
  /** Where it came from; of several comments all. */
  readonly sources: readonly SourceAnchor[];
  /** Local day on which it was stated; the first wins. */
  readonly observed: LocalDay | null;
  /** Of a directive in `USER.md`; stands behind the observed day. */
  readonly status: "active" | "superseded" | null;
  /** The earliest wins. */
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
