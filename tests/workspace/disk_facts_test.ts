import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DiskFacts, diskFacts } from "../../src/workspace/disk_facts.ts";

let home = "";
let app = "";

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "memory-places-")));
  app = join(home, "app");
  for (const folder of ["app/.git", "app/src/deep", "app/node_modules/.bin", "notes/memory", "other"]) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  writeFileSync(join(home, "other", "page.html"), "x");
  writeFileSync(join(app, "node_modules", ".bin", "tsc"), "");
  symlinkSync(join(home, "other"), join(app, "link"));
  symlinkSync(join(app, "src"), join(home, "src"));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function at(folder = "app", projectDir: string | null = "app/src"): DiskFacts {
  return diskFacts({
    workspace: join(home, "notes"),
    folder: join(home, folder),
    projectDir: projectDir === null ? null : join(home, projectDir),
    homeDir: home,
  });
}

describe("a path is inside", () => {
  test("of the repository around the folder of the client, or of the workspace", () => {
    const { isInside } = at();
    for (
      const path of [
        "x.ts",
        "src/deep/../x.ts",
        "..drafts/x.ts",
        `${app}/package.json`,
        "../notes/memory/x.md",
        "~/notes/MEMORY.md",
        ".",
      ]
    ) {
      expect([path, isInside(path, "")]).toEqual([path, true]);
    }
    for (
      const path of ["..", "../other/page.html", "~/other/page.html", "/etc/hosts", "~", "C:\\x", "\\\\host\\x", "/"]
    ) {
      expect([path, isInside(path, "")]).toEqual([path, false]);
    }
  });

  test("where its bytes are, not where its name is", () => {
    expect(at().isInside("link/page.html", "")).toBe(false);
    expect(at().isInside("link/not-there-yet", "")).toBe(false);
    expect(at().isInside("../src/deep/x", "")).toBe(true);
  });

  test("from where a command went", () => {
    expect(at().isInside("../x", "src/")).toBe(true);
    expect(at().isInside("../../x", "src/")).toBe(false);
    expect(at().isInside("x", "~/other")).toBe(false);
    expect(at("other").isInside("page.html", "")).toBe(false);
  });

  test("of the folder alone if there is no repository, and of nothing if the client runs at the root", () => {
    const { isInside } = at("other", "other");
    expect([isInside("page.html", ""), isInside("../app/x", "")]).toEqual([true, false]);
    const root = diskFacts({ workspace: join(home, "notes"), folder: "/", projectDir: "/", homeDir: home });
    expect(root.isInside("/etc/hosts", "")).toBe(false);
    expect(at("app", null).isInside("x.ts", "")).toBe(false);
  });
});

describe("of the workspace", () => {
  test("paths are told and named as the ledger has them", () => {
    expect(at().isInWorkspace("../notes/memory/x.md")).toBe(true);
    expect(at().isInWorkspace("x.md")).toBe(false);
    expect(at().workspacePath("../notes/memory/x.md")).toBe("memory/x.md");
    expect(at("notes").workspacePath("MEMORY.md")).toBe("MEMORY.md");
  });
});

describe("a program of the project", () => {
  test("is one of its packages, by a plain name", () => {
    const { hasLocalProgram } = at();
    expect(["tsc", "cowsay", "../.bin/tsc", "", "tsc@latest"].map(hasLocalProgram))
      .toEqual([true, false, false, false, false]);
    expect(at("app", null).hasLocalProgram("tsc")).toBe(false);
  });
});
