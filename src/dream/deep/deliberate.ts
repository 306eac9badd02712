/**
 * Who may go on: every candidate through score and gates, the strongest re-read from their files, up to the limit of a
 * night (SPEC 8.4, 8.5).
 *
 * @module
 */
import type { Now } from "../../base/clock.ts";
import { claimKey } from "../../workspace/claims.ts";
import type { Candidate } from "../candidate.ts";
import type { DreamConfig } from "../config.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { fileReader } from "../live_file.ts";
import { type LiveLookUp, liveLookUp } from "../live_lines.ts";
import { evaluate, type Evaluation, strongestFirst } from "./evaluate.ts";
import type { StoppedCandidate } from "./plan.ts";

/** The outcome of the gates and of re-reading. */
export interface Deliberation {
  /** Every candidate, in the order of the pool. */
  readonly evaluations: readonly Evaluation[];
  /** Those that may be planned, strongest first, as their files say now. */
  readonly ready: readonly Evaluation[];
  /** Those that passed the gates and were stopped after them. */
  readonly stopped: readonly StoppedCandidate[];
}

/** What deliberation depends on. */
export interface DeliberationFrame {
  /** The moment of the night. */
  readonly now: Now;
  /** Thresholds and weights. */
  readonly config: DreamConfig["deep"];
  /** Reads from disk at every call: what is promoted is what stands in the file at that moment. */
  readonly live: LiveLookUp;
}

/** What a frame is made from. */
export interface FrameDeps {
  /** Where the files are. */
  readonly layout: WorkspaceLayout;
  /** The live reader of origins. */
  readonly originsOf: OriginReader;
  /** The settings of the dream. */
  readonly config: DreamConfig;
}

/** Returns the frame of a night on a workspace. */
export function frameOf(deps: FrameDeps, now: Now): DeliberationFrame {
  const live = liveLookUp({ read: fileReader(deps.layout), originsOf: deps.originsOf, today: now.day });
  return { now, config: deps.config.deep, live };
}

/** Returns who may go on, and why the others may not. */
export function deliberate(pool: readonly Candidate[], frame: DeliberationFrame): Deliberation {
  const evaluations = pool.map((candidate) => evaluate(candidate, frame));
  const ready: Evaluation[] = [];
  const stopped: StoppedCandidate[] = [];
  for (const evaluation of evaluations.filter(({ stop }) => stop === null).sort(strongestFirst)) {
    if (ready.length >= frame.config.limit) {
      const reason = `${frame.config.limit} stronger ones come first tonight`;
      stopped.push({ evaluation, stop: { name: "limit", reason } });
      continue;
    }
    const reread = rehydrated(evaluation, frame);
    if (reread.stop === null) ready.push(reread);
    else stopped.push({ evaluation, stop: reread.stop });
  }
  return { evaluations, ready, stopped };
}

/** The evaluation with the candidate as its file says now; a stop if the file says something else. */
function rehydrated(evaluation: Evaluation, frame: DeliberationFrame): Evaluation {
  const { candidate } = evaluation;
  const { path, startLine, endLine } = candidate.source;
  const key = claimKey(path, candidate.text);
  const { expires } = candidate.wishes;
  const { found, gone, provenance } = frame.live({ key, path, text: candidate.text, startLine, endLine, expires });
  if (found === null) return { ...evaluation, stop: { name: "rehydrate", reason: gone ?? "the line is gone" } };
  const source = { path, startLine: found.startLine, endLine: found.endLine };
  const anchors = [source, ...candidate.anchors.slice(1)];
  return evaluate({ ...candidate, source, anchors, text: found.text, provenance }, frame);
}
