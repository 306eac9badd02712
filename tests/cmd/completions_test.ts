import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles } from "../../tools/generated_files.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";
import { skips } from "../support/skips.ts";
import { typeInShell } from "../support/type_in_shell.ts";

/** Each test starts a shell; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const ROOT = join(import.meta.dir, "..", "..");

let temp: TempHome;
const scripts: Record<string, string> = {};
beforeAll(async () => {
  temp = openTempHome();
  mkdirSync(join(temp.workspace, "some folder"));
  writeFileSync(join(temp.workspace, "some file.md"), "");
  for (const { path, text } of await generatedFiles()) {
    if (!path.startsWith("completions/")) continue;
    const file = join(temp.home, path.slice("completions/".length));
    writeFileSync(file, text);
    scripts[path.endsWith(".bash") ? "bash" : path.endsWith(".fish") ? "fish" : "zsh"] = file;
  }
});
afterAll(() => temp.remove());

/** Runs a shell program and returns its words. */
function wordsOf(command: string[]): string[] {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, {
    cwd: temp.workspace,
    env: { ...temp.environment, TERM: "xterm" },
  });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString().split(/\r?\n/).map((line) => line.split("\t")[0]?.trim() ?? "").filter((word) =>
    word !== ""
  );
}

/** Returns what bash offers for a command line whose last word is being typed. */
function bashOffers(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  return wordsOf([
    "bash",
    "--norc",
    "-c",
    `source "${scripts["bash"]}"; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _memory; ` +
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);
}

/** Returns what fish offers for a command line. */
function fishOffers(line: string): string[] {
  return wordsOf(["fish", "--no-config", "-c", `source "${scripts["fish"]}"; complete -C '${line}'`]);
}

const hasShell = (name: string) => Bun.which(name) !== null;

describe("the generated files in the repository", () => {
  test("are what the declarations give; if not, run `make docs completions`", async () => {
    for (const { path, text } of await generatedFiles()) expect(await Bun.file(join(ROOT, path)).text()).toBe(text);
  });
});

describe("bash", () => {
  test("offers commands, and flags after a dash", () => {
    expect(bashOffers("memory", "")).toEqual(expect.arrayContaining(["init", "search", "dream"]));
    expect(bashOffers("memory", "se")).toEqual(["search"]);
    expect(bashOffers("memory", "--js")).toEqual(["--json"]);
  });

  test("offers a command's own flags and the common ones", () => {
    expect(bashOffers("memory", "search", "--ex")).toEqual(["--explain", "--exit-code"]);
    expect(bashOffers("memory", "search", "x", "--data")).toEqual(["--data-dir"]);
    expect(bashOffers("memory", "note", "--exi")).toEqual([]);
  });

  test("offers the choices of a flag after a blank and after '='", () => {
    expect(bashOffers("memory", "note", "--derived-from", "w")).toEqual(["web"]);
    expect(bashOffers("memory", "note", "--derived-from", "=", "w")).toEqual(["web"]);
    expect(bashOffers("memory", "note", "--derived-from", "=")).toContain("email");
  });

  test("finds the command behind flags and their values", () => {
    expect(bashOffers("memory", "--data-dir", "search", "con")).toEqual(["config"]);
    expect(bashOffers("memory", "--workspace", "=", "/x", "config", "g")).toEqual(["get"]);
    // A switch of one command may take a value in another.
    expect(bashOffers("memory", "dream", "--explain", "config", "--dr")).toEqual(["--dry-run"]);
    expect(bashOffers("memory", "--json", "help", "boot")).toEqual(["bootstrap"]);
  });

  test("offers arguments by their place", () => {
    expect(bashOffers("memory", "config", "")).toEqual(["list", "get", "set", "path"]);
    expect(bashOffers("memory", "config", "get", "search.li")).toEqual(["search.limit"]);
    expect(bashOffers("memory", "hook", "in")).toEqual(["install"]);
    expect(bashOffers("memory", "hook", "install", "--client", "c")).toEqual(["claude-code", "codex", "cursor"]);
    expect(bashOffers("memory", "completions", "")).toEqual(["bash", "zsh", "fish", "install"]);
    expect(bashOffers("memory", "help", "boot")).toEqual(["bootstrap"]);
  });

  test("offers paths with blanks whole, and only folders where a folder is meant", () => {
    expect(bashOffers("memory", "ingest", "some")).toEqual(expect.arrayContaining(["some file.md", "some folder"]));
    expect(bashOffers("memory", "--workspace", "some")).toEqual(["some folder"]);
  });
});

describe.skipIf(skips(!hasShell("fish"), "there is no fish"))("fish", () => {
  test("offers commands, flags, choices and arguments", () => {
    expect(fishOffers("memory se")).toEqual(["search"]);
    expect(fishOffers("memory search --ex")).toEqual(expect.arrayContaining(["--explain", "--exit-code"]));
    expect(fishOffers("memory note --derived-from w")).toEqual(["web"]);
    expect(fishOffers("memory note --derived-from=w")).toEqual(["--derived-from=web"]);
    expect(fishOffers("memory --data-dir search con")).toEqual(["config"]);
    expect(fishOffers("memory config get search.li")).toEqual(["search.limit"]);
    expect(fishOffers("memory completions z")).toEqual(["zsh"]);
  });

  test("offers files for a path and only folders for a folder", () => {
    expect(fishOffers("memory ingest some").join()).toContain("some");
    expect(fishOffers("memory --workspace some").join()).toContain("folder");
    expect(fishOffers("memory --workspace some").join()).not.toContain("file.md");
  });
});

describe.skipIf(skips(!hasShell("zsh"), "there is no zsh"))("zsh", () => {
  test("completes commands, flags, choices and arguments", async () => {
    const lines = [
      ["memory se", "memory search"],
      ["memory search --expl", "memory search --explain"],
      ["memory search --quie", "memory search --quiet"],
      ["memory note --derived-from w", "memory note --derived-from web"],
      ["memory note --derived-from=w", "memory note --derived-from=web"],
      ["memory --data-dir search con", "memory --data-dir search config"],
      ["memory config get search.li", "memory config get search.limit"],
      ["memory completions z", "memory completions zsh"],
      ["memory help boot", "memory help bootstrap"],
      ["memory --workspace some", "memory --workspace some\\ folder"],
    ] as const;
    const ends = await typeInShell("zsh", scripts["zsh"] ?? "", { place: { cwd: temp.workspace, ...temp }, lines });
    lines.forEach(([, wanted], at) => expect(ends[at]).toContain(wanted));
  }, 240_000);
});

for (const shell of ["fish", "zsh"]) {
  if (!hasShell(shell)) console.warn(`${shell} is not installed: its completion script is generated but not run`);
}
