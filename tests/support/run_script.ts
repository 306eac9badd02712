/**
 * Runs a piece of TypeScript in a process of its own, as some other user or under some limit.
 *
 * @module
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the script printed, trimmed. */
export interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** User and group `nobody` on most systems; what matters is that it is not root. */
const OTHER_USER = "65534";

/** Runs a script with words before the runtime, such as `["setpriv", …]`. Imports are written from `src/`. */
export function runScript(script: string, prefix: readonly string[] = []): ScriptResult {
  const folder = mkdtempSync(join(tmpdir(), "memory-script-"));
  try {
    chmodSync(folder, 0o755);
    const path = join(folder, "script.ts");
    writeFileSync(path, script.replaceAll('from "src/', `from "${join(import.meta.dir, "..", "..", "src")}/`));
    chmodSync(path, 0o644);
    const child = Bun.spawnSync([...prefix, process.execPath, path], { env: { ...Bun.env, HOME: folder } });
    return {
      code: child.exitCode,
      stdout: child.stdout.toString().trim(),
      stderr: child.stderr.toString().trim(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the words that start a process without the powers of root, or `null` if there is no way; the reason is printed. */
export function withoutPowers(): string[] | null {
  if (process.getuid?.() !== 0) return [];
  if (Bun.which("setpriv") === null) {
    console.warn("skipped: root may do everything, and there is no setpriv to run without its powers");
    return null;
  }
  const words = ["setpriv", `--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, "--clear-groups"];
  if (reaches(words)) return words;
  console.warn(
    "skipped: root may do everything, and others may not enter the folder of these tests or of temporary files",
  );
  return null;
}

/** Whether somebody else may run the runtime, read the sources and make temporary files. */
function reaches(prefix: readonly string[]): boolean {
  const words = ['test -x "$1" && test -r "$2" && test -w "$3" && test -x "$3"', "sh", process.execPath];
  return Bun.spawnSync([...prefix, "sh", "-c", ...words, import.meta.path, tmpdir()]).exitCode === 0;
}
