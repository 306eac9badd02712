/**
 * The answers of `memory intent`, but for `add`.
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { intentDeps } from "../../app/intent_deps.ts";
import { terminalText } from "../../base/text/display.ts";
import { cancelIntent } from "../../intents/cancel.ts";
import { intentView } from "../../intents/intent_view.ts";
import { selectIntent } from "../../intents/select_intent.ts";
import { settleIntents } from "../../intents/settle.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { Answer } from "../_declare.ts";
import { listText, showText } from "./intent_text.ts";

/** Returns the intents that may still fire, or all. */
export function listAnswer(opened: App, caller: Caller, isAll: boolean): Answer {
  const { state, clock, notices } = opened;
  settleIntents(intentDeps(opened));
  const rows = isAll ? state.intents.all() : state.intents.all(["armed", "held"]);
  const intents = rows.map((row) => intentView(row, clock, caller.client !== null))
    .filter((intent) => isAll || intent.state !== "expired");
  return { json: { intents, notices }, text: (style) => listText(intents, style), notices };
}

/** Returns one intent with its firings. @throws {MemoryError} usage or failed: none or several are meant */
export function showAnswer(opened: App, caller: Caller, selector: string): Answer {
  const { state, clock, notices } = opened;
  settleIntents(intentDeps(opened));
  const row = selectIntent(state.intents.all(), selector, caller.client !== null);
  // Before it is printed: whatever happens to this process afterwards, the agent has read it.
  if (caller.client !== null && row.state === "held") opened.taintWriter("an untrusted intent");
  const intent = intentView(row, clock);
  const firings = state.intents.firingsOf(row.id).map(({ dueMs, ...firing }) => ({
    ...firing,
    dueAt: dueMs === null ? null : clock.at(dueMs).iso,
  }));
  return { json: { intent, firings, notices }, text: (style) => showText({ intent, firings }, style), notices };
}

/** Cancels one. @throws {MemoryError} usage or failed: none or several are meant, or the caller may not */
export function cancelAnswer(
  opened: App,
  caller: Caller,
  call: { readonly selector: string; readonly session: string | null },
): Answer {
  const { clock, notices } = opened;
  const deps = { ...intentDeps(opened), caller, writerFacts: opened.writerFacts };
  const intent = intentView(cancelIntent(deps, call), clock, caller.client !== null);
  return {
    json: { cancelled: intent, notices },
    text: (style) => `${style.green("Cancelled")} ${style.bold(intent.id)}  ${terminalText(intent.text ?? "")}`,
    notices,
  };
}
