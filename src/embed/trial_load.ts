/**
 * Tries a native library in a child process first. On some processors ONNX Runtime does not fail to load, it crashes,
 * and a crash cannot be caught: the command would be gone, while it should only go on without vectors.
 *
 * @module
 */
import { existsSync, writeFileSync } from "node:fs";
import type { Obstacle } from "../base/assets/native_part.ts";
import type { OpenPart } from "../base/assets/open_part.ts";

/** How long the child may take, in ms; it takes about 60. */
const TRIAL_TIMEOUT_MS = 20_000;

/** Smallest exit code that Windows gives to a process that crashed. */
const WINDOWS_CRASH = 0xc000_0000;

/** How a trial ended: `failed` is an error that can be caught, and better told by the attempt in this process. */
export type Trial = { readonly kind: "fine" | "failed" } | { readonly kind: "crashed"; readonly how: string };

/**
 * Returns why a part must not be loaded into this process, or `null` if it may. The trial is made until it went well
 * once for an unpacked folder; a mark in it says so. Run from source there is no such folder, and no trial.
 */
export function trialLoad(part: OpenPart): Obstacle | null {
  if (part.trialMark === null || existsSync(part.trialMark)) return null;
  const trial = tryInChild(`process.dlopen({ exports: {} }, ${JSON.stringify(part.main)})`);
  if (trial.kind === "crashed") {
    return { reason: `Loading "${part.main}" crashes on this machine (${trial.how})`, hint: null };
  }
  if (trial.kind === "fine") leaveMark(part.trialMark);
  return null;
}

/** Runs JavaScript in a child process and returns how that ended. */
export function tryInChild(code: string): Trial {
  try {
    const child = Bun.spawnSync([process.execPath, "-e", code], {
      // The executable runs as plain Bun with this. Nothing else is passed on: no variable may change what is tried.
      env: { BUN_BE_BUN: "1" },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
      timeout: TRIAL_TIMEOUT_MS,
    });
    if (child.signalCode !== undefined) return { kind: "crashed", how: String(child.signalCode) };
    if (child.exitCode >= WINDOWS_CRASH) return { kind: "crashed", how: `0x${child.exitCode.toString(16)}` };
    return { kind: child.exitCode === 0 ? "fine" : "failed" };
  } catch {
    // The executable was moved while it runs, or no process may be started: then there is no trial.
    return { kind: "failed" };
  }
}

function leaveMark(path: string): void {
  try {
    writeFileSync(path, "", { mode: 0o600 });
  } catch {
    // Nothing is lost where the cache became read-only: the trial is repeated the next time.
  }
}
