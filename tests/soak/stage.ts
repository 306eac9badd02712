/**
 * A home folder in which the real program runs at a simulated time, can be killed at any moment, and can be put back to
 * a saved state.
 *
 * @module
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHARED_CACHE } from "../support/temp_home.ts";
import type { Attempt } from "./scenario.ts";

/** How a process that was to be killed ended. */
export interface Killed {
  /** Whether the kill came before its end. */
  readonly wasKilled: boolean;
  /** What it had printed by then. */
  readonly stdout: string;
}

/** One simulated home with one workspace. */
export interface Stage {
  readonly workspace: string;
  readonly dataDir: string;
  /** Runs to the end and returns the JSON answer. @throws {Error} unless the exit code is 0 */
  run(words: readonly string[], now: string): Record<string, unknown>;
  /** Starts a command and sends SIGKILL after `delayMs`. */
  kill(attempt: Pick<Attempt, "words" | "now" | "meanwhile">, delayMs: number): Promise<Killed>;
  /** Keeps the present state of everything, replacing what was kept before. */
  save(): void;
  /** Goes back to the saved state. */
  restore(): void;
  /** Removes everything. */
  remove(): void;
}

/** Makes a home and a workspace in it, initialised at a simulated moment. */
export function openStage(binary: string, now: string): Stage {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "memory-soak-")));
  const home = join(base, "home");
  const saved = join(base, "saved");
  const workspace = join(home, "notes");
  mkdirSync(workspace, { recursive: true });
  const environmentAt = (moment: string) => ({
    HOME: home,
    PATH: Bun.env["PATH"] ?? "",
    TZ: "UTC",
    // Not in the home, which is copied before every attempt.
    MEMORY_CACHE_DIR: join(SHARED_CACHE, "memory"),
    MEMORY_NOW: moment,
    MEMORY_CALLER: "owner",
    MEMORY_SESSION_KIND: "interactive",
  });
  const stage: Stage = {
    workspace,
    dataDir: `${workspace}.memory`,
    run(words, moment) {
      const options = { cwd: workspace, env: environmentAt(moment), stdin: "ignore" as const };
      const child = Bun.spawnSync([binary, ...words, "--json"], options);
      if (child.exitCode !== 0) {
        throw new Error(`"memory ${words.join(" ")}" exited with ${child.exitCode}: ${child.stderr}${child.stdout}`);
      }
      return JSON.parse(child.stdout.toString());
    },
    async kill({ words, now: moment, meanwhile }, delayMs) {
      const startedMs = performance.now();
      const child = Bun.spawn([binary, ...words, "--json"], {
        cwd: workspace,
        env: environmentAt(moment),
        stdin: "ignore",
        stdout: "pipe",
        stderr: "ignore",
      });
      // Timers are too coarse for a command that takes 20 ms: wait actively for the last two.
      if (meanwhile !== undefined) {
        await Bun.sleep(delayMs / 2);
        meanwhile();
      }
      await Bun.sleep(Math.max(0, startedMs + delayMs - 2 - performance.now()));
      while (performance.now() - startedMs < delayMs) {
        // Waiting.
      }
      child.kill("SIGKILL");
      const [stdout] = await Promise.all([new Response(child.stdout).text(), child.exited]);
      return { wasKilled: child.signalCode === "SIGKILL", stdout };
    },
    save() {
      rmSync(saved, { recursive: true, force: true });
      cpSync(home, saved, { recursive: true, preserveTimestamps: true });
    },
    restore() {
      rmSync(home, { recursive: true, force: true });
      cpSync(saved, home, { recursive: true, preserveTimestamps: true });
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
  stage.run(["init"], now);
  return stage;
}
