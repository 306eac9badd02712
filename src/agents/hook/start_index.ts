/**
 * Starts a process that brings the index up to date, and does not wait for it: a prompt has no time for a workspace that was
 * never indexed (SPEC 5, 9.2).
 *
 * @module
 */
import { programWords } from "../../app/program_words.ts";
import { INSIDE_VARIABLE } from "../../base/inside_mark.ts";
import { isLocked } from "../../store/is_locked.ts";
import type { HookDeps } from "./hook_deps.ts";

/** Held by whoever works on the index, and by who watches the files and takes up each change. */
const INDEXERS = ["index", "index-rebuild", "watch"] as const;

/** Starts it unless somebody is at it already or the state cannot be written; it prints nothing and outlives this process. */
export function startIndex({ app: { layout, state }, environment }: HookDeps): void {
  if (state.isReadonly || INDEXERS.some((name) => isLocked(layout.locksDir, name))) return;
  const place = ["--workspace", layout.root, "--data-dir", layout.dataDir];
  Bun.spawn([...programWords(), "index", "--no-embed", "--quiet", ...place], {
    cwd: layout.root,
    env: { ...environment, [INSIDE_VARIABLE]: "1" },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  }).unref();
}
