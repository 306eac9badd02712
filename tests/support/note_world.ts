/**
 * A workspace with a real state, in which notes are taken at told times by told callers.
 *
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { frozenClock } from "../../src/base/clock.ts";
import type { NoteDeps } from "../../src/capture/note.ts";
import type { Caller } from "../../src/provenance/caller.ts";
import type { SessionKind } from "../../src/provenance/origin.ts";
import { openState, type StateStore } from "../../src/store/state/open_state.ts";
import { originReader } from "../../src/store/state/origin_reader.ts";
import { writerFacts } from "../../src/store/state/writer_facts.ts";
import { layoutOf, type WorkspaceLayout } from "../../src/workspace/layout.ts";

/** The moment of notes unless another is told. */
export const NOTE_TIME = "2026-08-19T10:30:00+08:00";

/** See the module. */
export interface NoteWorld {
  readonly layout: WorkspaceLayout;
  readonly state: StateStore;
  /** Returns what `note` needs; an agent's interactive session, unless told otherwise. */
  deps(ceiling?: "owner" | "agent", sessionKind?: SessionKind, iso?: string): NoteDeps;
  /** Returns a file's text, or `null`. */
  read(path: string): string | null;
  /** Writes a file of the workspace by hand. */
  write(path: string, text: string): void;
  /** Returns the bytes of the state's files, each as one character. */
  stateBytes(): string;
  /** Closes the state and removes all files. */
  remove(): void;
}

/** Opens one. */
export function openNoteWorld(): NoteWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-note-")));
  const layout = layoutOf(join(folder, "notes"), join(folder, "notes.memory"));
  for (const each of [layout.memoryDir, layout.dataDir]) mkdirSync(each, { recursive: true });
  const state = openState({ path: layout.statePath, isRegistered: false, isSimulated: true, now: NOTE_TIME });
  const originsOf = originReader(state, { unbooked: "agent", isLost: false });
  return {
    layout,
    state,
    deps: (ceiling = "agent", sessionKind = "interactive", iso = NOTE_TIME) => {
      const caller: Caller = { sessionKind, ceiling, client: null, session: "s1", why: "told" };
      const clock = frozenClock(iso);
      const facts = { state, clock, ancestors: () => [] };
      return {
        layout,
        state,
        originsOf,
        caller,
        clock,
        config: { maxChars: 2000 },
        redaction: { enabled: true, allow: [] },
        writerFacts: (question) => writerFacts(facts, question),
      };
    },
    read: (path) => existsSync(join(layout.root, path)) ? readFileSync(join(layout.root, path), "utf8") : null,
    write: (path, text) => {
      mkdirSync(dirname(join(layout.root, path)), { recursive: true });
      writeFileSync(join(layout.root, path), text);
    },
    stateBytes: () =>
      ["", "-wal"].map((suffix) => `${layout.statePath}${suffix}`).filter((path) => existsSync(path))
        .map((path) => readFileSync(path, "latin1")).join(""),
    remove: () => {
      state.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
