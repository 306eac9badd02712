/**
 * Puts together what ingestion works with; the command and the hooks both need it.
 *
 * @module
 */
import { sessionClasses } from "../capture/chat/session_classes.ts";
import { claimsIn } from "../capture/claims/claims_in.ts";
import type { IngestDeps } from "../capture/ingest/ingest_deps.ts";
import { redactShown } from "../capture/redact/redact.ts";
import type { App } from "./app.ts";
import { projectKeyOf } from "./project_key.ts";

/** What differs from caller to caller. */
export interface IngestDepsRequest {
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** Told how far it is. */
  readonly onProgress: (line: string) => void;
}

/** Returns what ingestion into an open workspace works with. */
export function ingestDeps(app: App, { homeDir, onProgress }: IngestDepsRequest): IngestDeps {
  const { layout, clock, state, originsOf, config } = app;
  const tools = config.provenance.tools;
  return {
    layout,
    clock,
    state,
    originsOf,
    tombstones: state.tombstones,
    redact: (text) => redactShown(text, config.redact),
    claimsIn,
    classesOf: (request) =>
      sessionClasses({ state, clock, originsOf, tools, workspace: layout.root, homeDir }, request),
    projectKeyOf,
    isInStore: (client, path) => app.isInStore(client, path),
    onProgress,
  };
}
