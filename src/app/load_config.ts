import { MemoryError } from "../base/errors.ts";
import { type Located, locateWorkspace } from "../workspace/locate.ts";
import type { AppRequest } from "./app_request.ts";
import type { CheckedConfig } from "./check_config.ts";
import { type ConfigFile, holdsSettings, readConfigFile, userConfigPath } from "./config_files.ts";
import { DEFAULT_CONFIG } from "./default_config.ts";

/** The settings, and the workspace that they and the command line lead to. */
export interface LoadedConfig {
  /** The settings of both files. */
  readonly checked: CheckedConfig;
  /** The user's file, then the workspace's if there is a workspace; whether or not they exist. */
  readonly files: readonly ConfigFile[];
  /** The workspace, or the error to throw when one is needed: `config` and `init` go on without. */
  readonly located: Located | MemoryError;
}

/**
 * Reads the user's settings, finds the workspace with their help, then reads the workspace's settings.
 *
 * @throws {MemoryError} failed, if a settings file cannot be used
 */
export async function loadConfig(request: AppRequest): Promise<LoadedConfig> {
  const user = readConfigFile("user", userConfigPath(request.environment, request.homeDir));
  const ofUser = await checkFiles(request, [user]);
  const located = locate(request, ofUser.config.workspace);
  if (located instanceof MemoryError) return { checked: ofUser, files: [user], located };
  const workspace = readConfigFile("workspace", located.layout.configPath);
  const files = [user, workspace];
  return { checked: holdsSettings(workspace) ? await checkFiles(request, files) : ofUser, files, located };
}

/**
 * Returns the time zone of the user's own settings, for `init`, which runs before there is a workspace.
 *
 * @throws {MemoryError} failed, if the settings file cannot be used
 */
export async function userZone(request: AppRequest): Promise<string | null> {
  const user = readConfigFile("user", userConfigPath(request.environment, request.homeDir));
  return (await checkFiles(request, [user])).config.time.zone;
}

/** Settings when no file holds any. */
const UNSET: CheckedConfig = { config: DEFAULT_CONFIG, sources: new Map(), notices: [] };

async function checkFiles(request: AppRequest, files: readonly ConfigFile[]): Promise<CheckedConfig> {
  if (!files.some(holdsSettings)) return UNSET;
  return (await request.loadChecker()).checkConfig(files);
}

/** Returns the workspace that a call means, or the error to throw when one is needed. */
export function locate(request: AppRequest, configuredWorkspace: string | null): Located | MemoryError {
  const { workspace, dataDir } = request.flags;
  try {
    return locateWorkspace({
      environment: request.environment,
      cwd: request.cwd,
      homeDir: request.homeDir,
      ...(workspace === undefined ? {} : { workspaceFlag: workspace }),
      ...(dataDir === undefined ? {} : { dataDirFlag: dataDir }),
      ...(configuredWorkspace === null ? {} : { configuredWorkspace }),
    });
  } catch (error) {
    if (error instanceof MemoryError) return error;
    throw error;
  }
}
