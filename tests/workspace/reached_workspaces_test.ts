import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { reachedWorkspaces } from "../../src/workspace/reached_workspaces.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

let temp: TempHome;
beforeAll(() => {
  temp = openTempHome();
  for (const folder of ["other/sub", "my notes", "notes/inner"]) {
    mkdirSync(join(temp.home, folder), { recursive: true });
  }
  symlinkSync(join(temp.home, "other"), join(temp.home, "link"));
});
afterAll(() => temp.remove());

/** Names of the workspaces that a text reaches from a folder, below the home folder. */
function reached(text: string, folder = "notes"): string[] {
  const roots = ["notes", "other", "my notes", "notes/inner"].map((name) => join(temp.home, name));
  const places = { folder: join(temp.home, folder), homeDir: temp.home };
  return reachedWorkspaces(text.replaceAll("HERE", temp.home), places, roots)
    .map((root) => root.slice(temp.home.length + 1)).sort();
}

test.each([
  "HERE/other/memory/new.md",
  "echo x >> ~/other/MEMORY.md",
  'echo x >> "$HOME/other/MEMORY.md"',
  "cp a.md ${HOME}/other/",
  "cd ../other && echo x >> MEMORY.md",
  "tee ../other/a.md<b.md",
  "HERE/link/memory/deep/new.md",
  "echo x > ../link/a.md",
  "*** Update File: ../other/MEMORY.md\n@@\n+- a line",
])("%j names the other workspace", (text) => {
  expect(reached(text)).toEqual(["notes", "other"]);
});

test.each(["echo x >> '~/my notes/a.md'", "HERE/my notes/a.md", "cat > ~/my\\ notes/a.md"])(
  "%j names one with a blank in its name",
  (text) => expect(reached(text)).toEqual(["my notes", "notes"]),
);

test("names that only begin alike, the own files and words without a path reach nothing else", () => {
  const own = "cat ../other.memory/x HERE/other2/y ~/otherwise memory/2026-08-19.md other ./a/../b.md";
  expect(reached(own)).toEqual(["notes"]);
});

test("of workspaces within each other the inner one is meant, and where the agent is counts", () => {
  expect(reached("inner/memory/a.md")).toEqual(["notes", "notes/inner"]);
  expect(reached("echo x >> a.md", "other/sub")).toEqual(["other"]);
});
