import { keyOfRemote } from "../app/read_project_key.ts";
import { MemoryError } from "../base/errors.ts";
import type { FlagValues } from "./_declare.ts";

/** Flags that say which projects a new line belongs to (SPEC 7.1). */
export const PROJECT_FLAGS = {
  project: {
    type: "string",
    value: "KEY",
    isRepeatable: true,
    description: "Project it belongs to",
    default: "the current repository's",
    completion: "project",
  },
  noProject: { type: "boolean", description: "Note it for no project" },
} as const;

/**
 * Returns the projects of a new line; the address of a remote counts as its key.
 *
 * @param current key of the current repository, or `null`
 * @throws {MemoryError} usage, if both flags are given
 */
export function projectsOf(
  { project, noProject }: FlagValues<typeof PROJECT_FLAGS>,
  current: string | null,
): readonly string[] {
  if (noProject && project.length > 0) {
    throw new MemoryError('Cannot use "--project" together with "--no-project": each excludes the other', {
      kind: "usage",
    });
  }
  if (noProject) return [];
  return project.length > 0 || current === null ? project.map(keyOfRemote) : [current];
}
