/**
 * Workspaces that are not where `init` made them any more (SPEC 3.1).
 *
 * @module
 */
import { existsSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";
import { dataDirBeside } from "./data_dir.ts";
import { layoutOf, type WorkspaceLayout } from "./layout.ts";
import { readRegistry, type RegistryEntry } from "./registry.ts";

/** What a state tells of itself without being changed. */
export interface MovedWorkspaces {
  /** Returns its id, or `null` if it has none or cannot be read. */
  idOf(layout: WorkspaceLayout): string | null;
  /** Returns whether it knows the lines of the files that lie in a folder. */
  knowsFiles(layout: WorkspaceLayout): boolean;
}

/** What tells. */
export interface MoveFacts {
  /** From `userStateDir`. */
  readonly stateDir: string;
  /** Looks into states. @default nothing is known of any */
  readonly moved?: MovedWorkspaces;
}

/** Returns the entry of the workspace that a state belongs to, if that one is not where it was: it was moved. */
export function formerOf({ stateDir, moved }: MoveFacts, layout: WorkspaceLayout): RegistryEntry | null {
  const id = moved?.idOf(layout) ?? null;
  if (id === null) return null;
  return readRegistry(stateDir).find((entry) =>
    entry.isComplete && entry.workspaceId === id && !existsSync(entry.workspace)
  ) ?? null;
}

/**
 * A workspace that was moved alone would be new: its lines without their origins, and all else that is known of them lost.
 *
 * @throws {MemoryError} failed, if a folder is such a one
 */
export function refuseLeftBehind({ stateDir, moved }: MoveFacts, root: string): void {
  if (moved === undefined || existsSync(dataDirBeside(root))) return;
  const left = readRegistry(stateDir).find(({ isComplete, workspace, dataDir }) =>
    isComplete && !existsSync(workspace) && existsSync(dataDir) && moved.knowsFiles(layoutOf(root, dataDir))
  );
  if (left === undefined) return;
  throw new MemoryError(
    `Cannot initialise "${root}": it is the workspace "${left.workspace}" under another name, and its data folder ` +
      `"${left.dataDir}" was left behind`,
    {
      hint:
        `memory init --adopt --data-dir "${left.dataDir}" keeps all that is known of it; to begin without that, move ` +
        "the data folder away",
    },
  );
}

/**
 * A data folder has one workspace; one whose workspace is gone may be taken by another.
 *
 * @throws {MemoryError} failed, if it belongs to one that is there
 */
export function refuseTaken(
  stateDir: string,
  { root, dataDir }: { readonly root: string; readonly dataDir: string },
): void {
  const other = readRegistry(stateDir).find((entry) =>
    entry.dataDir === dataDir && entry.workspace !== root && existsSync(entry.workspace)
  );
  if (other === undefined) return;
  throw new MemoryError(`Cannot use the data folder "${dataDir}": it belongs to the workspace "${other.workspace}"`, {
    hint: "choose another with --data-dir",
  });
}
