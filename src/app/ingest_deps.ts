/**
 * Puts together what ingestion works with; the command and the hooks both need it.
 *
 * @module
 */
import { sessionClasses } from "../capture/chat/session_classes.ts";
import { claimsIn } from "../capture/claims/claims_in.ts";
import type { IngestDeps } from "../capture/ingest/ingest_deps.ts";
import type { AskWriter } from "../capture/ingest/lower_pieces.ts";
import { redactShown } from "../capture/redact/redact.ts";
import type { App } from "./app.ts";
import type { Caller } from "../provenance/caller.ts";
import { projectKeyOf } from "./project_key.ts";

/** What differs from caller to caller. */
export interface IngestDepsRequest {
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** Who named the files; left out: the client's own hooks did, of their own transcript. */
  readonly caller?: Caller;
  /** Told how far it is. */
  readonly onProgress: (line: string) => void;
}

/** Returns what ingestion into an open workspace works with. */
export function ingestDeps(app: App, { homeDir, onProgress, caller }: IngestDepsRequest): IngestDeps {
  const { layout, clock, state, originsOf, config } = app;
  const { tools, ownerSenders } = config.provenance;
  const hide = (text: string) => redactShown(text, config.redact).text;
  return {
    layout,
    clock,
    state,
    originsOf,
    tombstones: state.tombstones,
    redact: (text) => redactShown(text, config.redact),
    claimsIn,
    classesOf: (request) =>
      sessionClasses({ state, clock, originsOf, tools, ownerSenders, hide, workspace: layout.root, homeDir }, request),
    projectKeyOf,
    ...(caller === undefined || caller.ceiling === "owner" ? {} : { askWriter: askWriter(app, caller) }),
    isInStore: (client, path) => app.isInStore(client, path),
    onProgress,
  };
}

/** A turn that is tainted already taints all; where none is open, what an agent takes up was not written in one. */
function askWriter(app: App, { session: variable }: Caller): AskWriter {
  const { taint, openTurn } = app.writerFacts({ text: "", flag: null, variable });
  if (taint !== null || openTurn === null) return () => ({ taint, isWaiting: false });
  return (text) => ({ taint: app.writerFacts({ text, flag: null, variable }).taint, isWaiting: true });
}
