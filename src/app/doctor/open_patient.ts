import type { Clock } from "../../base/clock.ts";
import { causeChain, MemoryError } from "../../base/errors.ts";
import { type DatabaseFacts, examineIndex, examineState } from "../../store/examine_database.ts";
import type { Located } from "../../workspace/locate.ts";
import { type App, openApp } from "../app.ts";
import type { AppRequest } from "../app_request.ts";
import type { Config } from "../config_schema.ts";
import { DEFAULT_CONFIG } from "../default_config.ts";
import { loadConfig, locate } from "../load_config.ts";
import { openClock } from "../open_clock.ts";

/** Whatever can be opened of a workspace, to look only: nothing is made, migrated, set aside or written. */
export interface Patient {
  /** What was asked; its databases are opened to look only. */
  readonly request: AppRequest;
  /** The settings, or the defaults where they cannot be used. */
  readonly config: Config;
  /** Why the settings cannot be used, or `null`. */
  readonly configError: MemoryError | null;
  /** The program's time. */
  readonly clock: Clock;
  /** The workspace, or why there is none. */
  readonly located: Located | MemoryError;
  /** What the state is like; `null` without a workspace. */
  readonly state: DatabaseFacts | null;
  /** What the index is like; `null` without a workspace. */
  readonly index: DatabaseFacts | null;
  /** All parts; `null` if there is no workspace or its state cannot be read. */
  readonly app: App | null;
  /** Why there is no app, as a clause; `null` if there is one. */
  readonly reason: string | null;
  /** Closes what was opened. */
  close(): void;
}

/**
 * Opens what can be opened.
 *
 * @throws {MemoryError} usage, if the call itself is wrong, as with `MEMORY_NOW` where no workspace is simulated
 */
export async function openPatient(asked: AppRequest): Promise<Patient> {
  const request: AppRequest = { ...asked, readsOnly: true };
  const { config, configError, located } = await settingsOf(request);
  const zone = configError === null ? config.time.zone : null;
  const base = { request, config, configError, located, clock: openClock(request, zone) };
  if (located instanceof MemoryError) {
    if (located.kind === "usage") throw located;
    return { ...base, state: null, index: null, app: null, reason: "there is no workspace", close: () => {} };
  }
  const state = examineState(located.layout.statePath);
  const index = examineIndex(located.layout.indexPath);
  const opened = state.condition === "sound" ? await opening(request, configError) : NOT_SOUND;
  return { ...base, state, index, ...opened, close: () => opened.app?.close() };
}

type Opened = Pick<Patient, "app" | "reason">;

const NOT_SOUND: Opened = { app: null, reason: "the state cannot be read" };

async function settingsOf(request: AppRequest): Promise<Pick<Patient, "config" | "configError" | "located">> {
  try {
    const { checked, located } = await loadConfig(request);
    return { config: checked.config, configError: null, located };
  } catch (error) {
    if (!(error instanceof MemoryError) || error.kind === "usage") throw error;
    return { config: DEFAULT_CONFIG, configError: error, located: locate(request, null) };
  }
}

async function opening(request: AppRequest, configError: MemoryError | null): Promise<Opened> {
  // With settings that cannot be used everything else is looked at by the defaults.
  const loadChecker = () =>
    Promise.resolve({ checkConfig: () => ({ config: DEFAULT_CONFIG, sources: new Map(), notices: [] }) });
  let app: App | null = null;
  try {
    app = await openApp(configError === null ? request : { ...request, loadChecker });
    // Opened here, where its failure is a finding: it may be the state of another workspace.
    app.state;
    return { app, reason: null };
  } catch (error) {
    app?.close();
    // Whatever it is, the rest of the memory is to be looked at.
    if (error instanceof MemoryError && error.kind === "usage") throw error;
    return { app: null, reason: causeChain(error)[0] ?? "" };
  }
}
