/**
 * The only place that builds things. Each part is opened when it is first asked for; `close` closes what was opened, in
 * reverse.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";
import type { Located } from "../workspace/locate.ts";
import type { AppRequest } from "./app_request.ts";
import type { ConfigFile, ConfigScope } from "./config_files.ts";
import type { Config } from "./config_schema.ts";
import { loadConfig } from "./load_config.ts";
import { openClock } from "./open_clock.ts";

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
  /** Whether the workspace's state was created under `MEMORY_NOW`. */
  readonly isSimulated: boolean;
  /** The workspace and how it was found. @throws {MemoryError} failed, if there is none */
  readonly located: Located;
  /** Paths of the workspace. @throws {MemoryError} failed, if there is none */
  readonly layout: WorkspaceLayout;
  /** What the user has to be told about opening all this, as sentences. */
  readonly notices: readonly string[];
  /** Closes what was opened, the newest first. */
  close(): void;
}

/** Opens the app. */
export async function openApp(request: AppRequest): Promise<App> {
  const { checked, files, located } = await loadConfig(request);
  const workspace = (): Located => {
    if (located instanceof MemoryError) throw located;
    return located;
  };
  return {
    config: checked.config,
    configSources: checked.sources,
    configFiles: files,
    clock: openClock(request, checked.config.time.zone),
    get isSimulated() {
      return !(located instanceof MemoryError) && located.isSimulated;
    },
    get located() {
      return workspace();
    },
    get layout() {
      return workspace().layout;
    },
    notices: [...checked.notices, ...(located instanceof MemoryError ? [] : located.notices)],
    close() {},
  };
}
