/**
 * A home folder for one bench: nothing of the machine's own settings is seen, time stands still, and the caller counts
 * as the owner.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary home with an initialised, simulated workspace. */
export interface BenchHome {
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs the program in the workspace and returns its JSON answer. @throws {Error} if it fails */
  run(words: readonly string[]): unknown;
  /** Removes everything. */
  remove(): void;
}

/** Makes a home and initialises a workspace in it with the given executable. */
export function openBenchHome(binary: string): BenchHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-bench-")));
  const workspace = join(home, "notes");
  mkdirSync(workspace);
  const environment = {
    HOME: home,
    PATH: Bun.env["PATH"] ?? "",
    TZ: "UTC",
    MEMORY_NOW: "2026-08-19T10:00:00+00:00",
    MEMORY_CALLER: "owner",
    MEMORY_SESSION_KIND: "interactive",
  };
  const run = (words: readonly string[]): unknown => {
    const child = Bun.spawnSync([binary, ...words], { cwd: workspace, env: environment, stdin: "ignore" });
    if (child.exitCode !== 0) throw new Error(`"memory ${words.join(" ")}" failed: ${child.stderr} ${child.stdout}`);
    return JSON.parse(child.stdout.toString());
  };
  run(["init", "--json"]);
  return { workspace, environment, run, remove: () => rmSync(home, { recursive: true, force: true }) };
}
