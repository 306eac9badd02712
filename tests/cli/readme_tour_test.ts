/** Runs the tour of README.md and compares; `UPDATE_GOLDEN=1` (`make snapshots`) writes the outputs anew. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { memoryCommand } from "../support/run_memory.ts";
import { openTempHome } from "../support/temp_home.ts";
import { tourOf, withOutputs } from "../support/tour.ts";

const README = join(import.meta.dir, "..", "..", "README.md");

/** Some dozen processes, one after the other. */
const TOUR_TIMEOUT_MS = 240_000;

/**
 * Comes or not with the machine: bootstrap waits 20 ms for the index, a search a quarter of a second for meaning, and a
 * build without Python has no model.
 */
const MACHINE_NOTES =
  /^Note: (?:The index is behind|This executable was built without a model|\d+ % of the text can be found by meaning).*\n/gm;

/** The last digits of a vector depend on the processor, and with them those of scores. */
function withoutScores(output: string): string {
  return output.replace(/\b\d\.\d{2,3}\b/g, "-");
}

/** Follows the commands of a tour and returns what each prints. `cd` and `export` last, as in a shell. */
function follow(commands: readonly string[]): string[] {
  const { home, environment, remove } = openTempHome();
  const bin = join(home, "bin");
  mkdirSync(bin);
  // The tour is read at a terminal; here the output goes into a pipe.
  const program = memoryCommand().map((word) => `"${word}"`).join(" ");
  writeFileSync(join(bin, "memory"), `#!/bin/sh\nexec ${program} "$@" --text\n`, { mode: 0o755 });
  const shell: Record<string, string> = { ...environment, PATH: `${bin}:${environment["PATH"] ?? ""}`, NO_COLOR: "1" };
  let cwd = home;
  try {
    return commands.map((command) => {
      const [, name, value] = /^export (\w+)=(\S+)$/.exec(command) ?? [];
      if (name !== undefined) shell[name] = value ?? "";
      const folder = /\bcd (\S+)$/.exec(command)?.[1];
      const { stdout, stderr } = Bun.spawnSync(["/bin/sh", "-c", `${command} 2>&1`], { cwd, env: shell });
      if (folder !== undefined) cwd = resolve(cwd, folder);
      return `${stdout}${stderr}`.replaceAll(home, "~").replace(MACHINE_NOTES, "").replace(/[ \t]+$/gm, "");
    });
  } finally {
    remove();
  }
}

test("the tour of the README prints what it shows", () => {
  const document = readFileSync(README, "utf8");
  const steps = tourOf(document);
  const outputs = follow(steps.map(({ command }) => command));
  if (Bun.env["UPDATE_GOLDEN"] === "1") return writeFileSync(README, withOutputs(document, outputs));
  expect(steps.length).toBeGreaterThan(10);
  for (const [at, { command, output }] of steps.entries()) {
    expect(`$ ${command}\n${withoutScores(outputs[at] ?? "")}`).toBe(`$ ${command}\n${withoutScores(output)}`);
  }
}, TOUR_TIMEOUT_MS);
