import { terminalText } from "../../base/text/display.ts";
import type { DreamStatus } from "../../dream/dream_status.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";
import { count } from "./count.ts";

/** Returns where the dream stands. */
export function dreamStatusText(status: DreamStatus, style: TextStyle): string {
  const { next, dryNights, lastNight, candidates, rejected, memory, restorable } = status;
  const last = lastNight === null
    ? "none yet"
    : `${lastNight.day}, ${lastNight.status}, ${lastNight.promoted} promoted (${lastNight.mode}, sweep ${lastNight.sweep})`;
  return [
    ...alignRows([
      [style.bold("Unattended"), consentLine(status)],
      [style.bold("Next"), `${next.run}. ${next.why}`],
      [style.bold("Dry nights"), `${dryNights.done} of ${dryNights.needed}`],
      [style.bold("Last night"), last],
      [style.bold("Candidates"), `${candidates}, ${rejected} turned down`],
      [
        style.bold("MEMORY.md"),
        `${count(memory.entries, "entry", "entries")}, ${memory.chars} of ${memory.budgetChars} chars`,
      ],
    ]),
    ...restorable.length === 0 ? [] : [
      "",
      style.bold("Can be restored"),
      ...restorable.map(({ key, text, reason }) =>
        `  ${style.dim(key)}  ${terminalText(text)}  ${style.dim(`${reason}: memory dream restore ${key}`)}`
      ),
    ],
  ].join("\n");
}

function consentLine({ consent: { isGiven, by, at } }: DreamStatus): string {
  if (isGiven === null) return "not enabled; the owner does so with: memory dream enable";
  const how = by === "settings" ? "in the user's settings" : `by the owner at ${at}`;
  return `${isGiven ? "enabled" : "disabled"} ${how}`;
}
