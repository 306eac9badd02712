import type { ModelFact } from "../../app/status/model_facts.ts";
import { terminalText } from "../../base/text/display.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";

/** Returns the line of one use of a language model. */
export function modelText(fact: ModelFact, style: TextStyle): string {
  const { use, name, problem, calls, failures, failedAt, failure, answeredAt } = fact;
  const who = `${use}: ${terminalText(name)}`;
  if (problem !== null) return `${who}, ${style.red(terminalText(problem))}`;
  const today = calls === 0 ? "" : `, ${count(calls, "question")} today`;
  const failed = failures === 0 ? "" : `, ${style.red(`${failures} failed`)}`;
  // What went well since is no news any more.
  const isNews = failedAt !== null && (answeredAt === null || Date.parse(failedAt) >= Date.parse(answeredAt));
  const last = isNews ? ` ${style.dim(`(last ${failedAt}: ${terminalText(failure ?? "")})`)}` : "";
  return `${who}${today}${failed}${last}`;
}
