import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findRegistered, readRegistry } from "../../src/workspace/registry.ts";
import { userStateDir } from "../../src/workspace/user_paths.ts";
import { errorOf } from "../support/error_of.ts";
import { CONFIG_TEXT, dataDirOf, makeWorkspace } from "../support/make_workspace.ts";
import { runScript, withoutPowers } from "../support/run_script.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let home: TempHome;
let dataDir: string;
let stateDir: string;

beforeEach(() => {
  home = openTempHome();
  dataDir = dataDirOf(home);
  stateDir = userStateDir(home.environment, home.home);
});

afterEach(() => home.remove());

/** Every path below a folder with its content or mode, for before and after. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((each) => {
    const path = join(each.parentPath, each.name);
    return `${path} ${statSync(path).mode.toString(8)} ${each.isFile() ? readFileSync(path, "utf8") : ""}`;
  }).sort();
}

describe("initialiseWorkspace", () => {
  test("makes the data folder beside the workspace, memory/ in it, settings, state and an entry", () => {
    const done = makeWorkspace(home);
    expect(done).toMatchObject({ alreadyInitialised: false, adopted: false, isLost: false });
    expect(done.layout).toMatchObject({ root: home.workspace, dataDir, statePath: join(dataDir, "state.sqlite") });
    expect(done.created).toEqual([dataDir, join(home.workspace, "memory"), join(dataDir, "config.jsonc")]);
    expect(readdirSync(dataDir).sort()).toEqual(["config.jsonc", "state.sqlite"]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, "config.jsonc")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, "config.jsonc"), "utf8")).toBe(CONFIG_TEXT);
    expect(findRegistered(stateDir, home.workspace)).toEqual({
      workspace: home.workspace,
      dataDir,
      registeredAt: "2026-08-19T10:00:00+08:00",
      isSimulated: false,
      isComplete: true,
    });
  });

  test("changes no existing file and creates none of the curated ones", () => {
    mkdirSync(join(home.workspace, "memory"));
    for (const name of ["AGENTS.md", "MEMORY.md", "memory/2026-08-01.md"]) {
      writeFileSync(join(home.workspace, name), "mine\r\n");
    }
    const before = snapshot(home.workspace);
    makeWorkspace(home);
    expect(snapshot(home.workspace)).toEqual(before);
  });

  test("done again changes nothing and opens no state", () => {
    makeWorkspace(home);
    writeFileSync(join(dataDir, "config.jsonc"), '{ "search": {} }\n');
    const before = snapshot(home.home);
    const again = makeWorkspace(home, {
      nowIso: "2027-01-01T00:00:00Z",
      openState: () => {
        throw new Error("the state must not be opened");
      },
    });
    expect(again).toMatchObject({ alreadyInitialised: true, adopted: false, isLost: false, created: [] });
    expect(snapshot(home.home)).toEqual(before);
  });

  test("makes a workspace that is not there, and resolves links to it", () => {
    const root = join(home.home, "deep", "er");
    expect(makeWorkspace(home, { root }).created[0]).toBe(root);
    symlinkSync(root, join(home.home, "link"));
    expect(makeWorkspace(home, { root: join(home.home, "link") })).toMatchObject({ alreadyInitialised: true });
  });

  test("remembers what the state says about being simulated", () => {
    makeWorkspace(home, { openState: () => ({ isSimulated: true }) });
    expect(findRegistered(stateDir, home.workspace)?.isSimulated).toBe(true);
  });

  test("refuses the root of the file system", () => {
    expect(errorOf(() => makeWorkspace(home, { root: "/" })).message).toContain('"/"');
    expect(existsSync("/.memory")).toBe(false);
  });
});

describe("a data folder that is there already", () => {
  test.each(["state.sqlite", "config.jsonc", "index.sqlite"])(
    "with %s is refused unless it is adopted",
    (name) => {
      mkdirSync(dataDir, { mode: 0o700 });
      writeFileSync(join(dataDir, name), "planted");
      const error = errorOf(() => makeWorkspace(home));
      expect(error).toMatchObject({
        kind: "failed",
        message: `Cannot initialise "${home.workspace}": its data folder "${dataDir}" is not empty and not registered`,
      });
      expect(error.hint).toContain("memory init --adopt");
      expect(readRegistry(stateDir)).toEqual([]);
      expect(readFileSync(join(dataDir, name), "utf8")).toBe("planted");

      expect(makeWorkspace(home, { adopt: true })).toMatchObject({ adopted: true, alreadyInitialised: false });
      expect(readFileSync(join(dataDir, name), "utf8")).toBe("planted");
    },
  );

  test("and empty is used", () => {
    mkdirSync(dataDir, { mode: 0o700 });
    expect(makeWorkspace(home)).toMatchObject({ adopted: false });
  });

  test("and writable by others is refused, adopted or not", () => {
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o770);
    for (const adopt of [false, true]) {
      const error = errorOf(() => makeWorkspace(home, { adopt }));
      expect(error.message).toBe(`Cannot use the data folder "${dataDir}": its group or others may write to it`);
    }
  });

  test("may be a moved one, adopted with its workspace", () => {
    makeWorkspace(home);
    const [root, moved] = [join(home.home, "renamed"), join(home.home, "renamed.memory")];
    renameSync(home.workspace, root);
    renameSync(dataDir, moved);
    expect(errorOf(() => makeWorkspace(home, { root })).hint).toContain("--adopt");
    const done = makeWorkspace(home, { root, adopt: true });
    expect(done).toMatchObject({ adopted: true, isLost: false });
    expect(done.layout.dataDir).toBe(moved);
  });
});

describe("a data folder named by --data-dir", () => {
  test("is made there and entered", () => {
    const elsewhere = join(home.home, "data", "notes");
    expect(makeWorkspace(home, { dataDir: elsewhere }).layout.dataDir).toBe(elsewhere);
    expect(existsSync(dataDir)).toBe(false);
    expect(makeWorkspace(home).layout.dataDir).toBe(elsewhere);
  });

  test("is refused inside the workspace, at it and above it", () => {
    for (const inside of [join(home.workspace, "data"), home.workspace, home.home]) {
      expect(errorOf(() => makeWorkspace(home, { dataDir: inside })).message).toContain("inside");
    }
    expect(readdirSync(home.workspace)).toEqual([]);
  });

  test("is refused if it belongs to another workspace that is there", () => {
    makeWorkspace(home);
    const root = join(home.home, "other");
    const error = errorOf(() => makeWorkspace(home, { root, dataDir, adopt: true }));
    expect(error.message).toBe(
      `Cannot use the data folder "${dataDir}": it belongs to the workspace "${home.workspace}"`,
    );
    rmSync(home.workspace, { recursive: true });
    expect(makeWorkspace(home, { root, dataDir, adopt: true })).toMatchObject({ adopted: true });
  });

  test("replaces a registered one only together with a state", () => {
    makeWorkspace(home);
    const moved = join(home.home, "moved");
    const change = () => makeWorkspace(home, { dataDir: moved, adopt: true });
    expect(errorOf(change).message).toContain(`it is registered with "${dataDir}"`);
    expect(findRegistered(stateDir, home.workspace)?.dataDir).toBe(dataDir);

    expect(existsSync(moved)).toBe(false);

    renameSync(dataDir, moved);
    expect(errorOf(() => makeWorkspace(home, { dataDir: moved })).message).toContain("registered with");
    expect(change()).toMatchObject({ alreadyInitialised: true, adopted: true, isLost: false });
    expect(findRegistered(stateDir, home.workspace)?.dataDir).toBe(moved);
  });
});

describe("a state that is gone", () => {
  test("makes a registered workspace lost, and init opens it as such", () => {
    makeWorkspace(home);
    for (const wreck of [() => rmSync(join(dataDir, "state.sqlite")), () => rmSync(dataDir, { recursive: true })]) {
      wreck();
      const opened: boolean[] = [];
      const done = makeWorkspace(home, {
        openState: ({ statePath }, { isRegistered }) => {
          opened.push(isRegistered);
          writeFileSync(statePath, "");
          return { isSimulated: false };
        },
      });
      expect(done).toMatchObject({ alreadyInitialised: true, isLost: true });
      expect(opened).toEqual([true]);
    }
  });

  test("is a new one after an init that was killed before it made the state", () => {
    const killed = () =>
      makeWorkspace(home, {
        openState: () => {
          throw new Error("killed");
        },
      });
    expect(killed).toThrow("killed");
    expect(findRegistered(stateDir, home.workspace)?.isComplete).toBe(false);
    const opened: boolean[] = [];
    const done = makeWorkspace(home, {
      openState: ({ statePath }, { isRegistered }) => {
        opened.push(isRegistered);
        writeFileSync(statePath, "");
        return { isSimulated: false };
      },
    });
    expect(done).toMatchObject({ alreadyInitialised: false, adopted: false, isLost: false });
    expect(opened).toEqual([false]);
  });
});

test("where the parent folder cannot be written, the data folder lies in the user's state", () => {
  const prefix = withoutPowers();
  if (prefix === null) return;
  chmodSync(home.home, 0o755);
  const [locked, open] = [join(home.home, "locked"), join(home.home, "open")];
  for (const folder of [locked, open, join(locked, "notes")]) mkdirSync(folder);
  for (const folder of [open, join(locked, "notes")]) chmodSync(folder, 0o777);
  chmodSync(locked, 0o755);
  if (prefix.length === 0) chmodSync(locked, 0o555);
  const script = `import { initialiseWorkspace } from "src/workspace/initialise.ts";
    import { locateWorkspace } from "src/workspace/locate.ts";
    import { writeFileSync } from "node:fs";
    const state = ${JSON.stringify(open)} + "/state";
    const done = initialiseWorkspace({ root: ${
    JSON.stringify(join(locked, "notes"))
  }, stateDir: state + "/memory", nowIso: "x",
      adopt: false, configText: "{}", openState: (layout) => (writeFileSync(layout.statePath, ""), { isSimulated: false }) });
    const found = locateWorkspace({ environment: { XDG_STATE_HOME: state }, cwd: done.layout.memoryDir, homeDir: "/nowhere" });
    console.log(JSON.stringify([done.layout.dataDir, found.layout.dataDir, found.source, found.isLost]));`;
  const { stdout, stderr } = runScript(script, prefix);
  expect(stderr).toBe("");
  const [made, found, source, isLost] = JSON.parse(stdout);
  expect(made).toMatch(new RegExp(`^${open}/state/memory/data/[0-9a-f]{32}$`));
  expect([found, source, isLost]).toEqual([made, "ancestor", false]);
  chmodSync(locked, 0o755);
});

test("40 processes that initialise workspaces of their own, and one in common, lose none", async () => {
  const script = `import { initialiseWorkspace } from "${join(import.meta.dir, "../../src/workspace/initialise.ts")}";
    import { writeFileSync } from "node:fs";
    const [home, own] = process.argv.slice(2);
    for (const root of [home + "/shared", home + "/" + own]) {
      initialiseWorkspace({ root, stateDir: home + "/state", nowIso: "x", adopt: false, configText: "{}",
        openState: (layout) => (writeFileSync(layout.statePath, ""), { isSimulated: false }) });
    }`;
  const path = join(home.home, "worker.ts");
  writeFileSync(path, script);
  const names = Array.from({ length: 40 }, (_, at) => `w${at}`);
  const workers = names.map((name) => Bun.spawn([process.execPath, path, home.home, name], { stderr: "pipe" }));
  const problems = await Promise.all(workers.map((worker) => new Response(worker.stderr).text()));
  expect(problems.filter((text) => text !== "")).toEqual([]);
  const entries = readRegistry(join(home.home, "state"));
  expect(entries.map(({ workspace }) => workspace)).toEqual(
    ["shared", ...names].map((name) => join(home.home, name)).sort(),
  );
  expect(entries.every(({ isComplete }) => isComplete)).toBe(true);
});
