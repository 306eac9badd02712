import { stripControls, terminalText } from "../../base/text/display.ts";
import { explanationLines, type TriggerExplanation } from "../../lanes/trigger/explain_trigger.ts";
import type { Escalated } from "../../lanes/turn.ts";
import type { SwitchAnswer } from "../_recall/switch_answer.ts";
import type { TextStyle } from "../_style.ts";

/** What a message is answered with. */
export interface ShownRecall {
  /** What an agent gets, or an empty text. */
  readonly text: string;
  /** How it came about, or `null`. */
  readonly explanation: TriggerExplanation | null;
  /** What lane 2 did. */
  readonly escalated: Pick<Escalated, "reason" | "steps">;
}

/** Returns the text that an agent gets and nothing else, since it may be piped into a prompt; or how it came about. */
export function recallText({ text, explanation, escalated }: ShownRecall, style: TextStyle): string {
  const shown = stripControls(text);
  if (explanation === null) return shown;
  const deeper = escalated.steps.map(({ step, detail }) => `  ${step}: ${detail}`);
  const lines = [...explanationLines(explanation), `looking back: ${escalated.reason}`, ...deeper]
    .map((line) => style.dim(terminalText(line)));
  return [...(shown === "" ? [] : [shown, ""]), ...lines].join("\n");
}

/** Returns how recall stands. */
export function switchText(answer: SwitchAnswer, style: TextStyle): string {
  const { on, session, offEverywhereSince, offInSessionSince, takesEffect } = answer;
  const where = session === null ? "" : ` in session ${terminalText(session)}`;
  const since = offEverywhereSince === null
    ? offInSessionSince === null ? "" : `, since ${offInSessionSince}`
    : `, everywhere since ${offEverywhereSince}`;
  const state = `Recall${where} is ${on ? style.green("on") : style.yellow("off")}${since}`;
  return takesEffect === null ? state : `${state}; this takes effect ${takesEffect}`;
}
