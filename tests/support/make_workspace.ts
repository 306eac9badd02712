/**
 * Initialises workspaces below a temporary home, with a state that is only a file.
 *
 * @module
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Initialised, type InitialiseRequest, initialiseWorkspace } from "../../src/workspace/initialise.ts";
import { userStateDir } from "../../src/workspace/user_paths.ts";
import type { TempHome } from "./temp_home.ts";

/** What `makeWorkspace` writes into the settings. */
export const CONFIG_TEXT = "// settings\n{}\n";

/** Initialises `root`, the home's workspace if left out; the state is an empty file. */
export function makeWorkspace(home: TempHome, changes: Partial<InitialiseRequest> = {}): Initialised {
  return initialiseWorkspace({
    root: home.workspace,
    stateDir: userStateDir(home.environment, home.home),
    nowIso: "2026-08-19T10:00:00+08:00",
    adopt: false,
    isSimulated: false,
    configText: CONFIG_TEXT,
    openState: ({ statePath }) => {
      if (!existsSync(statePath)) writeFileSync(statePath, "");
      return { isSimulated: false };
    },
    ...changes,
  });
}

/** Returns the data folder that a home's workspace gets. */
export function dataDirOf(home: TempHome): string {
  return join(home.home, "notes.memory");
}
