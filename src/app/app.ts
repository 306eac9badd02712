/**
 * The only place that builds things. Each part is opened when it is first asked for; `close` closes what was opened, in
 * reverse.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { EmbedderAnswer } from "../embed/embedder.ts";
import type { Caller } from "../provenance/caller.ts";
import type { UnbookedPolicy } from "../provenance/classify_line.ts";
import type { SessionKind } from "../provenance/origin.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import type { IsAlive } from "../store/state/live_turns.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { LanguageModel, ModelPurpose } from "../model/model.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import type { WriterFacts, WriterQuestion } from "../store/state/writer_facts.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";
import type { Located } from "../workspace/locate.ts";
import { activeProjects } from "./active_projects.ts";
import type { AppRequest } from "./app_request.ts";
import { callerParts } from "./caller_parts.ts";
import { explainDamage } from "./explain_damage.ts";
import type { ConfigFile, ConfigScope } from "./config_files.ts";
import type { Connection } from "./connection.ts";
import type { Config } from "./config_schema.ts";
import { embedderPart } from "./embedder_part.ts";
import { lazyParts } from "./lazy_parts.ts";
import { loadConfig, type LoadedConfig, locate } from "./load_config.ts";
import { modelPart } from "./model_part.ts";
import { isAlive } from "./process_stamp.ts";
import { frozenTimeOf, openClock } from "./open_clock.ts";
import { projectKeyOf } from "./project_key.ts";
import { expandPath } from "../workspace/user_paths.ts";
import { workspaceParts } from "./workspace_parts.ts";

/** The parts a command can ask for. */
export interface App {
  /** The settings of both files over the defaults. */
  readonly config: Config;
  /** Where each set key came from; a key that is not here has its default. */
  readonly configSources: ReadonlyMap<string, ConfigScope>;
  /** The user's settings file, then the workspace's if there is a workspace. */
  readonly configFiles: readonly ConfigFile[];
  /** The program's time: the system's, or `MEMORY_NOW` in a simulated workspace (SPEC 11.10). */
  readonly clock: Clock;
  /** The workspace and how it was found. @throws {MemoryError} failed, if there is none */
  readonly located: Located;
  /** Paths of the workspace. @throws {MemoryError} failed, if there is none */
  readonly layout: WorkspaceLayout;
  /** Whether there is a workspace that both registry and state have as simulated; this alone gives simulated powers. */
  readonly isSimulated: boolean;
  /** Whether answers have to be marked as simulated, by the registry; opens nothing and never throws. */
  readonly isMarkedSimulated: boolean;
  /** Files and folders outside the workspace that are indexed too, absolute (user's settings only). */
  readonly extraPaths: readonly string[];
  /** What cannot be derived from the files. @throws {MemoryError} failed */
  readonly state: StateStore;
  /** What can. @throws {MemoryError} failed */
  readonly index: IndexStore;
  /** How lines without a writer count here (SPEC 4.2, 13). */
  readonly policy: UnbookedPolicy;
  /** Where lines come from, live from the ledger. */
  readonly originsOf: OriginReader;
  /** Asks the system whether the client of a hooked turn still runs. */
  readonly isAlive: IsAlive;
  /** What the user has to be told about everything opened so far, as sentences. */
  readonly notices: readonly string[];
  /** Key of the repository around the current folder, or `null` (SPEC 9.4). */
  readonly projectKey: string | null;
  /**
   * Notes that a session is at work in folders, of which the last is the current one, and returns the keys of the projects
   * that are active in it, the newest first (SPEC 9.4). Without a session these are the keys of the folders alone.
   *
   * @param folders absolute; the current folder if left out
   */
  projectsOf(session: string | null, folders?: readonly string[]): ReadonlySet<string>;
  /**
   * Returns what turns text into vectors, once its files were looked at; the model itself is loaded by the first text.
   * `off` where nothing is bundled or configured.
   */
  embedder(): Promise<EmbedderAnswer>;
  /**
   * Returns the language model that the settings mean for a purpose, or `null` if none is configured for it (SPEC 10).
   * Nothing is sent or started before it is asked.
   */
  model(purpose: ModelPurpose): Promise<LanguageModel | null>;
  /** Returns who is calling, with the kind that a flag declared. @throws {MemoryError} usage */
  caller(declaredKind?: SessionKind): Caller;
  /** Returns whether a session may be the caller's own; what it must not do in another one is for the owner to order. */
  ownsSession(name: string): boolean;
  /** Returns whether a file is a transcript of a client's own (SPEC 4.4): see `clientStores`. */
  isInStore(client: string, path: string): boolean;
  /** Returns what is known of the session in which a text is written; asked for every text that is not the owner's. */
  writerFacts(question: WriterQuestion): WriterFacts;
  /**
   * Taints the open turns in which the caller may be at work, since it was given text from outside (SPEC 4.5); where hooks
   * tell of none, its connection, or its process and session for a while.
   */
  taintWriter(reason: string): void;
  /**
   * Notes that the caller says to have text from outside: where no hooks tell of its turns, its connection is tainted by
   * that. Without a connection nothing is noted.
   */
  hearOutside(reason: string): void;
  /** The connection that is served, or `null` where none is. */
  readonly connection: Connection | null;
  /** Returns the error to show for one that ended a command; sets a damaged state aside (see `explainDamage`). */
  explain(error: unknown): unknown;
  /** Closes what was opened, the newest first. */
  close(): void;
  /**
   * The same for who has no time to wait for the disk at the end of the process (see `Connection.leave`). Returns whether
   * something was left.
   */
  leave(): boolean;
}

/**
 * Opens the app: reads the settings and finds the workspace. Databases are opened when asked for.
 *
 * @throws {MemoryError} usage, if `MEMORY_NOW` is set and the workspace is not simulated; failed, if settings are wrong
 */
export async function openApp(request: AppRequest): Promise<App> {
  const loaded = await loadConfig(request);
  // Without a workspace there is nothing that a set time could forge.
  if (frozenTimeOf(request) === undefined || loaded.located instanceof MemoryError) return buildApp(request, loaded);
  // Asked before anything is opened: a refused command leaves no trace, not even of a state that is missing.
  if (!loaded.located.isSimulated) throw notSimulated(loaded.located);
  const app = buildApp(request, loaded);
  try {
    if (app.isSimulated) return app;
  } catch (error) {
    throw app.explain(error);
  }
  app.close();
  throw notSimulated(loaded.located);
}

/**
 * Returns whether the answers of a command whose app could not be opened have to be marked as simulated. The settings may
 * be the very reason, so a workspace that only they name does not count.
 */
export function isMarkedSimulated(request: AppRequest): boolean {
  const located = locate(request, null);
  return !(located instanceof MemoryError) && located.isSimulated;
}

function notSimulated({ layout }: Located): MemoryError {
  return new MemoryError(`Cannot use MEMORY_NOW in "${layout.root}": it is not a simulated workspace`, {
    kind: "usage",
    hint: "unset MEMORY_NOW, or make a new workspace with it set: memory init --workspace FOLDER",
  });
}

function buildApp(request: AppRequest, { checked, files, located }: LoadedConfig): App {
  const parts = lazyParts();
  const clock = openClock(request, checked.config.time.zone);
  const workspace = (): Located => {
    if (located instanceof MemoryError) throw located;
    return located;
  };
  const notices = [...checked.notices, ...(located instanceof MemoryError ? [] : located.notices)];
  const context = { workspace, config: checked.config, clock, request, notices };
  const { state, index, policy, originsOf, extension } = workspaceParts(parts, context);
  const embedder = parts.part(() => embedderPart(request, checked.config.embed, extension));
  const projectKey = parts.value(() => projectKeyOf(request.cwd));
  const isMarkedSimulated = !(located instanceof MemoryError) && located.isSimulated;
  const isSimulated = parts.value(() => isMarkedSimulated && state().meta.isSimulated);
  const callers = callerParts(request, { ...context, parts, isSimulated, state });
  const projects = { state, owns: callers.ownsSession, clock, most: checked.config.project.active };
  return {
    config: checked.config,
    configSources: checked.sources,
    configFiles: files,
    clock,
    notices,
    extraPaths: checked.config.index.extraPaths.map((path) => expandPath(path, request.homeDir, "/")),
    get located() {
      return workspace();
    },
    get layout() {
      return workspace().layout;
    },
    get isSimulated() {
      return isSimulated();
    },
    isMarkedSimulated,
    get state() {
      return state();
    },
    get index() {
      return index();
    },
    get policy() {
      return policy();
    },
    get originsOf() {
      return originsOf();
    },
    get projectKey() {
      return projectKey();
    },
    projectsOf: activeProjects(projects, projectKey),
    embedder: () => embedder().answer,
    model: modelPart({ request, config: checked.config, state, clock }),
    isAlive,
    ...callers,
    explain: (error) => explainDamage(error, { located, clock, close: () => parts.close() }),
    close: () => parts.close(),
    leave: () => parts.leave(),
  };
}
