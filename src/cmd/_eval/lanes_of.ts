import { MemoryError } from "../../base/errors.ts";
import { EVAL_LANES, type EvalLane } from "../../lanes/eval/measure.ts";

/**
 * Returns the lanes that a list such as `keyword,hybrid` names, in the order of {@linkcode EVAL_LANES}; all of them if it
 * is left out.
 *
 * @throws {MemoryError} usage, if one is no lane
 */
export function lanesOf(list: string | undefined): EvalLane[] {
  if (list === undefined) return [...EVAL_LANES];
  const named = list.split(/[,，\s]+/).filter((name) => name !== "");
  const unknown = named.find((name) => !EVAL_LANES.some((lane) => lane === name));
  if (unknown === undefined && named.length > 0) return EVAL_LANES.filter((lane) => named.includes(lane));
  throw new MemoryError(`Invalid value "${list}" for "--lanes": it should name some of ${EVAL_LANES.join(", ")}`, {
    kind: "usage",
    hint: "write it as in: --lanes keyword,hybrid",
  });
}
