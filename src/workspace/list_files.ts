/**
 * The one lister of the files that belong in the index (SPEC 3.3): `MEMORY.md`, `USER.md`, `memory/**`, the transcripts of
 * the data folder and the extra paths of the user's config.
 *
 * Left out without a word: names that begin with a dot (`.git`, `.obsidian`, editors' `.#x.md` and `.x.md.swp`, our own
 * temporary files), `memory/dreaming`, and every name that does not end in `.md` (`x.md~`, `#x.md#`, `x.tmp`). Left out and
 * reported: copies that a synchroniser made of a conflict, folders that a program fills, files above 16 MiB, pipes and
 * devices, broken links, links that lead out of the workspace, and notes and folders whose name is no UTF-8. What lies in
 * the cloud only is a failure: it is not gone. A link to a file of the memory adds nothing: the file is listed in its own
 * place, so loops have no end to lose.
 *
 * @module
 */
import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, sep } from "node:path";
import { errorCode } from "../base/errors.ts";
import { SESSIONS_PREFIX } from "../provenance/tier.ts";
import { isAtOrBelow } from "./confine_path.ts";
import { MEMORY_DIR, MEMORY_FILE, USER_FILE, type WorkspaceLayout } from "./layout.ts";
import { cloudName, IN_THE_CLOUD, isConflictCopy, isFilledByProgram } from "./left_out_names.ts";
import { problemOfLink } from "./problem_of_link.ts";
import { folderNames, REPLACEMENT } from "./unreadable_names.ts";

/** A file that belongs in the index. */
export interface FileFact {
  /** Relative to the workspace with `/`; absolute outside it. */
  readonly path: string;
  /** Where it lies. */
  readonly absPath: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with fraction. */
  readonly mtimeMs: number;
  /** Like `mtimeMs`, of the last change of anything about the file. */
  readonly ctimeMs: number;
}

/** A path with the reason why it is not in the list. */
export interface PathNote {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** In words, or the code of the system's error. */
  readonly reason: string;
}

/** What is there. */
export interface FileList {
  /** In no order: almost always none of them has changed, and sorting them would be the dearest part of looking. */
  readonly files: readonly FileFact[];
  /** What could not be read, by path. Nothing at or below such a path may be taken for gone; `""` is the whole workspace. */
  readonly failures: readonly PathNote[];
  /** What is left out by rule and a person may want to know, by path. */
  readonly skipped: readonly PathNote[];
  /** The time was up before everything was looked at: nothing that is missing here may be taken for gone. */
  readonly isCutShort: boolean;
}

/** What to list beside the workspace, and for how long. */
export interface ListOptions {
  /** Files and folders outside the workspace, absolute. @default none */
  readonly extraPaths?: readonly string[];
  /** On the scale of `performance.now()`. @default no end */
  readonly deadlineMs?: number;
}

/** A larger Markdown file is a dump that nobody wrote as a note: 16 MiB. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Returns the files of a workspace; one `readdir` a folder and one `stat` a file. */
export function listFiles(layout: WorkspaceLayout, options: ListOptions = {}): FileList {
  const walk: Walk = {
    files: [],
    failures: [],
    skipped: [],
    deadlineMs: options.deadlineMs ?? Infinity,
    isCutShort: false,
    closed: new Set(),
  };
  visitRoot(walk, layout);
  visitSessions(walk, layout);
  walk.closed = new Set([layout.root, layout.dataDir]);
  for (const extra of options.extraPaths ?? []) visitExtra(walk, layout, extra);
  const { files, failures, skipped, isCutShort } = walk;
  // Folders are in an order of the disk's own.
  return { files, failures: failures.sort(byPath), skipped: skipped.sort(byPath), isCutShort };
}

function byPath(a: PathNote, b: PathNote): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

interface Walk {
  readonly files: FileFact[];
  readonly failures: PathNote[];
  readonly skipped: PathNote[];
  readonly deadlineMs: number;
  /** Folders that are not gone into: while extra paths are walked, what is ours already. */
  closed: ReadonlySet<string>;
  isCutShort: boolean;
}

/** A folder with the real path that its links must stay in. */
interface Folder {
  readonly path: string;
  readonly absPath: string;
  readonly root: string;
  /** Prefix of a real path inside `root` that is not part of the listed path. */
  readonly cut: number;
}

/** A name in a folder, as far as the folder says what it is. */
interface Entry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

const ROOT_NAMES: ReadonlySet<string> = new Set([MEMORY_FILE, USER_FILE, MEMORY_DIR]);
const REPORTS_DIR = `${MEMORY_DIR}/dreaming`;

/** The clock is asked once for so many names. */
const NAMES_A_LOOK = 64;

function visitRoot(walk: Walk, { root }: WorkspaceLayout): void {
  const folder: Folder = { path: "", absPath: root, root, cut: root.length + 1 };
  for (const entry of entriesOf(walk, folder)) {
    if (ROOT_NAMES.has(entry.name) || standsForCurated(entry.name)) visit(walk, folder, entry);
  }
}

/** A curated file's conflict copy, or what iCloud leaves in its place. */
function standsForCurated(name: string): boolean {
  return /^\.?(?:MEMORY|USER)\b/.test(name) && (isConflictCopy(name) || cloudName(name) !== null);
}

/** Transcripts are named by {@linkcode SESSIONS_PREFIX}; most workspaces have none. */
function visitSessions(walk: Walk, { sessionsDir }: WorkspaceLayout): void {
  const path = SESSIONS_PREFIX.slice(0, -1);
  visitFolder(walk, { path, absPath: sessionsDir, root: sessionsDir, cut: 0 });
}

function visitExtra(walk: Walk, layout: WorkspaceLayout, extra: string): void {
  const root = attempt(walk, extra, () => realpathSync(extra));
  if (root === undefined) return;
  // Read a second time as somebody else's words, the memory would taint itself.
  if ([...walk.closed].some((folder) => isAtOrBelow(folder, root))) {
    const place = isAtOrBelow(layout.root, root) ? "workspace" : "data folder";
    walk.skipped.push({ path: extra, reason: `an extra path that lies in the ${place}` });
    return;
  }
  const stat = attempt(walk, extra, () => statSync(root));
  if (stat?.isDirectory() === true) visitFolder(walk, { path: root, absPath: root, root, cut: 0 });
  else if (stat?.isFile() === true) addFile(walk, root, root);
}

function visitFolder(walk: Walk, folder: Folder): void {
  const entries = readableOf(walk, folder, entriesOf(walk, folder));
  for (let at = 0; at < entries.length && !walk.isCutShort; at++) {
    if (at % NAMES_A_LOOK === 0 && performance.now() > walk.deadlineMs) walk.isCutShort = true;
    const entry = entries[at];
    if (entry !== undefined) visit(walk, folder, entry);
  }
}

function visit(walk: Walk, folder: Folder, entry: Entry): void {
  const { name } = entry;
  const path = folder.path === "" ? name : folder.path + "/" + name;
  if (name.startsWith(".")) {
    const original = cloudName(name);
    if (original !== null) {
      walk.failures.push({ path: `${path.slice(0, -name.length)}${original}`, reason: IN_THE_CLOUD });
    }
    return;
  }
  const absPath = folder.absPath + sep + name;
  if (name.endsWith(".md") && entry.isFile()) {
    if (isConflictCopy(name)) walk.skipped.push({ path, reason: "a copy made by a synchroniser" });
    else addFile(walk, path, absPath);
  } else if (entry.isDirectory()) {
    if (path === REPORTS_DIR || walk.closed.has(absPath)) return;
    if (isFilledByProgram(name, folder.absPath)) walk.skipped.push({ path, reason: "a folder that a program fills" });
    else visitFolder(walk, { ...folder, path, absPath });
  } else if (entry.isSymbolicLink()) {
    visitLink(walk, { ...folder, path, absPath });
  } else if (name.endsWith(".md")) {
    addFile(walk, path, absPath);
  }
}

/** Reports a link, unless it leads to what is listed anyway. */
function visitLink(walk: Walk, { path, absPath, root, cut }: Folder): void {
  const reason = problemOfLink({ path, absPath, root, cut });
  if (reason !== null) walk.skipped.push({ path, reason });
}

function addFile(walk: Walk, path: string, absPath: string): void {
  let stat: Stats;
  try {
    stat = statSync(absPath);
  } catch (error) {
    noteFailure(walk, path, error);
    return;
  }
  if ((stat.mode & KIND) !== REGULAR) walk.skipped.push({ path, reason: "not a regular file" });
  else if (stat.size > MAX_FILE_BYTES) walk.skipped.push({ path, reason: "larger than 16 MiB" });
  else walk.files.push({ path, absPath, size: stat.size, mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs });
}

/** The bits of a mode that say what a file is, and what they are of a regular one: quicker than asking by a call. */
const KIND = 0o170000;
const REGULAR = 0o100000;

function entriesOf(walk: Walk, { path, absPath }: Folder): readonly Entry[] {
  return attempt(walk, path, () => readdirSync(absPath, { withFileTypes: true })) ?? [];
}

/** Reports the names that no path can lead to, and returns the other entries, each once. */
function readableOf(walk: Walk, { path, absPath }: Folder, entries: readonly Entry[]): readonly Entry[] {
  // Joined and asked once: a thousand questions take longer.
  let all = "";
  for (let at = 0; at < entries.length; at++) all += entries[at]?.name;
  if (!all.includes(REPLACEMENT)) return entries;
  const names = attempt(walk, path, () => folderNames(absPath));
  for (const name of names?.unreadable ?? []) {
    walk.skipped.push({ path: `${path}/${name}`, reason: "its name is not UTF-8" });
  }
  // Several names may read the same once their bytes are replaced, and one of them may really be written so.
  const kept = new Map(entries.filter(({ name }) => names?.readable.has(name)).map((entry) => [entry.name, entry]));
  return [...kept.values()];
}

function attempt<T>(walk: Walk, path: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    noteFailure(walk, path, error);
    return undefined;
  }
}

/** What vanished since its folder was read is no failure; a root that is not there is one. */
function noteFailure(walk: Walk, path: string, error: unknown): void {
  const code = errorCode(error);
  if (code === undefined) throw error;
  if (code !== "ENOENT" || path === "" || isAbsolute(path)) walk.failures.push({ path, reason: code });
}
