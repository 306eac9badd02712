import { afterEach, beforeEach, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, openApp } from "../../src/app/app.ts";
import type { AppRequest } from "../../src/app/app_request.ts";
import { initialiseApp } from "../../src/app/initialise_app.ts";
import { openOtherStates, otherWorkspaces } from "../../src/app/other_states.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let temp: TempHome;
let app: App;
beforeEach(async () => {
  temp = openTempHome();
  for (const name of ["notes", "one", "two"]) {
    await initialiseApp(requestFor(), { folder: join(temp.home, name), adopt: false });
  }
  app = await openApp(requestFor());
});
afterEach(() => {
  app.close();
  temp.remove();
});

function requestFor(): AppRequest {
  return {
    flags: { workspace: undefined, dataDir: undefined },
    environment: temp.environment,
    cwd: temp.workspace,
    homeDir: temp.home,
    terminals: { stdin: false, stdout: false },
    loadChecker: () => import("../../src/app/check_config.ts"),
    loadEmbedding: () => import("../../src/app/open_embedder.ts"),
  };
}

const stateOf = (name: string) => join(temp.home, `${name}.memory`, "state.sqlite");

/** Names of the workspaces whose state could be opened, and of those whose could not. */
function looked(): { opened: string[]; unreadable: string[] } {
  const states = openOtherStates(app.located, app.clock.now().iso);
  const below = (path: string) => path.slice(temp.home.length + 1);
  const opened = states.opened.map(({ entry, state }) => {
    expect(state.isReadonly).toBe(true);
    return below(entry.workspace);
  });
  states.close();
  return { opened, unreadable: states.unreadable.map(below) };
}

test("all others are opened to look, and none is this one", () => {
  expect(looked()).toEqual({ opened: ["one", "two"], unreadable: [] });
});

test("one whose state is gone is left out", () => {
  rmSync(stateOf("one"));
  expect(otherWorkspaces(app.located).map(({ workspace }) => workspace)).toEqual([join(temp.home, "two")]);
  expect(looked()).toEqual({ opened: ["two"], unreadable: [] });
});

test.each([
  ["is damaged", () => writeFileSync(stateOf("one"), "no database")],
  ["is of a newer version", () => setVersion(9_999)],
  ["is that of another workspace", () => changeId()],
])("one whose state %s is named", (_, wreck) => {
  wreck();
  expect(looked()).toEqual({ opened: ["two"], unreadable: ["one"] });
});

test("one of an older version has had nobody at work in it", () => {
  setVersion(1);
  expect(looked()).toEqual({ opened: ["two"], unreadable: [] });
});

function change(sql: string): void {
  const state = new Database(stateOf("one"));
  state.run(sql);
  state.close();
}

const setVersion = (version: number) => change(`PRAGMA user_version = ${version}`);
const changeId = () => change("UPDATE meta SET value = '00000000000000000000000000000000' WHERE key = 'workspace_id'");
