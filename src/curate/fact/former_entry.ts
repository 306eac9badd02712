/**
 * Which entries of `MEMORY.md` a fact takes the place of (SPEC 7.2, 8.6).
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { Annotations } from "../../workspace/annotation.ts";
import type { StandingEntry } from "../curated_change.ts";
import { derivedKey } from "../derived_key.ts";
import { fingerprint, isNearDuplicate } from "../near_duplicate.ts";
import type { StandingFile } from "../read_curated.ts";
import { sameProjects } from "../same_projects.ts";

/** A fact that is to stand. */
export interface FactOrder {
  /** One line, without annotations. */
  readonly text: string;
  /** Key, triggers, importance, projects and end, as they are asked for. */
  readonly annotations: Pick<Annotations, "key" | "triggers" | "importance" | "projects" | "expires">;
  /** Key (`e:…`) of the entry whose place it takes, or `null`: the supersession key decides. */
  readonly replaces: string | null;
}

/**
 * Returns the entry that was named, or the first one under the same key and in the same projects.
 *
 * @throws {MemoryError} failed, if what was named is gone, or it is no item of a list
 */
export function priorOf({ replaces, annotations }: FactOrder, { standing, path }: StandingFile): StandingEntry | null {
  const named = replaces === null ? undefined : standing.find(({ entry }) => entry.key === replaces);
  if (replaces !== null && named === undefined) {
    throw new MemoryError(`Cannot replace "${replaces}": no entry of ${path} is that any more`, {
      hint: `see what stands there with: memory get ${path}`,
    });
  }
  const { key } = annotations;
  const prior = named ??
    (key === null
      ? undefined
      : standing.find(({ entry }) =>
        entry.annotations.key === key && sameProjects(entry.annotations.projects, annotations.projects)
      ));
  if (prior === undefined) return null;
  if (prior.entry.kind === "item") return prior;
  throw new MemoryError(
    `Cannot replace line ${prior.entry.startLine} of "${path}": it is prose, not an entry of a list`,
    {
      hint: `change "${path}" in an editor`,
    },
  );
}

/** Returns further items under the key of what is ordered, and of its projects: one key has one value (SPEC 8.6). */
export function othersUnderKey(
  { annotations }: FactOrder,
  { standing }: StandingFile,
  prior: StandingEntry,
): StandingEntry[] {
  const { key, projects } = annotations;
  return standing.filter((other) =>
    key !== null && other !== prior && other.entry.kind === "item" && other.entry.annotations.key === key &&
    prior.entry.annotations.key === key && sameProjects(other.entry.annotations.projects, projects)
  );
}

/** Returns an entry of the same projects that says the same. */
export function twinOf(
  { text, annotations }: FactOrder,
  { standing }: StandingFile,
  similarity: number,
): StandingEntry | null {
  const print = fingerprint(text);
  return standing.find(({ entry }) =>
    entry.kind === "item" && sameProjects(entry.annotations.projects, annotations.projects) &&
    isNearDuplicate(print, fingerprint(entry.text), similarity)
  ) ?? null;
}

/**
 * Returns the entry with the same derived key (SPEC 8.6) and another value; what has a key of its own is left to that, what has
 * children or prose to its writer.
 */
export function formerOf({ text, annotations }: FactOrder, { standing }: StandingFile): StandingEntry | null {
  const key = annotations.key === null ? derivedKey(text) : null;
  if (key === null) return null;
  const former = standing.filter(({ entry }) =>
    entry.kind === "item" && entry.annotations.key === null && !entry.raw.trimEnd().includes("\n") &&
    sameProjects(entry.annotations.projects, annotations.projects) && derivedKey(entry.text) === key
  );
  return former.length === 1 ? former[0] ?? null : null;
}
