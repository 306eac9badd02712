import type { NoteDeps } from "../capture/note.ts";
import type { Caller } from "../provenance/caller.ts";
import type { App } from "./app.ts";

/** Returns what a caller's note is written with. */
export function noteDeps(app: App, caller: Caller): NoteDeps {
  return {
    layout: app.layout,
    clock: app.clock,
    caller,
    state: app.state,
    originsOf: app.originsOf,
    writerFacts: (question) => app.writerFacts(question),
    config: app.config.note,
    redaction: app.config.redact,
  };
}
