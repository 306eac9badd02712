/**
 * Which workspace a command means (SPEC 3.1). Nothing is created here.
 *
 * @module
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { MemoryError } from "../base/errors.ts";
import { dataDirBeside, dataDirFault } from "./data_dir.ts";
import { layoutOf, type WorkspaceLayout } from "./layout.ts";
import { realIfThere } from "./real_target.ts";
import { findRegistered, type RegistryEntry } from "./registry.ts";
import { expandPath, userStateDir } from "./user_paths.ts";

/** What decides which workspace is meant. */
export interface LocateRequest {
  /** `--workspace` as it was given. */
  readonly workspaceFlag?: string;
  /** `--data-dir` as it was given. */
  readonly dataDirFlag?: string;
  /** `MEMORY_WORKSPACE`, `MEMORY_DATA_DIR` and `XDG_STATE_HOME` are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current folder, absolute. */
  readonly cwd: string;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** `workspace` of the user config. */
  readonly configuredWorkspace?: string;
}

/** The workspace that a command means. */
export interface Located {
  /** Where everything lies. */
  readonly layout: WorkspaceLayout;
  /** Which of the places of SPEC 3.1 it was. */
  readonly source: "flag" | "environment" | "ancestor" | "config" | "openclaw";
  /** What was found on the way and ignored, as sentences. */
  readonly notices: readonly string[];
  /** Initialised once, but its state is gone: it is not new, and its lines are held back (SPEC 13). */
  readonly isLost: boolean;
  /** Initialised under a frozen time (SPEC 11.10), as the registry has it. */
  readonly isSimulated: boolean;
  /** Its entry in the registry. */
  readonly entry: RegistryEntry;
  /** Where the registry lies. */
  readonly stateDir: string;
}

/**
 * Returns the workspace: the one named by flag, by `MEMORY_WORKSPACE`, the nearest registered folder at or above `cwd`,
 * the one named in the user config, OpenClaw's.
 *
 * @throws {MemoryError} failed, with a hint that begins with `memory init`, if there is none or the named one was never
 * initialised; usage, if a path cannot be read
 */
export function locateWorkspace(request: LocateRequest): Located {
  const { environment, workspaceFlag, configuredWorkspace, homeDir } = request;
  const search: Search = { ...request, stateDir: userStateDir(environment, homeDir), dataDir: dataDirOf(request) };
  if (workspaceFlag !== undefined) return named(search, "flag", workspaceFlag);
  const variable = environment["MEMORY_WORKSPACE"];
  if (variable) return named(search, "environment", variable);
  const notices: string[] = [];
  const above = nearestAbove(search, notices);
  if (above !== null) return above;
  if (configuredWorkspace) return { ...named(search, "config", configuredWorkspace), notices };
  const openclaw = join(homeDir, ".openclaw", "workspace");
  const found = existsSync(openclaw) ? registered(search, realpathSync(openclaw), notices) : null;
  if (found !== null) return locatedAt(search, found, { source: "openclaw", notices });
  const ignored = notices.length === 0 ? "" : `. ${notices.join(". ")}`;
  throw new MemoryError(`Cannot find a workspace at or above "${request.cwd}"${ignored}`, {
    hint: notices.some((notice) => notice.endsWith(UNREGISTERED))
      ? "memory init --adopt takes a data folder over, if the workspace was moved here or you know where it comes from"
      : "memory init makes this folder one; --workspace or MEMORY_WORKSPACE name another",
  });
}

interface Search extends LocateRequest {
  readonly stateDir: string;
  /** The data folder that flag or environment ask for, else `null`. */
  readonly dataDir: string | null;
}

function dataDirOf({ dataDirFlag, environment, homeDir, cwd }: LocateRequest): string | null {
  const path = dataDirFlag ?? environment["MEMORY_DATA_DIR"];
  if (path === undefined || (path === "" && dataDirFlag === undefined)) return null;
  return realIfThere(expandPath(path, homeDir, cwd));
}

/** A workspace that somebody named: it is that one or an error, never another. */
function named(search: Search, source: Located["source"], path: string): Located {
  const expanded = expandPath(path, search.homeDir, search.cwd);
  const hint = `memory init --workspace "${expanded}" makes it one`;
  if (!statSync(expanded, { throwIfNoEntry: false })?.isDirectory()) {
    throw new MemoryError(`Cannot use the workspace "${expanded}": there is no such folder`, { hint });
  }
  const root = realpathSync(expanded);
  const entry = findRegistered(search.stateDir, root);
  if (!entry?.isComplete) {
    throw new MemoryError(`Cannot use the workspace "${root}": it was never initialised by this user`, { hint });
  }
  if (search.dataDir !== null && search.dataDir !== entry.dataDir) {
    throw new MemoryError(
      `Cannot use the data folder "${search.dataDir}": "${root}" is registered with "${entry.dataDir}"`,
      { hint: "leave out --data-dir and MEMORY_DATA_DIR; memory init --adopt registers another that holds a state" },
    );
  }
  const fault = dataDirFault(entry.dataDir, root);
  if (fault !== null) {
    throw new MemoryError(`Cannot use the data folder "${entry.dataDir}": ${fault}`, {
      hint: `make it yours alone: chmod 700 "${entry.dataDir}"`,
    });
  }
  return locatedAt(search, entry, { source, notices: [] });
}

function nearestAbove(search: Search, notices: string[]): Located | null {
  for (let at = realIfThere(resolve(search.cwd));; at = dirname(at)) {
    const entry = registered(search, at, notices);
    if (entry !== null) return locatedAt(search, entry, { source: "ancestor", notices });
    if (dirname(at) === at) return null;
  }
}

const UNREGISTERED = "this user's `memory init` did not register it";

/** Returns the entry of a folder if it counts; otherwise notes what was ignored. */
function registered(search: Search, root: string, notices: string[]): RegistryEntry | null {
  const entry = findRegistered(search.stateDir, root);
  if (!entry?.isComplete) {
    const beside = dataDirBeside(root);
    if (statSync(beside, { throwIfNoEntry: false })?.isDirectory()) {
      notices.push(`Ignored the data folder "${beside}": ${UNREGISTERED}`);
    }
    return null;
  }
  if (search.dataDir !== null && search.dataDir !== entry.dataDir) return null;
  const fault = dataDirFault(entry.dataDir, root);
  if (fault === null) return entry;
  notices.push(`Ignored the data folder "${entry.dataDir}": ${fault}`);
  return null;
}

function locatedAt(
  { stateDir }: Search,
  entry: RegistryEntry,
  found: Pick<Located, "source" | "notices">,
): Located {
  const layout = layoutOf(entry.workspace, entry.dataDir);
  const isLost = !existsSync(layout.statePath);
  return { layout, ...found, isLost, isSimulated: entry.isSimulated, entry, stateDir };
}
