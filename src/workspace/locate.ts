/**
 * Which workspace a command means (SPEC 3.1). Nothing is created here.
 *
 * @module
 */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { MemoryError } from "../base/errors.ts";
import { layoutOf, type WorkspaceLayout } from "./layout.ts";
import { findRegistered, userStateDir } from "./registry.ts";

/** What decides which workspace is meant. */
export interface LocateRequest {
  readonly workspaceFlag?: string;
  readonly dataDirFlag?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeDir: string;
  /** `workspace` of the user config. */
  readonly configuredWorkspace?: string;
}

/** The workspace that a command means. */
export interface Located {
  readonly layout: WorkspaceLayout;
  readonly source: "flag" | "environment" | "ancestor" | "config" | "openclaw";
  /** What was found and ignored, as sentences. */
  readonly notices: readonly string[];
  /** Initialised once, but its state is gone: not new (SPEC 13). */
  readonly isLost: boolean;
  /** Initialised under a frozen time (SPEC 11.10). */
  readonly isSimulated: boolean;
}

/**
 * Returns the workspace.
 *
 * @throws {MemoryError} failed, with the hint `memory init`, if there is none
 */
export function locateWorkspace(request: LocateRequest): Located {
  const stateDir = userStateDir(request.environment, request.homeDir);
  for (const [source, path] of candidates(request)) {
    const root = existsSync(path) ? realpathSync(path) : path;
    const entry = findRegistered(stateDir, root);
    if (entry?.isComplete) {
      const layout = layoutOf(root, entry.dataDir);
      return { layout, source, notices: [], isLost: !existsSync(layout.statePath), isSimulated: entry.isSimulated };
    }
  }
  throw new MemoryError("Cannot find a workspace", { hint: "run `memory init`" });
}

/** Returns a path with a leading `~` replaced, made absolute against `cwd`. */
export function expandPath(path: string, homeDir: string, cwd: string): string {
  const expanded = path === "~" ? homeDir : path.startsWith("~/") ? join(homeDir, path.slice(2)) : path;
  return resolve(cwd, expanded);
}

/** Returns the data folder beside a workspace: `<workspace>.memory`. */
export function dataDirBeside(root: string): string {
  return join(dirname(root), `${basename(root)}.memory`);
}

function* candidates(request: LocateRequest): Generator<[Located["source"], string]> {
  const { cwd, homeDir } = request;
  if (request.workspaceFlag !== undefined) return yield ["flag", expandPath(request.workspaceFlag, homeDir, cwd)];
  const named = request.environment["MEMORY_WORKSPACE"];
  if (named) return yield ["environment", expandPath(named, homeDir, cwd)];
  for (let at = resolve(cwd);; at = dirname(at)) {
    yield ["ancestor", at];
    if (dirname(at) === at) break;
  }
  if (request.configuredWorkspace) yield ["config", expandPath(request.configuredWorkspace, homeDir, cwd)];
  yield ["openclaw", join(homeDir, ".openclaw", "workspace")];
}
