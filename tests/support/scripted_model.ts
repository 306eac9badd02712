import { MemoryError } from "../../src/base/errors.ts";
import type { LanguageModel, ModelPurpose, ModelQuestion } from "../../src/model/model.ts";

/** A model whose answers a test writes. */
export interface ScriptedModel extends LanguageModel {
  /** What it was asked, in order. */
  readonly asked: readonly ModelQuestion[];
}

/** What is answered for a purpose: a value, or what makes one; an error is thrown. */
export type Script = Partial<Record<ModelPurpose, unknown>>;

/** Returns a model that answers by its script; what the script does not know fails, as a model that is not there. */
export function scriptedModel(script: Script): ScriptedModel {
  const asked: ModelQuestion[] = [];
  return {
    name: "scripted",
    asked,
    ask(question) {
      asked.push(question);
      const written = script[question.purpose];
      const answer: unknown = typeof written === "function" ? written(question) : written;
      if (answer === undefined) return Promise.reject(new MemoryError('The model "scripted" did not answer'));
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
}
