/**
 * The annotations that a note's flags ask for. Whether a value can stand in a comment without ending it or beginning
 * another is checked where comments are written, in `workspace/format_annotations.ts`.
 *
 * @module
 */
import { isLocalDay, type LocalDay } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { Annotations } from "../workspace/annotation.ts";
import { normaliseProjectKey, splitTriggers } from "../workspace/annotation_values.ts";

/** What the flags of a note say about it. */
export interface NoteAnnotations {
  /** Project keys. */
  readonly projects?: readonly string[];
  /** Supersession key. */
  readonly key?: string;
  /** 1 to 10. */
  readonly importance?: number;
  /** Trigger phrases, or lists of them with `,` or `;` between. */
  readonly triggers?: readonly string[];
  /** The last day on which the claim holds. */
  readonly until?: LocalDay;
}

/**
 * Returns the annotations.
 *
 * @param day of the diary; `until` may not lie before it
 * @throws {MemoryError} usage, if `until` is no day or an earlier one
 */
export function noteAnnotations(flags: NoteAnnotations, day: LocalDay): Partial<Annotations> {
  const { projects = [], key = null, importance = null, triggers = [], until = null } = flags;
  if (until !== null && (!isLocalDay(until) || until < day)) {
    throw new MemoryError(`Invalid value "${until}" of --until: it should be a day as in ${day}, and not before`, {
      kind: "usage",
    });
  }
  return {
    importance,
    key,
    expires: until,
    triggers: triggers.flatMap(splitTriggers),
    // A key without normal form is handed on, to be refused as it was given.
    projects: projects.length === 0 ? null : projects.map((project) => normaliseProjectKey(project) ?? project),
  };
}
