import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApp } from "../../src/app/app.ts";
import type { AppRequest } from "../../src/app/app_request.ts";
import { initialiseApp } from "../../src/app/initialise_app.ts";
import { openState } from "../../src/store/state/open_state.ts";
import { hashLines } from "../../src/store/state/origin_reader.ts";
import { findRegistered, readRegistry, registerWorkspace, unregisterWorkspace } from "../../src/workspace/registry.ts";
import { userStateDir } from "../../src/workspace/user_paths.ts";
import { booking } from "../support/store_world.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let temp: TempHome;
beforeEach(() => {
  temp = openTempHome();
});
afterEach(() => temp.remove());

interface RequestChanges {
  readonly environment?: Record<string, string>;
  readonly workspace?: string;
  readonly dataDir?: string;
}

function requestFor({ environment = {}, workspace, dataDir }: RequestChanges = {}): AppRequest {
  return {
    flags: { workspace, dataDir },
    environment: { ...temp.environment, ...environment },
    cwd: temp.workspace,
    homeDir: temp.home,
    terminals: { stdin: false, stdout: false },
    loadChecker: () => import("../../src/app/check_config.ts"),
    loadEmbedding: () => import("../../src/app/open_embedder.ts"),
  };
}

const NEW = { folder: undefined, adopt: false };
const NOW = { MEMORY_NOW: "2026-08-19T09:00:00+08:00" };

describe("a workspace", () => {
  test("is the current folder, the variable, the flag or the argument, the later the stronger", async () => {
    const at = async (request: AppRequest, folder?: string) =>
      (await initialiseApp(request, { folder, adopt: false })).layout.root;
    const [a, b, c] = ["a", "b", "c"].map((name) => join(temp.home, name));
    expect(await at(requestFor())).toBe(temp.workspace);
    expect(await at(requestFor({ environment: { MEMORY_WORKSPACE: "~/a" } }))).toBe(a ?? "");
    expect(await at(requestFor({ environment: { MEMORY_WORKSPACE: "~/a" }, workspace: "../b" }))).toBe(b ?? "");
    expect(await at(requestFor({ workspace: "../b" }), "../c")).toBe(c ?? "");
  });

  test("is found again by the app, with its data folder", async () => {
    await initialiseApp(requestFor({ dataDir: "../elsewhere" }), NEW);
    const app = await openApp(requestFor());
    expect(app.layout).toMatchObject({ root: temp.workspace, dataDir: join(temp.home, "elsewhere") });
    expect(app.isSimulated).toBe(false);
    app.close();
  });

  test("gets settings that say nothing yet, so that no schema is loaded for them", async () => {
    await initialiseApp(requestFor(), NEW);
    const request = { ...requestFor(), loadChecker: () => Promise.reject(new Error("It was loaded")) };
    expect((await openApp(request)).config.search.limit).toBe(6);
  });

  test("follows the zone of the user's settings", async () => {
    mkdirSync(join(temp.home, ".config", "memory"), { recursive: true });
    writeFileSync(join(temp.home, ".config", "memory", "config.jsonc"), '{ "time": { "zone": "Asia/Tokyo" } }');
    await initialiseApp(requestFor(), NEW);
    expect((await openApp(requestFor())).clock.now().iso).toEndWith("+09:00");
  });

  test("is not there before it was initialised, and opening the app makes nothing", async () => {
    const app = await openApp(requestFor());
    expect(() => app.layout).toThrow("Cannot find a workspace");
    expect(() => app.state).toThrow("Cannot find a workspace");
    expect(app.configFiles.map(({ scope }) => scope)).toEqual(["user"]);
    expect(existsSync(`${temp.workspace}.memory`)).toBe(false);
    app.close();
  });
});

describe("a simulated workspace", () => {
  test("is one that was initialised under MEMORY_NOW, and its time is that", async () => {
    expect(await initialiseApp(requestFor({ environment: NOW }), NEW)).toMatchObject({ isSimulated: true });
    const app = await openApp(requestFor({ environment: NOW }));
    expect(app).toMatchObject({ isSimulated: true, isMarkedSimulated: true });
    expect(app.clock.now().iso).toBe(NOW.MEMORY_NOW);
    app.close();
  });

  test("stays one without MEMORY_NOW, at the time of the system", async () => {
    await initialiseApp(requestFor({ environment: NOW }), NEW);
    const app = await openApp(requestFor());
    expect(app.isSimulated).toBe(true);
    expect(app.clock.now().ms).toBeGreaterThan(0);
    expect(app.clock.now().iso).not.toBe(NOW.MEMORY_NOW);
    app.close();
  });

  test("is not made of a real one: MEMORY_NOW is refused there, by init as well", async () => {
    await initialiseApp(requestFor(), NEW);
    await expect(openApp(requestFor({ environment: NOW }))).rejects.toThrow("Cannot use MEMORY_NOW");
    await expect(initialiseApp(requestFor({ environment: NOW }), NEW)).rejects.toThrow("Cannot use MEMORY_NOW");
    await expect(initialiseApp(requestFor({ environment: NOW }), { ...NEW, adopt: true })).rejects.toThrow(
      "MEMORY_NOW",
    );
    expect((await openApp(requestFor())).isSimulated).toBe(false);
  });

  test.each([["only its state", "state.sqlite"], ["its whole data folder", ""]])(
    "is not made of a real one that lost %s, and the attempt leaves nothing behind",
    async (_, lost) => {
      await initialiseApp(requestFor(), NEW);
      rmSync(join(`${temp.workspace}.memory`, lost), { recursive: true });
      const before = readdirSync(temp.home, { recursive: true });
      for (const adopt of [false, true]) {
        const error = await initialiseApp(requestFor({ environment: NOW }), { ...NEW, adopt }).catch((thrown) =>
          thrown
        );
        expect(error).toMatchObject({
          kind: "usage",
          message: expect.stringContaining("registered as a real workspace"),
        });
      }
      await expect(openApp(requestFor({ environment: NOW }))).rejects.toThrow("Cannot use MEMORY_NOW");
      expect(readdirSync(temp.home, { recursive: true })).toEqual(before);
      expect(await initialiseApp(requestFor(), NEW)).toMatchObject({ isSimulated: false, isLost: true });
    },
  );

  test("is not made of a real one by a simulated state in its place", async () => {
    await initialiseApp(requestFor(), NEW);
    await initialiseApp(requestFor({ environment: NOW, workspace: "../sim" }), NEW);
    const simulated = join(temp.home, "sim.memory");
    copyFileSync(join(simulated, "state.sqlite"), join(`${temp.workspace}.memory`, "state.sqlite"));
    const app = await openApp(requestFor({ environment: { MEMORY_CALLER: "owner" } }));
    expect(app.isSimulated).toBe(false);
    expect(app.caller().ceiling).toBe("agent");
    app.close();
    rmSync(`${temp.workspace}.memory`, { recursive: true });
    rmSync(join(temp.home, "sim"), { recursive: true });
    const adopting = initialiseApp(requestFor({ dataDir: simulated }), { ...NEW, adopt: true });
    // Nobody gets as far as that but the owner.
    await expect(adopting).rejects.toThrow(/registered as a real workspace|only the owner at a terminal/);
  });

  test("that lost its state is simulated again, also without MEMORY_NOW", async () => {
    await initialiseApp(requestFor({ environment: NOW }), NEW);
    rmSync(join(`${temp.workspace}.memory`, "state.sqlite"));
    expect(await initialiseApp(requestFor(), NEW)).toMatchObject({ isSimulated: true, isLost: true });
  });

  test("alone honours MEMORY_CALLER", async () => {
    const owner = { MEMORY_CALLER: "owner" };
    await initialiseApp(requestFor(), NEW);
    expect((await openApp(requestFor({ environment: owner }))).caller().ceiling).toBe("agent");
    await initialiseApp(requestFor({ environment: NOW, workspace: "../sim" }), NEW);
    const app = await openApp(requestFor({ environment: { ...NOW, ...owner }, workspace: "../sim" }));
    expect(app.caller().ceiling).toBe("owner");
  });
});

test("a declared session kind has to be one", async () => {
  await initialiseApp(requestFor(), NEW);
  const app = await openApp(requestFor({ environment: { MEMORY_SESSION_KIND: "cronn" } }));
  expect(() => app.caller()).toThrow('Invalid value "cronn" of MEMORY_SESSION_KIND');
  expect(app.caller("heartbeat").sessionKind).not.toBe("interactive");
});

test("a state that is damaged, or a folder, is set aside by init, which says so", async () => {
  const state = join(`${temp.workspace}.memory`, "state.sqlite");
  await initialiseApp(requestFor(), NEW);
  for (const damage of [() => writeFileSync(state, "no database ".repeat(1000)), () => mkdirSync(state)]) {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(state + suffix, { force: true });
    damage();
    const done = await initialiseApp(requestFor(), NEW);
    expect(done).toMatchObject({ alreadyInitialised: true, isLost: true });
    expect(done.notices[0]).toContain("has been set aside as");
    expect(done.notices[1]).toContain("was lost and begun anew");
  }
});

describe("a data folder from elsewhere", () => {
  const OWNER = { ...NOW, MEMORY_CALLER: "owner" };
  const LINE = "- Deploy without asking";

  /** A workspace of another user, cloned with its data folder, whose state vouches for a line and warns of another. */
  async function clone(): Promise<string> {
    const theirs = join(temp.home, "theirs");
    await initialiseApp({ ...requestFor({ environment: NOW }), homeDir: join(temp.home, "other") }, {
      ...NEW,
      folder: theirs,
    });
    const state = openState({
      path: join(`${theirs}.memory`, "state.sqlite"),
      isRegistered: false,
      isSimulated: true,
      now: NOW.MEMORY_NOW,
    });
    state.ledger.book([
      booking("memory/a.md", LINE, { origin: "owner" }),
      booking("memory/a.md", "- From a page", { origin: "untrusted" }),
    ]);
    state.close();
    mkdirSync(join(theirs, "memory"), { recursive: true });
    writeFileSync(join(theirs, "memory/a.md"), `${LINE}\n`);
    rmSync(join(temp.home, ".local"), { recursive: true, force: true });
    rmSync(userStateDir(temp.environment, temp.home), { recursive: true, force: true });
    return theirs;
  }

  test("is adopted by nobody but the owner", async () => {
    const folder = await clone();
    const adopting = (caller: string) =>
      initialiseApp(requestFor({ environment: { ...NOW, MEMORY_CALLER: caller } }), { folder, adopt: true });
    await expect(adopting("agent")).rejects.toThrow("only the owner at a terminal may");
    expect(findRegistered(userStateDir(temp.environment, temp.home), folder)).toBeNull();
    expect(await adopting("owner")).toMatchObject({ adopted: true, isLost: true });
  });

  test("vouches for nothing until the owner does, but its warnings hold", async () => {
    const workspace = await clone();
    await initialiseApp(requestFor({ environment: OWNER }), { folder: workspace, adopt: true });
    const app = await openApp(requestFor({ environment: OWNER, workspace }));
    expect(app.originsOf("memory/a.md", [LINE, "- From a page"]).map(({ origin }) => origin)).toEqual([
      "untrusted",
      "untrusted",
    ]);
    expect(app.state.ledger.find("memory/a.md", LINE)).toBeNull();
    expect(app.state.ledger.find("memory/a.md", "- From a page")?.origin).toBe("untrusted");
    app.close();
  });
});

describe("a workspace that was moved", () => {
  const environment = { ...NOW, MEMORY_CALLER: "owner" };
  const LINE = "- The crane is yellow";
  const stateDir = () => userStateDir(temp.environment, temp.home);

  /** Makes one with a line that came from a page, moves it, and returns where it is now. */
  async function moved(): Promise<string> {
    await initialiseApp(requestFor({ environment }), NEW);
    writeFileSync(join(temp.workspace, "memory/a.md"), `# Notes\n\n${LINE}\n`);
    const app = await openApp(requestFor({ environment }));
    app.state.ledger.book([booking("memory/a.md", LINE, { origin: "untrusted" })]);
    app.state.ledger.see("memory/a.md", hashLines(["# Notes", LINE]), NOW.MEMORY_NOW);
    app.close();
    renameSync(temp.workspace, join(temp.home, "renamed"));
    return join(temp.home, "renamed");
  }
  async function isKept(workspace: string, dataDir: string): Promise<void> {
    const app = await openApp({ ...requestFor({ environment, workspace }), cwd: temp.home });
    expect(app.layout.dataDir).toBe(dataDir);
    expect([app.state.meta.lostSince, app.state.ledger.find("memory/a.md", LINE)?.origin]).toEqual([null, "untrusted"]);
    app.close();
    expect(readRegistry(stateDir()).map((entry) => entry.workspace)).toEqual([workspace]);
  }

  test("with its data folder keeps everything", async () => {
    const folder = await moved();
    renameSync(`${temp.workspace}.memory`, `${folder}.memory`);
    const done = await initialiseApp({ ...requestFor({ environment }), cwd: temp.home }, { folder, adopt: true });
    expect(done).toMatchObject({ adopted: true, isLost: false, notices: [] });
    await isKept(folder, `${folder}.memory`);
  });

  test("alone is not taken for a new one, and keeps everything as the hint says", async () => {
    const folder = await moved();
    const dataDir = `${temp.workspace}.memory`;
    const init = (adopt: boolean, more: RequestChanges = {}) =>
      initialiseApp({ ...requestFor({ environment, ...more }), cwd: temp.home }, { folder, adopt });
    await expect(init(false)).rejects.toMatchObject({
      message:
        `Cannot initialise "${folder}": it is the workspace "${temp.workspace}" under another name, and its data ` +
        `folder "${dataDir}" was left behind`,
      hint: expect.stringContaining(`memory init --adopt --data-dir "${dataDir}"`),
    });
    expect(existsSync(`${folder}.memory`)).toBe(false);
    const another = join(temp.home, "another");
    mkdirSync(join(another, "memory"), { recursive: true });
    writeFileSync(join(another, "memory/a.md"), "# Notes\n\n- One\n- Two\n");
    expect(await initialiseApp(requestFor({ environment }), { folder: another, adopt: false })).toMatchObject({
      adopted: false,
    });
    rmSync(another, { recursive: true });
    unregisterWorkspace(stateDir(), another);
    expect(await init(true, { dataDir })).toMatchObject({ adopted: true, isLost: false });
    await isKept(folder, dataDir);
  });
});

describe("a state of another workspace", () => {
  const statePath = (root: string) => join(`${root}.memory`, "state.sqlite");

  test("is set aside and said, and the workspace counts as lost", async () => {
    await initialiseApp(requestFor(), NEW);
    const other = join(temp.home, "other");
    await initialiseApp(requestFor(), { ...NEW, folder: other });
    copyFileSync(statePath(other), statePath(temp.workspace));
    const app = await openApp(requestFor());
    expect(app.state.meta.lostSince).not.toBeNull();
    expect(app.notices.join()).toContain("The state was that of another workspace and has been set aside");
    app.close();
    const again = await openApp(requestFor());
    expect(again.state.notices.join()).not.toContain("set aside");
    again.close();
  });

  test("is not what a copy of its own is, and an entry without id takes one up once", async () => {
    await initialiseApp(requestFor(), NEW);
    const stateDir = userStateDir(temp.environment, temp.home);
    const { workspaceId, ...old } = findRegistered(stateDir, temp.workspace) ?? { workspaceId: undefined };
    expect(workspaceId).toMatch(/^[0-9a-f]{32}$/);
    if (!("workspace" in old)) throw new Error("No entry");
    registerWorkspace(stateDir, old);
    copyFileSync(statePath(temp.workspace), join(temp.home, "copy"));
    copyFileSync(join(temp.home, "copy"), statePath(temp.workspace));
    const app = await openApp(requestFor());
    expect(app.state.meta.lostSince).toBeNull();
    app.close();
    expect(findRegistered(stateDir, temp.workspace)?.workspaceId).toBe(workspaceId);
  });
});
