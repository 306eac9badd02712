/**
 * Which workspaces with questions lie below a folder.
 *
 * @module
 */
import { readdirSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";

/** A workspace with the questions about it. */
export interface QuestionSet {
  /** Name of the set: the folder above the workspaces, or the folder itself. */
  readonly set: string;
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Absolute path of its questions. */
  readonly questionsPath: string;
}

/** Name of the file of questions in a workspace. */
export const QUESTIONS_FILE = "queries.jsonl";
/** Levels below the folder named: sets, and workspaces in them. */
const MAX_DEPTH = 2;

/**
 * Returns the workspaces that have a file of questions: the folder itself, those in it, and those one level deeper. Their
 * order is that of their names.
 *
 * @param folder absolute
 */
export function findSets(folder: string): QuestionSet[] {
  return rootsBelow(folder, MAX_DEPTH).map((root) => {
    const [set = ""] = relative(folder, root).split(/[/\\]/);
    return { set: set === "" ? basename(folder) : set, root, questionsPath: join(root, QUESTIONS_FILE) };
  });
}

/** A workspace is not searched for further ones. */
function rootsBelow(folder: string, depth: number): string[] {
  if (statSync(join(folder, QUESTIONS_FILE), { throwIfNoEntry: false })?.isFile() === true) return [folder];
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => rootsBelow(join(folder, name), depth - 1));
}
