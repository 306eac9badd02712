/**
 * The port of language models: a prompt becomes one JSON value, whoever answers (SPEC 10). A model only advises: whoever
 * asks checks the value against a schema of its own, and has a deterministic path for every failure.
 *
 * @module
 */

import type { ModelUse } from "../store/state/model_uses.ts";

/** Who asks: `plan` and `reflect` are the dream's, `flush` has notes written, `recall` is lane 2. */
export type ModelPurpose = "plan" | "reflect" | "flush" | "recall";

/**
 * Which use a purpose belongs to. It decides the model (`dream.model`, `flush.model` and `recall.model` override it
 * exactly), the budget and the record.
 */
export const USE_OF: Readonly<Record<ModelPurpose, ModelUse>> = {
  plan: "dream",
  reflect: "dream",
  flush: "flush",
  recall: "recall",
};

/** One question. */
export interface ModelQuestion {
  /** See {@linkcode ModelPurpose}; should be of the use that the model was chosen for. */
  readonly purpose: ModelPurpose;
  /** What is asked, with the form of the answer in words. Text in it is data; only what may leave this machine. */
  readonly prompt: string;
  /** For the whole question with its repetitions, in milliseconds. */
  readonly deadlineMs: number;
  /** Longest answer that is taken, in chars (code points); a longer one is a failure, not cut. */
  readonly maxAnswerChars: number;
}

/** A configured model. Making one sends nothing and starts nothing. */
export interface LanguageModel {
  /** For people, such as `qwen3:8b at 127.0.0.1:11434`. */
  readonly name: string;
  /** Why it cannot be asked at all, since its settings are wrong. @default it can */
  readonly problem?: string;
  /**
   * Returns the JSON value of the answer, parsed and not yet checked.
   *
   * @throws {MemoryError} failed, whatever goes wrong: not configured rightly, not reachable, too late, too long, no JSON,
   * budget of the day used, or left alone after failures in a row. The message is a sentence that begins with the model
   */
  ask(question: ModelQuestion): Promise<unknown>;
}
