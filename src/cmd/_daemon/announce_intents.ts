import type { App } from "../../app/app.ts";
import { intentDeps } from "../../app/intent_deps.ts";
import { terminalText } from "../../base/text/display.ts";
import { dueToAnnounce } from "../../intents/due.ts";
import { settleIntents } from "../../intents/settle.ts";
import type { WatchTeller } from "../_watch_teller.ts";

/** Prints what has become due, each time once; a prompt is told of it all the same. */
export async function announceIntents(opened: App, teller: WatchTeller): Promise<void> {
  const deps = intentDeps(opened);
  settleIntents(deps);
  for (const { row, dueMs, isLate, missed } of dueToAnnounce(deps)) {
    const { iso } = opened.clock.at(dueMs ?? row.wakeMs);
    const facts = { id: row.key, text: row.text, dueAt: iso, late: isLate, missed };
    await teller.tell(
      "intent",
      facts,
      `${iso.slice(TIME_START, TIME_END)}  due: ${terminalText(row.text)}  (${row.key})`,
    );
  }
}

/** Where the time of day stands in ISO 8601. */
const TIME_START = 11;
const TIME_END = 19;
