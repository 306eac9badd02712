/**
 * Starts a process that takes up a transcript, and does not wait for it.
 *
 * @module
 */
import { programWords } from "../../app/program_words.ts";
import { INSIDE_VARIABLE } from "../../base/inside_mark.ts";
import type { HookDeps } from "./hook_deps.ts";

/** Starts it in the workspace of the session; it prints nothing and outlives this process. */
export function startIngestion({ app: { layout }, environment }: HookDeps, transcript: string): void {
  const place = ["--workspace", layout.root, "--data-dir", layout.dataDir];
  Bun.spawn([...programWords(), "ingest", transcript, ...place], {
    cwd: layout.root,
    env: { ...environment, [INSIDE_VARIABLE]: "1" },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  }).unref();
}
