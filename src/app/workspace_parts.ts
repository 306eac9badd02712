import type { Clock } from "../base/clock.ts";
import type { UnbookedPolicy } from "../provenance/classify_line.ts";
import { type IndexStore, openIndex } from "../store/index/open_index.ts";
import type { ExtensionLoader } from "../store/index/vectors.ts";
import { openState, type StateStore } from "../store/state/open_state.ts";
import { type OriginReader, originReader } from "../store/state/origin_reader.ts";
import type { Located } from "../workspace/locate.ts";
import { registerWorkspace } from "../workspace/registry.ts";
import type { AppRequest } from "./app_request.ts";
import type { Config } from "./config_schema.ts";
import { takeUpMissedTools } from "./missed_tools.ts";
import type { LazyParts } from "./lazy_parts.ts";

/** Getters of what belongs to one workspace; each opens its part once, when it is first called. */
export interface WorkspaceParts {
  /** See `App.state`. */
  readonly state: () => StateStore;
  /** See `App.index`. */
  readonly index: () => IndexStore;
  /** See `App.policy`. */
  readonly policy: () => UnbookedPolicy;
  /** See `App.originsOf`. */
  readonly originsOf: () => OriginReader;
  /** Where the index finds sqlite-vec. */
  readonly extension: VectorExtension;
}

/**
 * How sqlite-vec gets into the index. Until an embedder was asked for nobody can search vectors, and nothing of the native
 * parts is loaded into the program; then the one who loads them sets this.
 */
export interface VectorExtension {
  /** Loads the extension and returns whether that went well. */
  load: ExtensionLoader;
}

/** What they are opened with. */
export interface WorkspacePartsContext {
  /** Returns the workspace. @throws {MemoryError} failed, if there is none */
  readonly workspace: () => Located;
  /** The settings. */
  readonly config: Pick<Config, "provenance">;
  /** For the moment at which a lost state is noticed. */
  readonly clock: Clock;
  /** How the databases are opened. */
  readonly request: Pick<AppRequest, "busyMs" | "readsOnly">;
  /** Takes what the stores have to say when they are opened. */
  readonly notices: string[];
}

/** Returns the getters; `parts` closes what they open. */
export function workspaceParts(parts: LazyParts, context: WorkspacePartsContext): WorkspaceParts {
  const { workspace, config, clock, request, notices } = context;
  const extension: VectorExtension = { load: () => false };
  const state = parts.part(() => noted(openWorkspaceState(workspace(), clock, request), notices));
  const index = parts.part(() =>
    noted(
      openIndex(workspace().layout.indexPath, {
        loadExtension: (database) => extension.load(database),
        readsOnly: request.readsOnly === true,
        ...(request.busyMs === undefined ? {} : { busyMs: request.busyMs }),
      }),
      notices,
    )
  );
  const policy = parts.value(() => ({
    unbooked: config.provenance.unbooked,
    isLost: state().meta.lostSince !== null,
  }));
  return { state, index, policy, originsOf: parts.value(() => originReader(state(), policy())), extension };
}

function openWorkspaceState(
  located: Located,
  clock: Clock,
  { busyMs, readsOnly }: Pick<AppRequest, "busyMs" | "readsOnly">,
): StateStore {
  const { entry } = located;
  const state = openState({
    path: located.layout.statePath,
    isRegistered: true,
    isSimulated: located.isSimulated,
    workspaceId: entry.workspaceId ?? null,
    now: clock.now().iso,
    readsOnly: readsOnly === true,
    ...(busyMs === undefined ? {} : { busyMs }),
  });
  // An entry of an older version takes up the id of its state, once.
  const { workspaceId } = state.meta;
  if (entry.workspaceId === undefined && workspaceId !== null && !state.isReadonly) {
    registerWorkspace(located.stateDir, { ...entry, workspaceId });
  }
  takeUpMissedTools(located.layout, state, clock.now().iso);
  return state;
}

/** Adds what an opened store has to say to the notices. */
function noted<T extends { readonly notices: readonly string[] }>(store: T, notices: string[]): T {
  notices.push(...store.notices);
  return store;
}
