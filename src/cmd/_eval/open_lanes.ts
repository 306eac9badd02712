import type { App } from "../../app/app.ts";
import { MemoryError } from "../../base/errors.ts";
import type { Embedder } from "../../embed/embedder.ts";
import type { EvalLane } from "../../lanes/eval/measure.ts";
import type { LaneState } from "../../lanes/search/search.ts";

/** The lanes that can be asked. */
export interface OpenLanes {
  /** In the order wanted. */
  readonly lanes: readonly EvalLane[];
  /** What each lane that was wanted does. */
  readonly states: Readonly<Partial<Record<EvalLane, LaneState>>>;
  /** What turns questions into vectors; `null` if no lane needs it, or there is none. */
  readonly embedder: Embedder | null;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/** What is to be asked. */
export interface LanesRequest {
  /** In order. */
  readonly wanted: readonly EvalLane[];
  /** They were named: what cannot be asked is an error if nothing else is left. */
  readonly isNamed: boolean;
  /** The current workspace is asked; its index is up to date, and its vectors are used as they are. */
  readonly asksOwn: boolean;
}

/**
 * Returns which of the wanted lanes can be asked: without an embedder, and without vectors of its model in the current
 * workspace, only the keyword lane, and that is said.
 *
 * @throws {MemoryError} failed, if none of the lanes that were named can be asked
 */
export async function openLanes(app: App, { wanted, isNamed, asksOwn }: LanesRequest): Promise<OpenLanes> {
  if (wanted.every((lane) => lane === "keyword")) {
    return { lanes: wanted, states: statesOf(wanted, "off"), embedder: null, notices: [] };
  }
  const answer = await app.embedder();
  if (answer.kind === "failed" && (answer.isExplicit || isNamed)) {
    throw new MemoryError(answer.reason, { hint: answer.hint ?? "use --lanes keyword" });
  }
  if (answer.kind !== "ready") return keywordOnly(wanted, answer.kind, answer.reason);
  const { embedder } = answer;
  const { done, pending } = asksOwn ? app.index.vectors.counts() : NO_VECTORS_NEEDED;
  if (asksOwn && done === 0 && pending > 0) {
    return keywordOnly(wanted, "off", 'The workspace has no vectors yet; "memory index" makes them');
  }
  if (asksOwn && done > 0 && app.index.vectors.fingerprint() !== embedder.fingerprint) {
    return keywordOnly(wanted, "off", 'The workspace has vectors of another model; "memory index" makes new ones');
  }
  const notices = pending === 0 ? [] : [`${pending} pieces of text have no vector yet: "memory index" does the rest.`];
  return { lanes: wanted, states: statesOf(wanted, pending === 0 ? "ok" : "partial"), embedder, notices };
}

/** The trial of a folder makes its own. */
const NO_VECTORS_NEEDED = { done: 0, pending: 0 };

function keywordOnly(wanted: readonly EvalLane[], state: LaneState, reason: string): OpenLanes {
  const lanes = wanted.filter((lane): boolean => lane === "keyword");
  if (lanes.length === 0) {
    throw new MemoryError(`Cannot measure ${wanted.join(" and ")}: ${reason}`, { hint: "use --lanes keyword" });
  }
  const notices = [`Only the keyword lane was measured: ${reason}.`];
  return { lanes, states: statesOf(wanted, state), embedder: null, notices };
}

/** The keyword lane always can. */
function statesOf(wanted: readonly EvalLane[], others: LaneState): OpenLanes["states"] {
  return Object.fromEntries(wanted.map((lane) => [lane, lane === "keyword" ? "ok" : others]));
}
