/**
 * What `memory init` does on disk (SPEC 3.2): data folder, `memory/`, commented settings, entry in the registry. No
 * existing file is changed, and doing it again changes nothing.
 *
 * The entry is begun before the data folder gets its first file and completed when the state is there. So an `init` that
 * was killed is taken up by the next one, a folder that somebody else filled is never taken for ours, and a state that
 * vanishes later is known to be lost.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { writeFileAtomic } from "./atomic_write.ts";
import { dataDirBeside, dataDirFault, dataDirInState } from "./data_dir.ts";
import { layoutOf, type WorkspaceLayout } from "./layout.ts";
import { findRegistered, registerWorkspace, type RegistryEntry, unregisterWorkspace } from "./registry.ts";
import { formerOf, type MovedWorkspaces, refuseLeftBehind, refuseTaken } from "./moved_workspace.ts";
import { realIfThere } from "./real_target.ts";
import { writeFailure } from "./write_failure.ts";

/** What to initialise. */
export interface InitialiseRequest {
  /** Absolute path of the workspace; created if missing. */
  readonly root: string;
  /** Absolute path of the data folder, if a person named one. */
  readonly dataDir?: string;
  /** From `userStateDir`. */
  readonly stateDir: string;
  /** ISO 8601 with offset. */
  readonly nowIso: string;
  /** Take over a data folder that is not empty, or register a moved one in place of the old. */
  readonly adopt: boolean;
  /** Called before a data folder is adopted. @throws {MemoryError} failed, if the caller may not; then nothing is adopted */
  readonly allowAdoption?: () => void;
  /** Called under a frozen time (SPEC 11.10): a new workspace becomes a simulated one, a real one refuses. */
  readonly isSimulated: boolean;
  /** The commented `config.jsonc` of a new data folder. */
  readonly configText: string;
  /**
   * Opens `state.sqlite`, creating it if it is missing, and tells whether it is simulated. Called once the folders are
   * there and before the registration is complete.
   */
  readonly openState: (layout: WorkspaceLayout, known: KnownWorkspace) => OpenedState;
  /** Looks into the state of a workspace that is not where it was. @default nothing is known of it */
  readonly moved?: MovedWorkspaces;
}

/** What is known of a workspace before its state is opened. */
export interface KnownWorkspace {
  /** It was initialised before: a missing state was lost and is not new. */
  readonly isRegistered: boolean;
  /** What a state that has to be made is: a registered workspace stays what it was. */
  readonly isSimulated: boolean;
  /** The id that the registry knows, or `null`. */
  readonly workspaceId: string | null;
  /** The state comes from elsewhere: this user never registered it. What it vouches for does not count (SPEC 3.1). */
  readonly isForeign: boolean;
}

/** What a state says of itself. */
export interface OpenedState {
  /** See {@linkcode RegistryEntry.isSimulated}. */
  readonly isSimulated: boolean;
  /** See {@linkcode RegistryEntry.workspaceId}. */
  readonly workspaceId?: string | null;
}

/** What was done. */
export interface Initialised {
  /** Where everything lies. */
  readonly layout: WorkspaceLayout;
  /** Absolute paths that were created, in order. */
  readonly created: readonly string[];
  /** The workspace was registered before. */
  readonly alreadyInitialised: boolean;
  /** A data folder that was not registered before was taken over. */
  readonly adopted: boolean;
  /** Registered before, and its state was gone: it stays lost until the owner attests (SPEC 13). */
  readonly isLost: boolean;
}

/**
 * Initialises a workspace.
 *
 * @throws {MemoryError} failed, if its data folder holds something that this user did not register and `adopt` is not
 * set, belongs to another workspace or may be written by others; if the folder is a workspace that was moved without its data
 * folder; or if a folder cannot be created; usage, if a real workspace would become a simulated one
 */
export function initialiseWorkspace(request: InitialiseRequest): Initialised {
  const created: string[] = [];
  const known = findRegistered(request.stateDir, realIfThere(request.root));
  if (request.isSimulated && isReal(known)) throw staysReal(`MEMORY_NOW in "${known.workspace}"`);
  makeFolder(request.root, 0o777, created);
  const root = realpathSync(request.root);
  refuseFileSystemRoot(root);
  const found = findRegistered(request.stateDir, root);
  if (request.dataDir !== undefined && found?.isComplete) {
    refuseMove(request, { root, dataDir: realIfThere(request.dataDir), found });
  }
  if (found === null && request.dataDir === undefined) refuseLeftBehind(request, root);
  const dataDir = openDataDir(request, found, created);
  const { entry, adopted, former = null } = begin(request, { root, dataDir, found });
  const layout = layoutOf(root, dataDir);
  const isLost = entry.isComplete && statSync(layout.statePath, { throwIfNoEntry: false })?.isFile() !== true;
  makeFolder(layout.memoryDir, 0o777, created);
  if (writeFileAtomic(layout.configPath, request.configText, { mode: 0o600, expectedHash: null }) === "written") {
    created.push(layout.configPath);
  }
  if (!entry.isComplete || isLost || adopted) {
    const { isSimulated, workspaceId = null } = request.openState(layout, {
      workspaceId: entry.workspaceId ?? null,
      isForeign: adopted && !entry.isComplete && existsSync(layout.statePath),
      isRegistered: entry.isComplete,
      isSimulated: entry.isComplete ? entry.isSimulated : request.isSimulated,
    });
    if (isSimulated && isReal(entry)) throw staysReal(`the simulated state "${layout.statePath}" for "${root}"`);
    registerWorkspace(request.stateDir, {
      ...entry,
      dataDir,
      isSimulated,
      isComplete: true,
      ...(workspaceId === null ? {} : { workspaceId }),
    });
    if (former !== null) unregisterWorkspace(request.stateDir, former);
  }
  return { layout, created, alreadyInitialised: entry.isComplete, adopted, isLost };
}

/** Private to the user: sessions, settings and the ledger lie there. */
const DATA_DIR_MODE = 0o700;

/** Codes that say that the parent folder cannot be written. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/** Makes the data folder and returns its real path. */
function openDataDir(request: InitialiseRequest, found: RegistryEntry | null, created: string[]): string {
  const wanted = request.dataDir ?? found?.dataDir;
  const root = realpathSync(request.root);
  if (wanted !== undefined) {
    refuseFault(wanted, root);
    makeFolder(wanted, DATA_DIR_MODE, created);
    return realpathSync(wanted);
  }
  try {
    if (mkdirSync(dataDirBeside(root), { mode: DATA_DIR_MODE, recursive: true }) !== undefined) {
      created.push(dataDirBeside(root));
    }
    return realpathSync(dataDirBeside(root));
  } catch (error) {
    if (!NOT_WRITABLE.has(errorCode(error) ?? "")) throw writeFailure("create", dataDirBeside(root), error);
    const fallback = dataDirInState(request.stateDir, root);
    makeFolder(fallback, DATA_DIR_MODE, created);
    return realpathSync(fallback);
  }
}

interface Place {
  readonly root: string;
  readonly dataDir: string;
  readonly found: RegistryEntry | null;
}

/** A registration. */
interface Begun {
  readonly entry: RegistryEntry;
  readonly adopted: boolean;
  /** Where the workspace was before it was moved. */
  readonly former?: string;
}

/** Begins the registration, or finds it begun or complete. */
function begin(request: InitialiseRequest, place: Place): Begun {
  const { root, dataDir } = place;
  refuseFault(dataDir, root);
  const isEmpty = readdirSync(dataDir).every((name) => name === ".DS_Store");
  // Looked up again after the folder: another `init` of this workspace registers first and fills the folder then.
  const known = place.found ?? findRegistered(request.stateDir, root);
  if (known !== null && known.dataDir === dataDir) return { entry: known, adopted: false };
  refuseTaken(request.stateDir, place);
  if (known?.isComplete) {
    refuseMove(request, { root, dataDir, found: known });
    request.allowAdoption?.();
    return { entry: known, adopted: true };
  }
  if (!isEmpty && !request.adopt) {
    throw new MemoryError(`Cannot initialise "${root}": its data folder "${dataDir}" is not empty and not registered`, {
      hint: "memory init --adopt takes it over, if you know where it comes from",
    });
  }
  if (!isEmpty) request.allowAdoption?.();
  const former = isEmpty ? null : formerOf(request, layoutOf(root, dataDir));
  if (former !== null) {
    return { entry: { ...former, workspace: root, dataDir }, adopted: true, former: former.workspace };
  }
  const entry = { workspace: root, dataDir, registeredAt: request.nowIso, isSimulated: false, isComplete: false };
  registerWorkspace(request.stateDir, entry);
  return { entry, adopted: !isEmpty };
}

/** Who may set the time or the caller could forge what a real memory rests on, also after its state is gone. */
function staysReal(what: string): MemoryError {
  return new MemoryError(`Cannot use ${what}: it is registered as a real workspace`, {
    kind: "usage",
    hint: "unset MEMORY_NOW, or initialise a new folder with it set",
  });
}

function isReal(entry: RegistryEntry | null): entry is RegistryEntry {
  return entry !== null && entry.isComplete && !entry.isSimulated;
}

function refuseFault(dataDir: string, root: string): void {
  const fault = dataDirFault(dataDir, root);
  if (fault === null) return;
  throw new MemoryError(`Cannot use the data folder "${dataDir}": ${fault}`, {
    hint: `choose another with --data-dir, or make it yours alone: chmod 700 "${dataDir}"`,
  });
}

/** A registered workspace gets another data folder only together with its state: a fresh one would make lost lines new. */
function refuseMove({ adopt }: InitialiseRequest, { root, dataDir, found }: Place): void {
  if (dataDir === found?.dataDir || (adopt && existsSync(layoutOf(root, dataDir).statePath))) return;
  throw new MemoryError(
    `Cannot change the data folder of "${root}" to "${dataDir}": it is registered with "${found?.dataDir}"`,
    { hint: "move the old folder there, then run memory init --adopt with the same --data-dir" },
  );
}

function refuseFileSystemRoot(root: string): void {
  if (dirname(root) !== root) return;
  throw new MemoryError(`Cannot use "${root}" as a workspace: a data folder has no place beside it`, {
    hint: "choose a folder with --workspace",
  });
}

function makeFolder(path: string, mode: number, created: string[]): void {
  try {
    if (mkdirSync(path, { recursive: true, mode }) !== undefined) created.push(path);
  } catch (cause) {
    throw writeFailure("create", path, cause);
  }
}
