/**
 * What the page of a night tells of a language model (SPEC 8.2, 10): where it was heard, where it failed, and what it has to
 * say about the week.
 *
 * @module
 */
import type { ModelReport } from "../advice/advice.ts";
import { madeFromMark } from "../../base/text/made_from_mark.ts";
import { plural, shown } from "./page_text.ts";
import type { PlannedOperation } from "./operation.ts";

/** The model's part of the page. */
export interface PageModel extends ModelReport {
  /** Its reflection; empty without one. */
  readonly words: string;
  /** Keys of the claims that it was made from: who forgets one of them forgets it. */
  readonly sources: readonly string[];
  /** Texts of the claims that it points at. */
  readonly highlights: readonly string[];
}

/** Returns what is said of an operation that a model had a say in; empty for others. */
export function advisedWords(advised: PlannedOperation["advised"], claim: string): string {
  if (advised === "action") return " So advised by the language model.";
  return advised === "text" ? ` Shortened by the language model from: ${shown(claim)}` : "";
}

/** Returns the reflection: a line for each sentence, so that each can be forgotten by itself. */
export function reflectionLines({ words, sources, highlights }: PageModel): string[][] {
  const sentences = words.split(/(?<=[.!?]\s)|(?<=[。！？])/u).map((sentence) => sentence.trim());
  return [
    ...(sources.length === 0 ? [] : [[madeFromMark(sources)]]),
    ...sentences.filter((sentence) => sentence !== "").map((sentence) => [`- ${shown(sentence)}`]),
    ...highlights.map((text) => [`- It points at: ${shown(text)}`]),
  ];
}

/** Returns who was asked and how it went; nothing if nobody was. */
export function modelLines({ name, calls, plan, reflection, failures }: PageModel): string[][] {
  if (calls === 0) return [];
  const of = (what: string, how: ModelReport["plan"]) => how === "none" ? [] : [`the ${what} was ${how}`];
  const parts = [...of("plan", plan), ...of("reflection", reflection)].join(", ");
  return [
    [`- Asked ${shown(name)} ${plural(calls, "time", "times")}${parts === "" ? "" : `: ${parts}`}.`],
    ...failures.map((reason) => [`- ${shown(reason)}. The night went on without it.`]),
  ];
}
