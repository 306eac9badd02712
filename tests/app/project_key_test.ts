import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectKeyOf } from "../../src/app/project_key.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let temp: TempHome;
beforeEach(() => {
  temp = openTempHome();
});
afterEach(() => temp.remove());

function repository(name: string, config: string): string {
  const root = join(temp.home, name);
  mkdirSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, ".git", "config"), config);
  return root;
}

const ORIGIN = '[core]\n\tbare = false\n[remote "upstream"]\n\turl = git@h.org:other/x.git\n' +
  '[remote "origin"]\n\turl = git@h.org:a/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n';

test("a folder inside a repository has the key of its origin", () => {
  const root = repository("clone", ORIGIN);
  mkdirSync(join(root, "src", "deep"), { recursive: true });
  expect(projectKeyOf(join(root, "src", "deep"))).toBe("h.org/a/x");
});

test("a repository without origin has its root as key", () => {
  const root = repository("alone", "[core]\n\tbare = false\n");
  expect(projectKeyOf(root)).toBe(`path:${root}`);
});

test("a folder outside of any repository has no key", () => {
  expect(projectKeyOf(temp.workspace)).toBeNull();
});

test("worktrees have the key of their repository, with and without a remote", () => {
  for (const [name, config] of [["with", ORIGIN], ["without", "[core]\n"]] as const) {
    const root = repository(name, config);
    const own = join(root, ".git", "worktrees", "side");
    const side = join(temp.home, `${name}-side`);
    mkdirSync(own, { recursive: true });
    mkdirSync(side);
    writeFileSync(join(own, "commondir"), "../..\n");
    writeFileSync(join(side, ".git"), `gitdir: ${own}\n`);
    expect(projectKeyOf(side)).toBe(projectKeyOf(root));
    expect(projectKeyOf(side)).not.toBeNull();
  }
});

test("a broken repository has no key", () => {
  mkdirSync(join(temp.home, "broken", ".git"), { recursive: true });
  writeFileSync(join(temp.workspace, ".git"), "gitdir: /nowhere/at/all\n");
  expect(projectKeyOf(join(temp.home, "broken"))).toBeNull();
  expect(projectKeyOf(temp.workspace)).toBeNull();
});
