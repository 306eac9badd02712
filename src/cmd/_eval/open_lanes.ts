import { MemoryError } from "../../base/errors.ts";
import type { EvalLane } from "../../lanes/eval/measure.ts";
import type { LaneState } from "../../lanes/search/search.ts";

/** The lanes that can be asked. */
export interface OpenLanes {
  /** In the order wanted. */
  readonly lanes: readonly EvalLane[];
  /** What each lane that was wanted does. */
  readonly states: Readonly<Partial<Record<EvalLane, LaneState>>>;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/**
 * Returns which of the wanted lanes can be asked: without vectors only the keyword lane, and that is said.
 *
 * @throws {MemoryError} failed, if a lane that was asked for by name is the only one and cannot be asked
 */
export function openLanes(wanted: readonly EvalLane[], isNamed: boolean): OpenLanes {
  const lanes = wanted.filter((lane): boolean => lane === "keyword");
  const reason = "no embedding model is available";
  if (lanes.length === 0) {
    throw new MemoryError(`Cannot measure ${wanted.join(" and ")}: ${reason}`, { hint: "use --lanes keyword" });
  }
  return {
    lanes,
    states: Object.fromEntries(wanted.map((lane) => [lane, lanes.includes(lane) ? "ok" : "off"])),
    notices: isNamed && lanes.length === wanted.length ? [] : [`Only the keyword lane was measured: ${reason}.`],
  };
}
