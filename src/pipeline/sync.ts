/**
 * The files and the index agree again (SPEC 5). The driver reads as the table of contents of the pipeline.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import type { UnbookedPolicy } from "../provenance/classify_line.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";

/** What {@linkcode sync} works with. */
export interface SyncDeps {
  readonly layout: WorkspaceLayout;
  readonly index: IndexStore;
  readonly state: StateStore;
  readonly clock: Clock;
  /** How unbooked lines count; a change of it rebuilds the index. */
  readonly policy: UnbookedPolicy;
  /** Files and folders outside the workspace, absolute (user config only). @default none */
  readonly extraPaths?: readonly string[];
}

/** How to run. */
export interface SyncOptions {
  /** Stop taking up new work after this many milliseconds and say so in `isBehind`. @default no limit */
  readonly budgetMs?: number;
  /** Build everything anew in a second file, then swap it in. @default false */
  readonly isForced?: boolean;
}

/** A file with the reason why it is not, or only partly, in the index. */
export interface FileNote {
  readonly path: string;
  readonly reason: string;
}

/** What was done. */
export interface SyncReport {
  readonly files: {
    readonly seen: number;
    readonly changed: number;
    readonly removed: number;
    readonly failed: number;
  };
  /** Chunks in the index afterwards. */
  readonly chunks: number;
  /** What could not be read: the run is partial, and nothing was removed for it (exit code 5 of `index`). */
  readonly failures: readonly FileNote[];
  /** What was left out by rule and a person may want to know: too large, binary, a link out, a conflict copy. */
  readonly skipped: readonly FileNote[];
  /** The index does not yet show every change: out of time, another process at work, or a medium that cannot be written. */
  readonly isBehind: boolean;
  /** Whole sentences for people: `index behind`, rebuilt, read-only. */
  readonly notices: readonly string[];
}
