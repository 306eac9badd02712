import { terminalText } from "../../base/text/display.ts";
import type { Replay } from "../../dream/replay/replay.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns the replayed nights that would have kept something, and the sum. */
export function replayText({ from, to, nights, total }: Replay, style: TextStyle): string {
  const told = nights.filter(({ promoted }) => promoted.length > 0).flatMap(({ day, candidates, promoted }) => [
    `${style.bold(day)}  ${promoted.length} of ${count(candidates, "claim")}`,
    ...promoted.map(({ key, text, score, recalls, keptOn }) => {
      const really = keptOn === null ? style.yellow("not kept") : `kept on ${keptOn}`;
      return `  ${style.dim(key)}  ${score.toFixed(2)}  ${count(recalls, "recall")}  ${really}  ${terminalText(text)}`;
    }),
  ]);
  const head = style.bold(`Replayed ${count(nights.length, "night")}, ${from} to ${to}`);
  return [
    `${head}${style.dim(". Nothing was changed.")}`,
    ...told,
    `${count(total.promoted, "claim")} would have been kept; the memory kept ${total.kept} of them`,
  ].join("\n");
}
