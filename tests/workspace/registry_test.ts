import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRegistered, readRegistry, registerWorkspace, type RegistryEntry } from "../../src/workspace/registry.ts";
import { errorOf } from "../support/error_of.ts";

let stateDir: string;

beforeEach(() => {
  stateDir = join(mkdtempSync(join(tmpdir(), "memory-registry-")), "state");
});

afterEach(() => rmSync(join(stateDir, ".."), { recursive: true, force: true }));

function entry(workspace: string, changes: Partial<RegistryEntry> = {}): RegistryEntry {
  return {
    workspace,
    dataDir: `${workspace}.memory`,
    registeredAt: "2026-08-19T10:00:00+08:00",
    isSimulated: false,
    isComplete: true,
    ...changes,
  };
}

describe("the registry", () => {
  test("is empty, and is not created, when it is only read", () => {
    expect(readRegistry(stateDir)).toEqual([]);
    expect(findRegistered(stateDir, "/home/me/notes")).toBeNull();
    expect(existsSync(stateDir)).toBe(false);
  });

  test("finds what was entered, by the exact path", () => {
    registerWorkspace(stateDir, entry("/home/me/notes"));
    registerWorkspace(stateDir, entry("/home/me/笔记"));
    expect(findRegistered(stateDir, "/home/me/notes")).toEqual(entry("/home/me/notes"));
    expect(findRegistered(stateDir, "/home/me/Notes")).toBeNull();
    expect(findRegistered(stateDir, "/home/me")).toBeNull();
    expect(readRegistry(stateDir).map(({ workspace }) => workspace)).toEqual(["/home/me/notes", "/home/me/笔记"]);
  });

  test("replaces an entry by a complete one, and never by a beginning", () => {
    const begun = entry("/w", { isComplete: false, dataDir: "/elsewhere" });
    registerWorkspace(stateDir, begun);
    expect(findRegistered(stateDir, "/w")).toEqual(begun);
    registerWorkspace(stateDir, entry("/w"));
    registerWorkspace(stateDir, begun);
    expect(findRegistered(stateDir, "/w")).toEqual(entry("/w"));
  });

  test("is readable by its user alone", () => {
    registerWorkspace(stateDir, entry("/w"));
    const folder = join(stateDir, "workspaces");
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '{"workspace": "/w"}',
    '{"workspace": 1, "dataDir": "", "registeredAt": "", "isSimulated": false, "isComplete": true}',
  ])(
    "says which file cannot be read when it holds %j",
    (text) => {
      registerWorkspace(stateDir, entry("/w"));
      const file = join(stateDir, "workspaces", readdirSync(join(stateDir, "workspaces"))[0] ?? "");
      writeFileSync(file, text);
      const error = errorOf(() => findRegistered(stateDir, "/w"));
      expect(error.message).toBe(`Cannot read the registry of workspaces at "${file}"`);
      expect(error.hint).toContain("memory init --adopt");
    },
  );

  test("takes an entry that was moved under another name for none", () => {
    registerWorkspace(stateDir, entry("/a"));
    registerWorkspace(stateDir, entry("/b"));
    const [first = "", second = ""] = readdirSync(join(stateDir, "workspaces")).map((name) =>
      join(stateDir, "workspaces", name)
    );
    writeFileSync(first, JSON.stringify(entry("/c")));
    chmodSync(second, 0o600);
    expect([findRegistered(stateDir, "/a"), findRegistered(stateDir, "/b")].filter((found) => found !== null))
      .toHaveLength(1);
  });
});
