import { daysBetween, isLocalDay } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { replay } from "../../dream/replay/replay.ts";
import type { Answer } from "../_declare.ts";
import { replayText } from "../_text/replay_text.ts";
import { type DreamCall, exitCodeOf } from "./dream_call.ts";

/** Nights replayed at once: every night weighs every claim that was asked for. */
const MOST_NIGHTS = 400;

/** Runs past nights once more under other thresholds. */
export function replayAnswer({ context, deps, notices, hasFailed }: DreamCall): Answer {
  const { from, to, threshold } = context.flags;
  const [first, last] = [dayOf("from", from), dayOf("to", to)];
  const nights = daysBetween(first, last) + 1;
  if (nights < 1 || nights > MOST_NIGHTS) {
    throw usage(`Cannot replay ${first} to ${last}: it should be 1 to ${MOST_NIGHTS} nights, the earlier day first`);
  }
  if (last > deps.clock.now().day) throw usage(`Cannot replay ${last}: that night has not been yet`);
  context.program.progress(`Replaying ${nights} nights …`);
  const replayed = replay(deps, { from: first, to: last, thresholds: threshold });
  return {
    json: { ...replayed, notices },
    text: (style) => replayText(replayed, style),
    notices,
    exitCode: exitCodeOf(hasFailed),
  };
}

function dayOf(flag: string, value: string | undefined): string {
  if (value !== undefined && isLocalDay(value)) return value;
  const given = value === undefined ? "is missing" : `"${value}" should be a day, as in 2026-08-19`;
  throw usage(`Cannot replay: --${flag} ${given}`);
}

function usage(message: string): MemoryError {
  return new MemoryError(message, { kind: "usage", hint: "memory dream replay --from 2026-08-01 --to 2026-08-19" });
}
