/**
 * Puts together what ingestion works with; the command and the hooks both need it.
 *
 * @module
 */
import { sessionClasses } from "../capture/chat/session_classes.ts";
import { claimsIn } from "../capture/claims/claims_in.ts";
import type { IngestDeps } from "../capture/ingest/ingest_deps.ts";
import type { AskedWriter, AskWriter } from "../capture/ingest/lower_pieces.ts";
import { redactShown } from "../capture/redact/redact.ts";
import type { App } from "./app.ts";
import type { Caller } from "../provenance/caller.ts";
import { heardMoments } from "../store/state/heard_taint.ts";
import type { SaidWhen } from "../store/state/writer_facts.ts";
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

/**
 * A turn that is tainted already taints all; where none is open, what an agent takes up was not written in one. What agents
 * without hooks were given concerns what they say from then on: a client's own transcript is asked by when it was said.
 */
function askWriter(app: App, { session: variable }: Caller): AskWriter {
  const ask = (text: string, said?: SaidWhen) => app.writerFacts({ text, flag: null, variable, ...(said && { said }) });
  const { taint, openTurn } = ask("", BEFORE_ALL);
  if (taint !== null) return () => ({ taint, isWaiting: false });
  if (openTurn !== null) return (text, said) => ({ taint: ask(text, said).taint, isWaiting: true });
  const moments = heardMoments(app);
  const answers = new Map<string, AskedWriter>();
  return (_text, said) => {
    const ms = said?.ms ?? Number.POSITIVE_INFINITY;
    const key = `${moments.filter((moment) => moment <= ms).length} ${said?.session ?? ""}`;
    const known = answers.get(key) ?? { taint: ask("", said).taint, isWaiting: false };
    answers.set(key, known);
    return known;
  };
}

/** Asks for what was not heard at any time. */
const BEFORE_ALL: SaidWhen = { ms: Number.NEGATIVE_INFINITY, session: "" };
