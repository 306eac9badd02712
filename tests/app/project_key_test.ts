import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProjectKey } from "../../src/workspace/annotation_values.ts";
import { projectKeyOf } from "../../src/app/project_key.ts";
import { skips } from "../support/skips.ts";
import { runScript, withoutPowers } from "../support/run_script.ts";
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

test("a repository whose only remote has another name has that one's key; of several only origin counts", () => {
  expect(projectKeyOf(repository("one", '[remote "upstream"]\n\turl = git@h.org:a/x\n'))).toBe("h.org/a/x");
  const several = repository("several", '[remote "b"]\n\turl = git@h.org:b/x\n[remote "a"]\n\turl = git@h.org:a/x\n');
  expect(projectKeyOf(several)).toBe(`path:${several}`);
});

test("the first address of a remote counts, and an empty one takes back those before it", () => {
  const config = '[remote "origin"]\n\turl = h.org:a/x\n\turl = h.org:mirror/x\n';
  expect(projectKeyOf(repository("first", config))).toBe("h.org/a/x");
  expect(projectKeyOf(repository("reset", config.replace("h.org:a/x\n", "h.org:a/x\n\turl =\n")))).toBe(
    "h.org/mirror/x",
  );
});

test("the longest insteadOf of the repository's own settings is applied, once", () => {
  const rules = '[url "git@h.org:"]\n\tinsteadOf = gh:\n[url "git@other.org:"]\n\tinsteadOf = g\n\tinsteadOf = git@\n';
  expect(projectKeyOf(repository("short", `${rules}[remote "origin"]\n\turl = gh:a/x\n`))).toBe("h.org/a/x");
});

test("a submodule is its own project, with and without a remote", () => {
  const root = repository("super", ORIGIN);
  for (
    const [name, more, key] of [
      ["sub", '[remote "origin"]\n\turl = git@h.org:a/sub.git\n', "h.org/a/sub"],
      ["alone", "", `path:${join(root, "alone")}`],
    ] as const
  ) {
    const own = join(root, ".git", "modules", name);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "config"), `[core]\n\tworktree = ../../../${name}\n${more}`);
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, ".git"), `gitdir: ../.git/modules/${name}\n`);
    expect(projectKeyOf(join(root, name))).toBe(key);
  }
});

test("a bare repository has a key, and so has a place inside of a git folder", () => {
  const bare = join(temp.home, "tool.git");
  mkdirSync(join(bare, "objects"), { recursive: true });
  mkdirSync(join(bare, "refs"));
  writeFileSync(join(bare, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(bare, "config"), "[core]\n\tbare = true\n");
  expect(projectKeyOf(join(bare, "objects"))).toBe(`path:${bare}`);
  writeFileSync(join(bare, "config"), ORIGIN);
  expect(projectKeyOf(bare)).toBe("h.org/a/x");
});

test("an empty .git folder hides no repository above it", () => {
  const root = repository("outer", ORIGIN);
  mkdirSync(join(root, "mounted", ".git"), { recursive: true });
  expect(projectKeyOf(join(root, "mounted"))).toBe("h.org/a/x");
});

test("a clone that is reached through a link has the same key", () => {
  const root = repository("real", "[core]\n");
  symlinkSync(root, join(temp.home, "link"));
  symlinkSync(join(root, ".git"), join(temp.workspace, ".git"));
  expect(projectKeyOf(join(temp.home, "link"))).toBe(`path:${root}`);
  expect(projectKeyOf(temp.workspace)).toBe(`path:${root}`);
});

test("odd names of folders make keys that survive in an annotation, each its own", () => {
  const names = ["a b", "a;b", "a%3Bb", "工具；", "a`b", "a-->b", "\u202eabc", " a ", "a\tb", "a,b"];
  const keys = names.map((name) => projectKeyOf(repository(name, "[core]\n")));
  expect(keys.filter((key) => key === null || !isProjectKey(key))).toEqual([]);
  expect(new Set(keys).size).toBe(names.length);
});

test("settings that are no file of git's are not read, and nobody waits for them", () => {
  const root = repository("odd", ORIGIN);
  const config = join(root, ".git", "config");
  const put: readonly (() => void)[] = [
    () => Bun.spawnSync(["mkfifo", config]),
    () => symlinkSync("/dev/zero", config),
    () => symlinkSync("config", config),
    () => symlinkSync("/nowhere/at/all", config),
    () => mkdirSync(config),
    () => writeFileSync(config, `${ORIGIN}#${"x".repeat(2 * 1024 * 1024)}`),
  ];
  for (const make of put) {
    rmSync(config, { recursive: true, force: true });
    make();
    expect(projectKeyOf(root)).toBeNull();
  }
  rmSync(join(root, ".git"), { recursive: true });
  for (
    const text of ["gitdir: ", "gitdir: \0", `gitdir: ${"x/".repeat(5_000)}`, "\xff\xfe", "gitdir: .git", "gitdir: .."]
  ) {
    writeFileSync(join(root, ".git"), text);
    expect(projectKeyOf(root) ?? "none").toMatch(/^none$/);
  }
  rmSync(join(root, ".git"));
  Bun.spawnSync(["mkfifo", join(root, ".git")]);
  expect(projectKeyOf(root)).toBeNull();
});

test("a folder of another system, a relative one and a missing one have no key", () => {
  const folders = [
    "",
    ".",
    "src",
    "C:\\Users\\ann\\app",
    "/home/\0/app",
    "/no/such/folder/at/all",
    `/${"x/".repeat(9_000)}`,
  ];
  for (const folder of folders) expect(projectKeyOf(folder)).toBeNull();
});

const powerless = withoutPowers();
test.skipIf(powerless === null)("settings and folders that may not be read give no key and no error", () => {
  const root = repository("closed", ORIGIN);
  chmodSync(join(root, ".git", "config"), 0);
  const inner = join(repository("shut", ORIGIN), "inner");
  mkdirSync(inner);
  chmodSync(join(temp.home, "shut"), 0o600);
  chmodSync(temp.home, 0o755);
  const script = 'import { projectKeyOf } from "src/app/project_key.ts";\n' +
    `console.log(JSON.stringify(${JSON.stringify([root, inner])}.map(projectKeyOf)))`;
  expect(runScript(script, powerless ?? []).stdout).toBe("[null,null]");
  chmodSync(join(temp.home, "shut"), 0o755);
});

const hasNoGit = skips(Bun.which("git") === null, "git, which makes the repositories of this test, is not installed");
test.skipIf(hasNoGit)("what git itself makes is read: a clone, a worktree and a submodule", () => {
  const git = (...words: string[]) => {
    const name = ["-c", "user.name=a", "-c", "user.email=a@h.org", "-c", "protocol.file.allow=always"];
    const done = Bun.spawnSync(["git", ...name, ...words], { cwd: temp.home, env: { ...Bun.env, HOME: temp.home } });
    if (done.exitCode !== 0) throw new Error(done.stderr.toString());
  };
  const at = (name: string) => projectKeyOf(join(realpathSync(temp.home), name));
  git("init", "-q", "source");
  git("-C", "source", "commit", "-q", "--allow-empty", "-m", "x");
  git("clone", "-q", "source", "clone");
  git("-C", "clone", "worktree", "add", "-q", "../side");
  git("-C", "clone", "submodule", "--quiet", "add", `${temp.home}/source`, "sub");
  const key = `file:${realpathSync(temp.home)}/source`;
  expect([at("source"), at("clone"), at("side"), at("clone/sub")]).toEqual([`path:${temp.home}/source`, key, key, key]);
  git("-C", "clone", "remote", "set-url", "origin", "git@h.org:acme/工具 one.git");
  expect([at("clone"), at("side"), at("clone/sub")]).toEqual(["h.org/acme/工具%20one", "h.org/acme/工具%20one", key]);
}, 240_000);
