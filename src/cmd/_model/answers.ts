/**
 * The answers of `memory model`, one for each action.
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import type { AppRequest } from "../../app/app_request.ts";
import { listModels } from "../../app/model/list_models.ts";
import { type ModelWish, useModel } from "../../app/model/use_model.ts";
import { verifyModel } from "../../app/model/verify_model.ts";
import { verifyModelInUse } from "../../app/model/verify_model_in_use.ts";
import { EXIT_CODES, MemoryError } from "../../base/errors.ts";
import type { Answer } from "../_declare.ts";
import { modelChoiceText, modelListText, modelVerdictText } from "../_text/model_text.ts";

/** Returns every model there is. */
export async function listAnswer(app: App, request: AppRequest): Promise<Answer> {
  const models = await listModels(app, request);
  const { notices } = app;
  return { json: { models, notices }, text: (style) => modelListText(models, style), notices };
}

/** Tries a model, then writes the setting. @throws {MemoryError} usage or failed */
export async function useAnswer(
  app: App,
  { request, wanted, onWait }: Omit<ModelWish, "wanted"> & { readonly wanted: string | undefined },
): Promise<Answer> {
  if (wanted === undefined) {
    throw new MemoryError('Missing argument MODEL of "memory model use"', {
      kind: "usage",
      hint: 'name a folder, "bundled" or "none"',
    });
  }
  const choice = await useModel(app, { request, wanted, onWait });
  const notices = [
    ...app.notices,
    ...(choice.provider === "none"
      ? ["Searches go by keywords only from now on."]
      : ['Vectors of another model are not used: run "memory index" in each workspace to embed anew.']),
  ];
  return { json: { ...choice, notices }, text: (style) => modelChoiceText(choice, style), notices };
}

/**
 * Returns what is right and wrong with the bundled model, and with another one that the settings name; exit code 1 if anything
 * is wrong.
 *
 * @throws {MemoryError} failed
 */
export async function verifyAnswer(app: App, request: AppRequest): Promise<Answer> {
  const verdict = await verifyModel(app, request);
  const inUse = await verifyModelInUse(app, request);
  const { notices } = app;
  return {
    json: { ...verdict, inUse, notices },
    text: (style) => modelVerdictText(verdict, inUse, style),
    notices,
    exitCode: verdict.verified && inUse?.works !== false ? 0 : EXIT_CODES.failed,
  };
}
