/** Files of a client under the hands of others: written at the same time, protected, half done. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { backupPath, changeFiles, type WantedFile } from "../../../src/agents/install/change_files.ts";
import type { SettingsPiece } from "../../../src/agents/install/settings_piece.ts";
import { errorOf } from "../../support/error_of.ts";
import { type InstallWorld, openInstallWorld } from "../../support/install_world.ts";
import { runScript, withoutPowers } from "../../support/run_script.ts";

let world: InstallWorld;

beforeEach(() => {
  world = openInstallWorld();
});
afterEach(() => world.remove());

/** A piece of which only the path counts. */
function pieceAt(path: string): SettingsPiece {
  mkdirSync(dirname(join(world.home, path)), { recursive: true });
  return { path: join(world.home, path), isWholeFile: false, add: () => "", found: () => null };
}

/** A rule that adds a word at the end. */
function appended(text: string | null): WantedFile {
  return { after: `${text ?? ""}+ours`, backup: "take" };
}

const WRITE = { isDryRun: false };

describe("a file that somebody else writes meanwhile", () => {
  test("is read again, and holds what both wrote", () => {
    const path = world.write("a.json", "first");
    let calls = 0;
    const changes = changeFiles([pieceAt("a.json")], (_, { text }) => {
      // The first call plans, the second is about to write.
      if (++calls === 2) writeFileSync(path, "first, second");
      return appended(text);
    }, WRITE);
    expect(readFileSync(path, "utf8")).toBe("first, second+ours");
    expect(changes).toMatchObject([{ before: "first, second", after: "first, second+ours" }]);
    expect(readFileSync(backupPath(path), "utf8")).toBe("first, second");
  });

  test("again and again is left alone, and so are the files before it", () => {
    const first = world.write("a.json", "a");
    const second = world.write("b.json", "b");
    let calls = 0;
    const error = errorOf(() =>
      changeFiles([pieceAt("a.json"), pieceAt("b.json")], ({ path }, { text }) => {
        if (path === second) writeFileSync(second, `b${++calls}`);
        return appended(text);
      }, WRITE)
    );
    expect(error.kind).toBe("busy");
    expect(error.message).toEndWith("somebody else keeps writing it");
    expect(readFileSync(first, "utf8")).toBe("a");
    expect(readFileSync(second, "utf8")).toStartWith("b");
    expect(readFileSync(second, "utf8")).not.toContain("ours");
    expect(readdirSync(world.home).sort()).toEqual(["a.json", "b.json"]);
  });

  test("is made by somebody else meanwhile, and not overwritten", () => {
    const path = join(world.home, "new.json");
    let calls = 0;
    changeFiles([pieceAt("new.json")], (_, { text }) => {
      if (++calls === 2) writeFileSync(path, "theirs");
      return appended(text);
    }, WRITE);
    expect(readFileSync(path, "utf8")).toBe("theirs+ours");
  });
});

describe("a change of several files", () => {
  test("that one of them refuses changes none, and leaves no copy", () => {
    world.write("a.json", "a");
    world.write("c.json", "c");
    const error = errorOf(() =>
      changeFiles([pieceAt("a.json"), pieceAt("new.json"), pieceAt("c.json")], ({ path }, { text }) => {
        // A folder comes to stand where the file is after the plan was made.
        if (path.endsWith("new.json") && existsSync(backupPath(join(world.home, "a.json")))) mkdirSync(path);
        return appended(text);
      }, WRITE)
    );
    expect(error.message).toMatch(/new\.json/);
    expect(world.read("a.json")).toBe("a");
    expect(world.read("c.json")).toBe("c");
    expect(existsSync(join(world.home, "a.json.memory-backup"))).toBe(false);
    expect(existsSync(join(world.home, "c.json.memory-backup"))).toBe(false);
  });

  test("that is only tried reads and writes nothing", () => {
    world.write("a.json", "a");
    const pieces = [pieceAt("a.json"), pieceAt("new.json")];
    const changes = changeFiles(pieces, (_, { text }) => appended(text), { isDryRun: true });
    expect(changes.map(({ before, after }) => [before, after])).toEqual([["a", "a+ours"], [null, "+ours"]]);
    expect(readdirSync(world.home)).toEqual(["a.json"]);
  });

  test("takes a copy with the mode of the file, whatever the umask, and one of an earlier time away", () => {
    const path = world.write("a.json", "a");
    world.write("b.json.memory-backup", "stale");
    chmodSync(path, 0o604);
    const usual = process.umask(0o077);
    try {
      changeFiles([pieceAt("a.json"), pieceAt("b.json")], (_, { text }) => appended(text), WRITE);
    } finally {
      process.umask(usual);
    }
    expect(Bun.spawnSync(["stat", "-c", "%a", backupPath(path)]).stdout.toString().trim()).toBe("604");
    expect(world.read("b.json.memory-backup")).toBeNull();
  });

  test("removes a file only if it is what was read", () => {
    const path = world.write("a.json", "a");
    let calls = 0;
    const rule = (_: SettingsPiece, { text }: { readonly text: string | null }): WantedFile => {
      if (++calls === 2) writeFileSync(path, "b");
      return { after: text === "a" ? null : text, backup: "drop" };
    };
    expect(changeFiles([pieceAt("a.json")], rule, WRITE)).toEqual([]);
    expect(world.read("a.json")).toBe("b");
  });
});

const powerless = withoutPowers();

test.skipIf(powerless === null)("a file that this user may not write or read is left as it is, and said", () => {
  const script = `
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { CLIENT_SETUPS } from "src/agents/install/setups.ts";
import { installClient } from "src/agents/install/edit_client.ts";
const home = mkdtempSync(tmpdir() + "/memory-install-");
const place = { scope: "user", homeDir: home, projectDir: home, environment: {}, platform: "linux" };
const command = { program: ["/opt/memory"], kept: [], platform: "linux" };
const said = [];
const attempt = (client) => {
  const setup = CLIENT_SETUPS.get(client);
  try {
    installClient(setup, setup.plan(place, command, false), { isDryRun: false });
    said.push("installed");
  } catch (error) {
    said.push(error.message.replaceAll(home, "~"));
  }
};
mkdirSync(home + "/.claude");
writeFileSync(home + "/.claude/settings.json", "{}", { mode: 0o444 });
attempt("claude-code");
said.push(readFileSync(home + "/.claude/settings.json", "utf8"), readdirSync(home + "/.claude").join());
mkdirSync(home + "/.cursor");
writeFileSync(home + "/.cursor/hooks.json", "{}", { mode: 0o200 });
attempt("cursor");
mkdirSync(home + "/.gemini", { mode: 0o555 });
attempt("gemini");
said.push(readdirSync(home + "/.gemini").join());
chmodSync(home + "/.gemini", 0o755);
rmSync(home, { recursive: true });
console.log(JSON.stringify(said));
`;
  const { stdout, stderr } = runScript(script, powerless ?? []);
  expect([stderr, JSON.parse(stdout || "[]")]).toEqual(["", [
    'Cannot write "~/.claude/settings.json": this user may not write there; its content is as it was',
    "{}",
    "settings.json",
    'Cannot read "~/.cursor/hooks.json": EACCES',
    'Cannot write "~/.gemini/settings.json": this user may not write there; its content is as it was',
    "",
  ]]);
}, 240_000);
