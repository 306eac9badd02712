import type { App } from "../app/app.ts";
import type { AppRequest } from "../app/app_request.ts";
import { listModels } from "../app/model/list_models.ts";
import { useModel } from "../app/model/use_model.ts";
import { verifyModel } from "../app/model/verify_model.ts";
import { EXIT_CODES, MemoryError } from "../base/errors.ts";
import { type Answer, defineCommand } from "./_declare.ts";
import { modelChoiceText, modelListText, modelVerdictText } from "./_text/model_text.ts";

/** `memory model [list|use|verify]`. */
export const command = defineCommand({
  details:
    "What turns text into vectors: the model that this program carries, a folder with a Hugging Face ONNX model, or an " +
    "endpoint of the settings. Vectors of two models are never compared: after a change `memory index` embeds anew. " +
    "Changing the model needs the owner at a terminal.",
  arguments: [
    { name: "ACTION", description: "What to do; list if left out", choices: ["list", "use", "verify"] },
    { name: "MODEL", description: "For use: a folder, bundled, or none for keywords only", completion: "folder" },
  ],
  flags: {},
  examples: [
    { command: "memory model", about: "what there is, and what is used" },
    { command: "memory model use ~/models/bge-small-zh", about: "try a folder and use it from now on" },
    { command: "memory model use bundled", about: "back to the model of this program" },
    { command: "memory model verify", about: "hash its files, and check what it answers" },
  ],
  output: "answer",
  async run({ arguments: [action = "list", model], app, request }) {
    const opened = await app();
    if (action !== "use" && model !== undefined) throw unexpected(model, action);
    switch (action) {
      case "use":
        return await use(opened, request(), model);
      case "verify":
        return await verify(opened, request());
      default:
        return await list(opened, request());
    }
  },
});

async function list(app: App, request: AppRequest): Promise<Answer> {
  const models = await listModels(app, request);
  const { notices } = app;
  return { json: { models, notices }, text: (style) => modelListText(models, style), notices };
}

async function use(app: App, request: AppRequest, wanted: string | undefined): Promise<Answer> {
  if (wanted === undefined) {
    throw new MemoryError('Missing argument MODEL of "memory model use"', {
      kind: "usage",
      hint: 'name a folder, "bundled" or "none"',
    });
  }
  const choice = await useModel(app, request, wanted);
  const notices = [
    ...app.notices,
    ...(choice.provider === "none"
      ? ["Searches go by keywords only from now on."]
      : ['Vectors of another model are not used: run "memory index" in each workspace to embed anew.']),
  ];
  return { json: { ...choice, notices }, text: (style) => modelChoiceText(choice, style), notices };
}

async function verify(app: App, request: AppRequest): Promise<Answer> {
  const verdict = await verifyModel(app, request);
  const { notices } = app;
  return {
    json: { ...verdict, notices },
    text: (style) => modelVerdictText(verdict, style),
    notices,
    exitCode: verdict.verified ? 0 : EXIT_CODES.failed,
  };
}

function unexpected(word: string, action: string): MemoryError {
  return new MemoryError(`Unexpected argument "${word}" of "memory model ${action}"`, {
    kind: "usage",
    hint: '"memory help model" shows how it is used',
  });
}
