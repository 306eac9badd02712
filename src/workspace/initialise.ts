/**
 * What `memory init` does on disk (SPEC 3.2): data folder, `memory/`, commented settings, entry in the registry. No
 * existing file is changed.
 *
 * @module
 */
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";
import { writeFileAtomic } from "./atomic_write.ts";
import { layoutOf, type WorkspaceLayout } from "./layout.ts";
import { dataDirBeside } from "./locate.ts";
import { findRegistered, registerWorkspace } from "./registry.ts";

/** What to initialise. */
export interface InitialiseRequest {
  /** Absolute path of the workspace; created if missing. */
  readonly root: string;
  /** Absolute path, if the person named one. */
  readonly dataDir?: string;
  /** From `userStateDir`. */
  readonly stateDir: string;
  /** ISO 8601 with offset. */
  readonly nowIso: string;
  readonly isSimulated: boolean;
  /** Take over a data folder that holds a state but is not registered. */
  readonly adopt: boolean;
  /** The commented `config.jsonc` of a new workspace. */
  readonly configText: string;
  /** Creates `state.sqlite`; called once the folders are there and before the registration is complete. */
  readonly createState: (layout: WorkspaceLayout) => void;
}

/** What was done. */
export interface Initialised {
  readonly layout: WorkspaceLayout;
  /** Absolute paths that were created, in order. */
  readonly created: readonly string[];
  readonly alreadyInitialised: boolean;
  readonly adopted: boolean;
  /** Registered before, and its state is gone: it stays lost until the owner attests (SPEC 13). */
  readonly isLost: boolean;
}

/**
 * Initialises a workspace; doing it again changes nothing.
 *
 * @throws {MemoryError} failed, if an unregistered data folder already holds a state and `adopt` is not set
 */
export function initialiseWorkspace(request: InitialiseRequest): Initialised {
  const created: string[] = [];
  ensureFolder(request.root, 0o777, created);
  const root = realpathSync(request.root);
  const entry = findRegistered(request.stateDir, root);
  const layout = layoutOf(root, entry?.dataDir ?? request.dataDir ?? dataDirBeside(root));
  const hasState = existsSync(layout.statePath);
  if (entry?.isComplete) {
    return { layout, created, alreadyInitialised: true, adopted: false, isLost: !hasState };
  }
  if (entry === null && hasState && !request.adopt) {
    throw new MemoryError(`Cannot initialise "${root}": its data folder "${layout.dataDir}" already holds a state`, {
      hint: "run `memory init --adopt` if it is yours",
    });
  }
  const pending = {
    workspace: root,
    dataDir: layout.dataDir,
    registeredAt: request.nowIso,
    isSimulated: request.isSimulated,
    isComplete: false,
  };
  registerWorkspace(request.stateDir, pending);
  ensureFolder(layout.dataDir, 0o700, created);
  ensureFolder(layout.memoryDir, 0o777, created);
  if (writeFileAtomic(layout.configPath, request.configText, { mode: 0o600, expectedHash: null }) === "written") {
    created.push(layout.configPath);
  }
  request.createState(layout);
  registerWorkspace(request.stateDir, { ...pending, isComplete: true });
  return { layout, created, alreadyInitialised: false, adopted: entry === null && hasState, isLost: false };
}

function ensureFolder(path: string, mode: number, created: string[]): void {
  if (mkdirSync(path, { recursive: true, mode }) !== undefined) created.push(path);
}
