import type { ChatDeps } from "../capture/chat/open_session.ts";
import type { FlushDeps } from "../capture/flush/write_flush.ts";
import type { App } from "./app.ts";
import type { AppRequest } from "./app_request.ts";

/** Returns what notes before a compaction are written with. */
export function flushDeps(app: App): FlushDeps {
  return {
    layout: app.layout,
    clock: app.clock,
    state: app.state,
    originsOf: app.originsOf,
    writerFacts: (question) => app.writerFacts(question),
    maxChars: app.config.note.maxChars,
    redaction: app.config.redact,
  };
}

/** Returns what the part of a transcript that notes are about is read with. */
export function partDeps(app: App, { homeDir }: Pick<AppRequest, "homeDir">): ChatDeps {
  const { state, clock, originsOf, config, layout } = app;
  const { tools, ownerSenders } = config.provenance;
  return { state, clock, originsOf, tools, ownerSenders, workspace: layout.root, homeDir };
}
