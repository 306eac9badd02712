import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LocateRequest, locateWorkspace } from "../../src/workspace/locate.ts";
import { errorOf } from "../support/error_of.ts";
import { dataDirOf, makeWorkspace } from "../support/make_workspace.ts";
import { runScript, withoutPowers } from "../support/run_script.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let home: TempHome;
let dataDir: string;

beforeEach(() => {
  home = openTempHome();
  dataDir = dataDirOf(home);
});

afterEach(() => home.remove());

/** Asks from the home folder, unless told otherwise. */
function locate(changes: Partial<LocateRequest> & { readonly variables?: Record<string, string> } = {}) {
  const { variables = {}, ...rest } = changes;
  return locateWorkspace({
    environment: { ...home.environment, ...variables },
    cwd: home.home,
    homeDir: home.home,
    ...rest,
  });
}

/** Initialises one more workspace in the home folder. */
function another(name: string): string {
  return makeWorkspace(home, { root: join(home.home, name) }).layout.root;
}

describe("the order", () => {
  test("is flag, variable, ancestor, settings, OpenClaw", () => {
    makeWorkspace(home);
    const [flag, variable, config] = [another("flag"), another("variable"), another("config")];
    const openclaw = another(".openclaw/workspace");
    const ways: (Partial<LocateRequest> & { variables?: Record<string, string> })[] = [
      { workspaceFlag: flag },
      { variables: { MEMORY_WORKSPACE: variable } },
      { cwd: join(home.workspace, "memory") },
      { configuredWorkspace: config },
      {},
    ];
    const found = ways.map((_, at) => {
      const asked = ways.slice(at).reduceRight((all, way) => ({ ...all, ...way }), {});
      const { layout, source } = locate(asked);
      return [source, layout.root];
    });
    expect(found).toEqual([
      ["flag", flag],
      ["environment", variable],
      ["ancestor", home.workspace],
      ["config", config],
      ["openclaw", openclaw],
    ]);
  });

  test("takes the nearest of two workspaces around a folder", () => {
    makeWorkspace(home);
    const inner = another("notes/inner");
    expect(locate({ cwd: join(inner, "memory") }).layout.root).toBe(inner);
    expect(locate({ cwd: join(home.workspace, "memory") }).layout.root).toBe(home.workspace);
  });

  test("passes over an empty variable", () => {
    makeWorkspace(home);
    expect(locate({ cwd: home.workspace, variables: { MEMORY_WORKSPACE: "", MEMORY_DATA_DIR: "" } }).source).toBe(
      "ancestor",
    );
  });
});

describe("a path", () => {
  test("may begin with ~ in flag, variable and settings", () => {
    makeWorkspace(home);
    for (
      const way of [
        { workspaceFlag: "~/notes" },
        { variables: { MEMORY_WORKSPACE: "~/notes" } },
        { configuredWorkspace: "~/notes" },
      ]
    ) expect(locate(way).layout.root).toBe(home.workspace);
    expect(readdirSync(home.home)).not.toContain("~");
  });

  test("may be relative or go through links", () => {
    makeWorkspace(home);
    symlinkSync(home.workspace, join(home.home, "link"));
    expect(locate({ workspaceFlag: "notes" }).layout.root).toBe(home.workspace);
    expect(locate({ workspaceFlag: "link" }).layout.root).toBe(home.workspace);
    expect(locate({ cwd: join(home.home, "link", "memory") }).layout.root).toBe(home.workspace);
  });
});

describe("no workspace", () => {
  test("is an error whose hint is memory init, and nothing is created", () => {
    const before = readdirSync(home.home, { recursive: true });
    const error = errorOf(() => locate({ cwd: home.workspace }));
    expect(error).toMatchObject({ kind: "failed", message: `Cannot find a workspace at or above "${home.workspace}"` });
    expect(error.hint).toStartWith("memory init");
    expect(readdirSync(home.home, { recursive: true })).toEqual(before);
  });

  test("is an error where one was named, and another is not taken instead", () => {
    makeWorkspace(home);
    const stranger = join(home.home, "stranger");
    mkdirSync(stranger);
    const cwd = home.workspace;
    const never = `Cannot use the workspace "${stranger}": it was never initialised by this user`;
    expect(errorOf(() => locate({ cwd, workspaceFlag: stranger })).message).toBe(never);
    expect(errorOf(() => locate({ cwd, variables: { MEMORY_WORKSPACE: stranger } })).message).toBe(never);
    expect(errorOf(() => locate({ configuredWorkspace: stranger })).message).toBe(never);
    const missing = errorOf(() => locate({ workspaceFlag: join(home.home, "missing") }));
    expect(missing.message).toContain("there is no such folder");
    expect(missing.hint).toStartWith("memory init");
    expect(errorOf(() => locate({ workspaceFlag: "" })).kind).toBe("usage");
  });

  test("is what OpenClaw's folder is until it is initialised", () => {
    mkdirSync(join(home.home, ".openclaw", "workspace"), { recursive: true });
    expect(errorOf(() => locate()).hint).toStartWith("memory init");
  });

  test("is what an init leaves that was killed on the way", () => {
    expect(() =>
      makeWorkspace(home, {
        openState: () => {
          throw new Error("killed");
        },
      })
    ).toThrow("killed");
    expect(errorOf(() => locate({ workspaceFlag: home.workspace })).message).toContain("never initialised");
  });
});

describe("a data folder that init did not enter", () => {
  test("is ignored and named, as in a cloned repository that brings its own", () => {
    makeWorkspace(home);
    const clone = join(home.workspace, "clone");
    mkdirSync(clone);
    cpSync(dataDir, `${clone}.memory`, { recursive: true });
    const found = locate({ cwd: clone });
    expect(found.layout.root).toBe(home.workspace);
    expect(found.notices).toEqual([
      `Ignored the data folder "${clone}.memory": this user's \`memory init\` did not register it`,
    ]);
  });

  test("is named in the error if there is nothing else", () => {
    mkdirSync(dataDir);
    const error = errorOf(() => locate({ cwd: home.workspace }));
    expect(error.message).toContain(`Ignored the data folder "${dataDir}"`);
  });

  test("is not found again under a name to which its workspace was moved", () => {
    makeWorkspace(home);
    const moved = join(home.home, "moved");
    renameSync(home.workspace, moved);
    renameSync(dataDir, `${moved}.memory`);
    expect(errorOf(() => locate({ cwd: moved })).message).toContain(`Ignored the data folder "${moved}.memory"`);
  });
});

describe("a data folder that others may write to", () => {
  test.each([0o770, 0o707, 0o702, 0o720])(
    "(mode %o) is ignored and named on the way, and refused when its workspace is",
    (mode) => {
      makeWorkspace(home);
      chmodSync(dataDir, mode);
      const fault = `"${dataDir}": its group or others may write to it`;
      expect(errorOf(() => locate({ cwd: home.workspace })).message).toContain(`Ignored the data folder ${fault}`);
      const refused = errorOf(() => locate({ workspaceFlag: home.workspace }));
      expect(refused).toMatchObject({ message: `Cannot use the data folder ${fault}` });
      expect(refused.hint).toContain(`chmod 700 "${dataDir}"`);
    },
  );

  test("may be read by them", () => {
    makeWorkspace(home);
    chmodSync(dataDir, 0o755);
    expect(locate({ cwd: home.workspace }).notices).toEqual([]);
  });

  test("counts as another user's if it belongs to one", () => {
    const prefix = withoutPowers();
    if (prefix === null) return;
    if (prefix.length === 0) {
      console.warn("skipped: only root can make a folder of another user's");
      return;
    }
    makeWorkspace(home);
    for (const folder of [home.home, dataDir]) chmodSync(folder, 0o755);
    Bun.spawnSync(["chmod", "-R", "a+rX", home.home]);
    const script = `import { locateWorkspace } from "src/workspace/locate.ts";
      try {
        locateWorkspace({ environment: ${JSON.stringify(home.environment)}, cwd: ${
      JSON.stringify(home.workspace)
    }, homeDir: "/nowhere" });
      } catch (error) { console.log(error.message); }`;
    expect(runScript(script, prefix).stdout).toContain(
      `Ignored the data folder "${dataDir}": it belongs to another user`,
    );
  });
});

describe("--data-dir", () => {
  test("names the data folder that the workspace was registered with", () => {
    const elsewhere = join(home.home, "elsewhere");
    makeWorkspace(home, { dataDir: elsewhere });
    expect(locate({ cwd: home.workspace }).layout.dataDir).toBe(elsewhere);
    expect(locate({ cwd: home.workspace, dataDirFlag: "~/elsewhere" }).layout.dataDir).toBe(elsewhere);
    expect(locate({ workspaceFlag: "notes", variables: { MEMORY_DATA_DIR: elsewhere } }).layout.dataDir).toBe(
      elsewhere,
    );
  });

  test("with another folder is an error, not another memory", () => {
    makeWorkspace(home);
    const other = join(home.home, "other");
    const error = errorOf(() => locate({ workspaceFlag: home.workspace, dataDirFlag: other }));
    expect(error.message).toBe(
      `Cannot use the data folder "${other}": "${home.workspace}" is registered with "${dataDir}"`,
    );
    expect(errorOf(() => locate({ cwd: home.workspace, dataDirFlag: other })).hint).toStartWith("memory init");
  });
});

describe("a registered workspace", () => {
  test("is lost when its state or its data folder is gone, and is not created anew", () => {
    makeWorkspace(home);
    expect(locate({ cwd: home.workspace }).isLost).toBe(false);
    rmSync(join(dataDir, "state.sqlite"));
    expect(locate({ cwd: home.workspace }).isLost).toBe(true);
    rmSync(dataDir, { recursive: true });
    expect(locate({ cwd: home.workspace })).toMatchObject({ isLost: true, source: "ancestor" });
    expect(locate({ workspaceFlag: home.workspace }).isLost).toBe(true);
    expect(readdirSync(home.home)).not.toContain("notes.memory");
  });

  test("says whether it was simulated", () => {
    makeWorkspace(home, {
      openState: ({ statePath }) => {
        writeFileSync(statePath, "");
        return { isSimulated: true };
      },
    });
    expect(locate({ cwd: home.workspace }).isSimulated).toBe(true);
  });
});
