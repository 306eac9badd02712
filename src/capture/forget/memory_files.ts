/**
 * Every file that a forgotten text may stand in: those of the index, and the reports that are not indexed (SPEC 7.6).
 *
 * @module
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { MemoryError } from "../../base/errors.ts";
import type { SelectDeps } from "../../select/select.ts";
import { readSelectedFile, type SelectedFile } from "../../select/selected_file.ts";
import { absolute, AGENTS_FILE, DREAMS_FILE, MEMORY_DIR, type Roots, withSlashes } from "../../workspace/layout.ts";
import { isConflictCopy } from "../../workspace/left_out_names.ts";

/** A file, or why it cannot be read. */
export type MemoryFile = { readonly file: SelectedFile } | { readonly path: string; readonly reason: string };

/** Reads the files one by one, each once: a large memory need not be held as a whole. */
export function* memoryFiles(deps: SelectDeps): Generator<MemoryFile> {
  const paths = new Set([...deps.files(), ...reportsOf(deps)]);
  for (const path of paths) {
    try {
      yield { file: readSelectedFile(deps, path) };
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      // What is gone meanwhile holds nothing.
      if (existsSync(absolute(deps.layout, path))) yield { path, reason: error.message };
    }
  }
}

/** The review tier, what people wrote for agents, and copies of a conflict, which are not indexed. */
function reportsOf({ layout }: SelectDeps): string[] {
  const named = [DREAMS_FILE, "dreams.md", AGENTS_FILE].filter((path) => existsSync(absolute(layout, path)));
  const reports = [REPORTS_DIR, OPENCLAW_DIR].flatMap((folder) => notesIn(layout, folder, true));
  const copies = [...notesIn(layout, "", false), ...notesIn(layout, MEMORY_DIR, true)]
    .filter((path) => isConflictCopy(basename(path)));
  return [...named, ...reports, ...copies];
}

/** Returns the Markdown files of a folder, and of those in it if asked for. */
function notesIn(layout: Roots, folder: string, recursive: boolean): string[] {
  if (folder !== "" && !existsSync(absolute(layout, folder))) return [];
  const names = readdirSync(folder === "" ? layout.root : absolute(layout, folder), { recursive, withFileTypes: true });
  return names.filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => withSlashes(relative(layout.root, join(entry.parentPath, entry.name))));
}

/** Reports of the phases, and where OpenClaw keeps its own. */
const REPORTS_DIR = "memory/dreaming";
const OPENCLAW_DIR = "memory/.dreams";
