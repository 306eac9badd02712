import { MemoryError } from "../base/errors.ts";
import { openState, type OpenStateRequest } from "../store/state/open_state.ts";
import { type Initialised, initialiseWorkspace, type KnownWorkspace } from "../workspace/initialise.ts";
import { expandPath, userStateDir } from "../workspace/user_paths.ts";
import type { AppRequest } from "./app_request.ts";
import { openCaller } from "./open_caller.ts";
import { frozenTimeOf, openClock } from "./open_clock.ts";
import { movedWorkspaces } from "./moved_workspaces.ts";
import { requireOwner } from "./require_owner.ts";
import { userZone } from "./load_config.ts";

/** What `init` was asked for. */
export interface InitialiseAppOptions {
  /** The workspace's folder; flag, variable or the current folder if left out. */
  readonly folder: string | undefined;
  /** See {@linkcode initialiseWorkspace}. */
  readonly adopt: boolean;
}

/** What `init` did. */
export interface InitialisedApp extends Initialised {
  /** Whether the state was created under `MEMORY_NOW`. */
  readonly isSimulated: boolean;
  /** What the user has to be told about the state, as sentences. */
  readonly notices: readonly string[];
}

/**
 * Initialises a workspace; under `MEMORY_NOW` its new state is simulated (SPEC 11.10).
 *
 * @throws {MemoryError} usage, if `MEMORY_NOW` is set and the workspace, or the state that is there, is not simulated; failed, as
 * {@linkcode initialiseWorkspace}
 */
export async function initialiseApp(request: AppRequest, options: InitialiseAppOptions): Promise<InitialisedApp> {
  const { environment, homeDir, cwd, flags } = request;
  const expand = (path: string) => expandPath(path, homeDir, cwd);
  const root = expand(options.folder ?? flags.workspace ?? (environment["MEMORY_WORKSPACE"] || cwd));
  const dataDir = flags.dataDir ?? (environment["MEMORY_DATA_DIR"] || undefined);
  const now = openClock(request, await userZone(request)).now().iso;
  const isFrozen = frozenTimeOf(request) !== undefined;
  const notices = new Set<string>();
  const openMarked = (path: string, known: KnownWorkspace): Mark => {
    const mark = readMark({ path, now, ...known }, known.isForeign);
    for (const notice of mark.notices) notices.add(notice);
    if (!isFrozen || mark.isSimulated) return mark;
    throw new MemoryError(`Cannot use MEMORY_NOW in "${root}": its state was not created under it`, {
      kind: "usage",
      hint: "unset MEMORY_NOW, or initialise a new folder with it set",
    });
  };
  const done = initialiseWorkspace({
    root,
    stateDir: userStateDir(environment, homeDir),
    nowIso: now,
    adopt: options.adopt,
    allowAdoption: () => requireOwner(openCaller(request, isFrozen, undefined), "adopt a data folder"),
    isSimulated: isFrozen,
    configText: CONFIG_TEMPLATE,
    openState: (layout, known) => openMarked(layout.statePath, known),
    moved: movedWorkspaces(now),
    ...(dataDir === undefined ? {} : { dataDir: expand(dataDir) }),
  });
  const mark = openMarked(done.layout.statePath, {
    isRegistered: true,
    isSimulated: isFrozen,
    workspaceId: null,
    isForeign: false,
  });
  return { ...done, isSimulated: mark.isSimulated, isLost: mark.isLost, notices: [...notices] };
}

/** What the state says of itself. */
interface Mark {
  readonly isSimulated: boolean;
  readonly isLost: boolean;
  readonly workspaceId: string | null;
  readonly notices: readonly string[];
}

function readMark(state: OpenStateRequest, isForeign = false): Mark {
  const opened = openState(state);
  try {
    const { meta, notices } = opened;
    if (isForeign) meta.disown(state.now);
    const { isSimulated, workspaceId, lostSince } = meta;
    return { isSimulated, workspaceId, isLost: lostSince !== null, notices };
  } finally {
    opened.close();
  }
}

/** What a new `config.jsonc` says. */
const CONFIG_TEMPLATE = `// Settings of this workspace; what stands here overrides the user's own settings.
// "memory config" lists every setting with its value and where it came from, "memory config set KEY VALUE" changes one
// and keeps these comments.
{
  // "search": { "limit": 10 }
}
`;
