/**
 * Names in the memory that stand for something else than a note. `docs/files.md` lists them for people.
 *
 * @module
 */
import { existsSync } from "node:fs";

/** Returns whether a synchroniser made a file of this name because two devices had changed it. */
export function isConflictCopy(name: string): boolean {
  return MAY_BE_COPY.test(name) && CONFLICT_COPY.test(name);
}

/** What all of {@linkcode CONFLICT_COPY} have: a thousand names are asked for it each time. */
const MAY_BE_COPY = /onflict|ONFLICT|冲突/;

/**
 * Dropbox, Obsidian and Nextcloud: `x (Ann's conflicted copy 2026-08-19).md`, `x (conflicted copy 2026-08-19 120000).md`;
 * Syncthing: `x.sync-conflict-20260819-120000-ABCDEFG.md`; Seafile: `x (SFConflict ann@example.com 2026-08-19-12-00-00).md`;
 * ownCloud: `x_conflict-20260819-120000.md`; Resilio: `x.Conflict.md`; rclone: `x.conflict1.md`; Dropbox in Chinese.
 */
const CONFLICT_COPY =
  /\(.*(?:conflicted copy|SFConflict ).*\)|\(.*冲突.*副本.*\)|\.sync-conflict-|_conflict-\d{8}|\.conflict\d*\.md$/i;

/** Why a file that lies in the cloud only cannot be read. */
export const IN_THE_CLOUD = "in the cloud only, not on this disk";

/** Returns the name of the note that iCloud moved off the disk and left `.<name>.icloud` for, or `null`. */
export function cloudName(name: string): string | null {
  return name.endsWith(".md.icloud") ? name.slice(1, -".icloud".length) : null;
}

/**
 * Returns whether a folder holds what a package manager or a build puts there. `build`, `dist` and the like are also fair
 * names for a topic, so they count only beside the file that tells a program to fill them. A `.gitignore` has no say: it
 * tells what not to publish, and many keep their whole memory out of a repository that way.
 */
export function isFilledByProgram(name: string, parent: string): boolean {
  if (PACKAGES.has(name)) return true;
  return BUILD_OUTPUT.has(name) && BUILD_FILES.some((file) => existsSync(`${parent}/${file}`));
}

const PACKAGES: ReadonlySet<string> = new Set(["node_modules", "bower_components", "__pycache__", "site-packages"]);
const BUILD_OUTPUT: ReadonlySet<string> = new Set(["build", "dist", "out", "target", "vendor", "venv", "coverage"]);
const BUILD_FILES = [
  "package.json",
  "Cargo.toml",
  "go.mod",
  "pyproject.toml",
  "requirements.txt",
  "pom.xml",
  "build.gradle",
  "CMakeLists.txt",
  "composer.json",
  "Makefile",
] as const;
