/**
 * Which workspaces the call of a tool reaches, by the paths that its input names (SPEC 4.5).
 *
 * @module
 */
import { join, resolve } from "node:path";
import { isAtOrBelow } from "./confine_path.ts";
import { realOf } from "./disk_facts.ts";

/** Where the call was made. */
export interface CallPlaces {
  /** The folder in which the agent is, absolute. */
  readonly folder: string;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
}

/** Words of an input that are followed as paths, links and all: each asks the disk. */
const MOST_FOLLOWED = 200;

/** What stands between the words of a line of shell, and around a path in a text. */
const BETWEEN = /[\s"'`;|&<>()=,]+/;

/**
 * Returns those of some workspaces that the text of an input names a file or folder of, or in which the agent is. Where one
 * lies within another, the inner one is meant. A path that a script puts together is not seen.
 *
 * @param text strings of the input, each on lines of its own
 * @param roots real paths of workspaces
 */
export function reachedWorkspaces(text: string, { folder, homeDir }: CallPlaces, roots: readonly string[]): string[] {
  const expand = (word: string) => word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, homeDir);
  const rootOf = (path: string) =>
    roots.filter((root) => isAtOrBelow(root, path)).sort((one, other) => other.length - one.length)[0] ?? null;
  const reached = new Set([rootOf(realOf(folder))]);
  let followed = 0;
  // A path with blanks in it stands on a line of its own, or is found by the name of the workspace.
  for (const word of new Set([...text.split(BETWEEN), ...text.split("\n")])) {
    if (!/[/\\~]|^\.\.?$/.test(word) || word.length > MOST_PATH) continue;
    const path = resolve(folder, expand(word));
    const found = rootOf(path);
    reached.add(found);
    if (found === null && followed < MOST_FOLLOWED) {
      followed++;
      reached.add(rootOf(realOf(path)));
    }
  }
  for (const root of roots) if (namesOf(root, homeDir).some((name) => standsIn(text, name))) reached.add(root);
  return [...reached].filter((root) => root !== null);
}

/** No system has longer paths. */
const MOST_PATH = 4_096;

/** How a folder with blanks in its name is written within other words. */
function namesOf(root: string, homeDir: string): string[] {
  if (!/\s/.test(root)) return [];
  const below = isAtOrBelow(homeDir, root) ? root.slice(homeDir.length) : null;
  const names = [root, ...(below === null ? [] : [join("~", below), `$HOME${below}`, `\${HOME}${below}`])];
  return [...names, ...names.map((name) => name.replaceAll(" ", "\\ "))];
}

function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\w.-]/.test(text[at + name.length] ?? "/")) return true;
  }
  return false;
}
