/**
 * Paths, a folder at a time, as a person types them.
 *
 * @module
 */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import { SESSIONS_PREFIX } from "../../provenance/tier.ts";
import { absolute, MEMORY_DIR, type WorkspaceLayout } from "../../workspace/layout.ts";
import type { Offer } from "./offer.ts";

/**
 * Returns paths of the workspace that begin so: its Markdown files, folders with a slash at their end. Of the root only
 * what belongs to the memory. No link is followed, nothing hidden is named.
 */
export function workspacePaths(layout: WorkspaceLayout, prefix: string): Offer[] {
  // A path that leads elsewhere is none of the workspace's.
  if (prefix.startsWith("/") || prefix.split("/").includes("..")) return [];
  const cut = prefix.lastIndexOf("/") + 1;
  const folder = prefix.slice(0, cut);
  const isRoot = folder === "";
  if (!isWithoutLinks(layout, folder)) return [];
  const listed = entriesOf(absolute(layout, folder)).flatMap((entry) => {
    const isFolder = entry.isDirectory() && (!isRoot || entry.name === MEMORY_DIR);
    if (isFolder) return [`${folder}${entry.name}/`];
    return entry.isFile() && entry.name.endsWith(".md") ? [folder + entry.name] : [];
  });
  const sessions = isRoot && entriesOf(layout.sessionsDir).length > 0 ? [SESSIONS_PREFIX] : [];
  return named([...listed, ...sessions], prefix);
}

/** Returns folders below the current one, or below a path that is typed from the root on, that begin so. */
export function foldersAt(cwd: string, prefix: string): Offer[] {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const at = folder.startsWith("/") ? folder : join(cwd, folder);
  return named(entriesOf(at).flatMap((it) => it.isDirectory() ? [`${folder}${it.name}/`] : []), prefix);
}

/** Whether each part of a path, with a slash at its end, is a folder itself. */
function isWithoutLinks(layout: WorkspaceLayout, folder: string): boolean {
  return [...folder.matchAll(/\//g)].every(({ index }) => {
    const at = absolute(layout, folder.slice(0, index + 1)).replace(/\/+$/, "");
    return lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
  });
}

function named(paths: readonly string[], prefix: string): Offer[] {
  return paths.filter((path) => path.startsWith(prefix)).sort().map((value) => ({ value, about: null }));
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}
