/**
 * Has the language model of the settings write the notes before a compaction, in a process that nobody waits for (SPEC 7.3).
 *
 * @module
 */
import { programWords } from "../../app/program_words.ts";
import { INSIDE_VARIABLE } from "../../base/inside_mark.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import type { HookDeps } from "./hook_deps.ts";

/** What is to be noted. */
export interface FlushStart {
  /** The client's name of the session. */
  readonly session: string;
  /** Its kind, as its hooks know it. */
  readonly sessionKind: SessionKind;
  /** Its transcript, absolute. */
  readonly transcript: string;
}

/** Whether the settings name a model that writes notes; nothing is loaded or asked. */
export function hasNoteModel({ app: { config } }: Pick<HookDeps, "app">): boolean {
  return config.model.provider !== "none" && config.flush.model !== "none";
}

/** Starts it. The cycle is named: by the time the notes are written the next one may have begun. */
export function startFlush({ app: { layout, state }, environment }: HookDeps, start: FlushStart): void {
  const { session, sessionKind, transcript } = start;
  const words = ["flush", "run", "--transcript", transcript, "--session", session, "--session-kind", sessionKind];
  const place = ["--workspace", layout.root, "--data-dir", layout.dataDir];
  Bun.spawn([...programWords(), ...words, "--cycle", String(state.flushCycles.current(session)), ...place], {
    cwd: layout.root,
    env: { ...environment, [INSIDE_VARIABLE]: "1" },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  }).unref();
}
