/**
 * The annotations that a note's flags ask for, checked so that no value can end its comment or begin another.
 *
 * @module
 */
import { isLocalDay, type LocalDay } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { Annotations } from "../workspace/annotation.ts";

/** What the flags of a note say about it. */
export interface NoteAnnotations {
  /** Project keys. */
  readonly projects?: readonly string[];
  /** Supersession key. */
  readonly key?: string;
  /** 1 to 10. */
  readonly importance?: number;
  /** Trigger phrases. */
  readonly triggers?: readonly string[];
  /** The last day on which the claim holds. */
  readonly until?: LocalDay;
}

/**
 * Returns the annotations in the form of the grammar.
 *
 * @param day of the diary; `until` may not lie before it
 * @throws {MemoryError} usage, if a value cannot stand in an annotation
 */
export function noteAnnotations(flags: NoteAnnotations, day: LocalDay): Partial<Annotations> {
  const { projects = [], key, importance, triggers = [], until } = flags;
  for (const project of projects) refuseUnless(PROJECT, project, "--project", "a project key on one line");
  for (const trigger of triggers) refuseUnless(PHRASE, trigger, "--trigger", "a phrase without , ; < >");
  if (key !== undefined) refuseUnless(KEY, key, "--key", "letters, digits and . _ : / -");
  if (importance !== undefined && !isImportance(importance)) {
    throw invalid("--importance", String(importance), `a whole number from ${LEAST} to ${MOST}`);
  }
  if (until !== undefined && !isLocalDay(until)) throw invalid("--until", until, "a day as in 2026-08-19");
  if (until !== undefined && until < day) throw invalid("--until", until, `no day before ${day}`);
  return {
    importance: importance ?? null,
    triggers,
    projects: projects.length === 0 ? null : projects,
    key: key ?? null,
    expires: until ?? null,
  };
}

/** Bounds of importance (SPEC 5, step 4). */
const LEAST = 1;
const MOST = 10;

/** Anything on one line that neither ends the comment nor the key: keys are joined with `;`. */
const PROJECT = /^[^\s;<>\p{Cc}](?:[^;<>\p{Cc}]{0,198}[^\s;<>\p{Cc}])?$/u;

/** Phrases are joined with `,` and `;`. */
const PHRASE = /^[^\s,;<>\p{Cc}](?:[^,;<>\p{Cc}]{0,78}[^\s,;<>\p{Cc}])?$/u;

/** A name with parts, as in `gateway.port`. */
const KEY = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:/-]{0,79}$/u;

function isImportance(value: number): boolean {
  return Number.isInteger(value) && value >= LEAST && value <= MOST;
}

function refuseUnless(pattern: RegExp, value: string, flag: string, wanted: string): void {
  if (!pattern.test(value) || value.includes("--")) throw invalid(flag, value, wanted);
}

function invalid(flag: string, value: string, wanted: string): MemoryError {
  return new MemoryError(`Invalid value "${value}" of ${flag}: it should be ${wanted}`, { kind: "usage" });
}
