/**
 * Where text really ends up that is written to a path (SPEC 3.3). Links are written through, and what a line may become is
 * said by the place of the file that holds it.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { type PathRule, pathRule } from "../provenance/tier.ts";
import { absolute, ownPath, type WorkspaceLayout } from "./layout.ts";
import { realTarget } from "./real_target.ts";
import { writeFailure } from "./write_failure.ts";

/**
 * Returns the path of the file that a path leads to, relative to the workspace: its lines are read, and have their rows,
 * under this one. The file may not exist yet.
 *
 * @param action as in `write` or `append to`, for the error
 * @throws {MemoryError} failed, if it leads out of the workspace, nowhere, or to a file of another kind: what an agent notes
 * must not become an instruction, nor what is imported a note, nor a note something that no search finds
 */
export function writtenPath(layout: WorkspaceLayout, path: string, action: string): string {
  const named = absolute(layout, path);
  try {
    const own = ownPath(layout, realTarget(named, layout.root));
    if (own === path || isOfOneKind(pathRule(path), pathRule(own))) return own;
    throw new MemoryError(`Cannot ${action} "${named}": it leads to "${own}", which is a file of another kind`, {
      hint: "remove the link",
    });
  } catch (cause) {
    throw writeFailure(action, named, cause);
  }
}

/** A report may lie anywhere where nobody but people read it. */
function isOfOneKind(named: PathRule, own: PathRule): boolean {
  if (!named.isIndexed) return !own.isIndexed && own.tier !== "instructions";
  return own.isIndexed && own.tier === named.tier && own.origin === named.origin && own.isImport === named.isImport;
}
