/**
 * Where things lie in a workspace and in its data folder (SPEC 3). Names only; nothing is read.
 *
 * @module
 */
import { isAbsolute, join, sep } from "node:path";
import { SESSIONS_PREFIX } from "../provenance/tier.ts";

/** The curated core: long-term facts. */
export const MEMORY_FILE = "MEMORY.md";
/** The curated core: directives about the user. */
export const USER_FILE = "USER.md";
/** The instructions tier, written by people. */
export const AGENTS_FILE = "AGENTS.md";
/** The review tier. */
export const DREAMS_FILE = "DREAMS.md";
/** The folder of the episodic tier. */
export const MEMORY_DIR = "memory";

/** Absolute paths of one workspace. */
export interface WorkspaceLayout {
  /** The workspace's real path. */
  readonly root: string;
  /** The data folder, outside the workspace. */
  readonly dataDir: string;
  /** `memory/` in the workspace. */
  readonly memoryDir: string;
  /** `index.sqlite`, which may be deleted at any time. */
  readonly indexPath: string;
  /** `state.sqlite`, which may not. */
  readonly statePath: string;
  /** `config.jsonc` of the workspace. */
  readonly configPath: string;
  /** Redacted transcripts. */
  readonly sessionsDir: string;
  /** Logs of hooks and sweeps. */
  readonly logsDir: string;
  /** Locks between processes. */
  readonly locksDir: string;
}

/** Returns the layout of a workspace; both paths absolute, `root` with links resolved. */
export function layoutOf(root: string, dataDir: string): WorkspaceLayout {
  return {
    root,
    dataDir,
    memoryDir: join(root, MEMORY_DIR),
    indexPath: join(dataDir, "index.sqlite"),
    statePath: join(dataDir, "state.sqlite"),
    configPath: join(dataDir, "config.jsonc"),
    sessionsDir: join(dataDir, "sessions"),
    logsDir: join(dataDir, "logs"),
    locksDir: join(dataDir, "locks"),
  };
}

/** What {@linkcode absolute} needs of a layout. */
export type Roots = Pick<WorkspaceLayout, "root" | "sessionsDir">;

/**
 * Returns the absolute path of a workspace-relative one (`/` between segments) or of a transcript; an absolute path stays
 * as it is.
 */
export function absolute(roots: Roots, relPath: string): string {
  if (isAbsolute(relPath)) return relPath;
  return join(rootOf(roots, relPath), withoutPrefix(relPath));
}

/** Returns the folder that a path which is not absolute has to stay in: the workspace, or the transcripts. */
export function rootOf({ root, sessionsDir }: Roots, relPath: string): string {
  return relPath.startsWith(SESSIONS_PREFIX) ? sessionsDir : root;
}

/**
 * Returns the path by which the memory knows a file that really lies at `realPath`, links followed: relative to the
 * workspace, a transcript's, or the absolute path itself. The rule and the rows of a file are those of its own place.
 */
export function ownPath({ root, sessionsDir }: Roots, realPath: string): string {
  const below = (folder: string) => withSlashes(realPath.slice(folder.length + 1));
  if (realPath.startsWith(root + sep)) return below(root);
  return realPath.startsWith(sessionsDir + sep) ? SESSIONS_PREFIX + below(sessionsDir) : realPath;
}

/** Returns a relative path of this system as the memory writes it: `/` between segments. */
export function withSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

function withoutPrefix(relPath: string): string {
  return relPath.startsWith(SESSIONS_PREFIX) ? relPath.slice(SESSIONS_PREFIX.length) : relPath;
}
