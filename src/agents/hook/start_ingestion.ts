/**
 * Starts a process that takes up a transcript, and does not wait for it.
 *
 * @module
 */
import type { HookDeps } from "./hook_deps.ts";

/** Set for every process that we start: what it starts itself must not come back to us. */
export const HOOK_GUARD = "MEMORY_INSIDE";

/** Where the runtime keeps the files of a compiled program. */
const COMPILED = /^(?:\/\$bunfs\/|[A-Za-z]:[\\/]~BUN[\\/])/;

/** Starts it in the workspace of the session; it prints nothing and outlives this process. */
export function startIngestion({ app: { layout }, environment }: HookDeps, transcript: string): void {
  const program = COMPILED.test(Bun.main) ? [process.execPath] : [process.execPath, Bun.main];
  const place = ["--workspace", layout.root, "--data-dir", layout.dataDir];
  Bun.spawn([...program, "ingest", transcript, ...place], {
    cwd: layout.root,
    env: { ...environment, [HOOK_GUARD]: "1" },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  }).unref();
}
