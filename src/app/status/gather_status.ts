/**
 * What `memory status` tells: facts, each asked of the part that knows it. Nothing is indexed or changed for it.
 *
 * @module
 */
import { isUnusableIndex } from "../../store/index/index_file.ts";
import type { NativePart } from "../../base/assets/native_part.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { LedgerCounts } from "../../store/state/ledger.ts";
import type { SweepRow } from "../../store/state/sweeps.ts";
import type { Located } from "../../workspace/locate.ts";
import type { DreamTimer } from "../../store/state/state_meta.ts";
import type { App } from "../app.ts";
import type { AppRequest } from "../app_request.ts";
import { type BudgetUse, curatedFacts } from "./curated_facts.ts";
import { forgetFacts, type ForgetRequestFact } from "./forget_facts.ts";
import { type HookFact, hookFacts, type OpenTurnFact } from "./hook_facts.ts";
import { type IndexFacts, indexFacts } from "./index_facts.ts";
import { type IntentFacts, intentFacts } from "./intent_facts.ts";
import { type LaneFacts, laneFacts } from "./lane_facts.ts";
import { lineCounts } from "./line_counts.ts";
import { type LineLists, lineLists } from "./line_lists.ts";
import { type MalformedAnnotation, malformedAnnotations } from "./malformed_annotations.ts";
import { type ModelFact, modelFacts } from "./model_facts.ts";
import { nativeFacts } from "./native_facts.ts";
import type { PlanFacts } from "../../dream/overdue.ts";
import { timerFacts } from "../schedule/timer_orders.ts";

/** The state of everything. */
export interface Status {
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** How the workspace was found. */
  readonly source: Located["source"];
  /** When its state was found to be lost (SPEC 13), or `null`. */
  readonly lostSince: string | null;
  /** The index against the disk. */
  readonly index: IndexFacts;
  /** What each lane of search does. */
  readonly lanes: LaneFacts;
  /** Which language model serves what; empty if none is configured. */
  readonly models: readonly ModelFact[];
  /** Lines that the ledger knows. */
  readonly lines: LedgerCounts;
  /** Hooked turns that are open now (SPEC 4.4). */
  readonly openTurns: readonly OpenTurnFact[];
  /** Hooks that came lately. */
  readonly hooks: readonly HookFact[];
  /** The first of them that a person may want to look at. */
  readonly listed: LineLists;
  /** Forgets that began and are not complete (SPEC 7.6). */
  readonly pendingForgets: number;
  /** What the owner was asked to have forgotten. */
  readonly forgetRequests: readonly ForgetRequestFact[];
  /** Use of the budgets. */
  readonly curated: readonly BudgetUse[];
  /** Claims in the pool of the dream. */
  readonly candidates: number;
  /** The newest sweep, without its report. */
  readonly lastSweep: (Omit<SweepRow, "report"> & { readonly promoted: number }) | null;
  /** What starts sweeps by the clock, and when; `null` if nothing was installed. */
  readonly schedule: (DreamTimer & PlanFacts) | null;
  /** Intents in short (SPEC 9.5). */
  readonly intents: IntentFacts;
  /** Annotations that cannot be read. */
  readonly malformed: readonly MalformedAnnotation[];
  /** Libraries that the program carries. */
  readonly native: readonly NativePart[];
  /** Who called. */
  readonly caller: Caller;
  /** The settings files. */
  readonly settings: readonly { readonly scope: string; readonly path: string; readonly exists: boolean }[];
  /** What the user has to be told, as sentences. */
  readonly notices: readonly string[];
}

/** Returns the status of a workspace. */
export async function gatherStatus(app: App, request: AppRequest): Promise<Status> {
  const { layout, located, state } = app;
  const damage = discardIfDamaged(app);
  // First: unpacking them takes as much room as the list of ten thousand files.
  const native = await nativeFacts(request);
  const { facts, suspects } = indexFacts(app);
  const { malformed, unread } = malformedAnnotations(suspects);
  return {
    workspace: layout.root,
    dataDir: layout.dataDir,
    source: located.source,
    lostSince: state.meta.lostSince,
    index: { ...facts, failures: [...facts.failures, ...unread] },
    lanes: await laneFacts(app, native.find(({ name }) => name === "onnxruntime")),
    models: await modelFacts(app),
    lines: lineCounts(app),
    ...hookFacts(app),
    listed: lineLists(app),
    ...forgetFacts(app),
    curated: curatedFacts(app),
    candidates: state.candidates.count(),
    lastSweep: lastSweep(app),
    schedule: scheduleFacts(app),
    intents: intentFacts(state.intents.all(["armed", "held"]), app.clock, app.config.intents.lateMinutes),
    malformed,
    native,
    caller: app.caller(),
    settings: app.configFiles.map(({ scope, path, hash }) => ({ scope, path, exists: hash !== null })),
    notices: [...app.notices, ...damage],
  };
}

/** An index of which tables are missing tells nothing that is true: it is emptied, as it is when such a file is opened. */
function discardIfDamaged({ index }: App): string[] {
  try {
    index.sources.all();
    index.chunks.count();
    index.vectors.fingerprint();
    index.vectors.counts();
    return [];
  } catch (error) {
    if (!isUnusableIndex(error)) throw error;
    index.reset();
    return ["The index was damaged and has been emptied; the next search builds it again"];
  }
}

function scheduleFacts(app: App): Status["schedule"] {
  const timer = app.state.meta.dreamTimer;
  return timer === null ? null : { ...timer, ...timerFacts(app) };
}

function lastSweep({ state }: App): Status["lastSweep"] {
  const row = state.sweeps.last();
  if (row === null) return null;
  const { report: _, ...facts } = row;
  return { ...facts, promoted: state.promotions.ofSweep(row.id).length };
}
