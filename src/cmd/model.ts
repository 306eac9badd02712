import { MemoryError } from "../base/errors.ts";
import { defineCommand } from "./_declare.ts";
import { listAnswer, useAnswer, verifyAnswer } from "./_model/answers.ts";

/** `memory model [list|use|verify]`. */
export const command = defineCommand({
  details:
    "What turns text into vectors: the model that this program carries, a folder with a Hugging Face ONNX model, or an " +
    "endpoint of the settings. Vectors of two models are never compared: after a change `memory index` embeds anew. " +
    "Changing the model needs the owner at a terminal.",
  arguments: [
    { name: "ACTION", description: "What to do; list if left out", choices: ["list", "use", "verify"] },
    { name: "MODEL", description: "For use: a folder, bundled, or none for keywords only", completion: "model" },
  ],
  flags: {},
  examples: [
    { command: "memory model", about: "what there is, and what is used" },
    { command: "memory model use ~/models/bge-small-zh", about: "try a folder and use it from now on" },
    { command: "memory model use bundled", about: "back to the model of this program" },
    {
      command: "memory model verify",
      about: "hash the bundled files, check what they answer, and try the model in use",
    },
  ],
  output: "answer",
  async run({ arguments: [action = "list", model], app, request, program }) {
    const opened = await app();
    if (action !== "use" && model !== undefined) throw unexpected(model, action);
    switch (action) {
      case "use":
        return await useAnswer(opened, { request: request(), wanted: model, onWait: program.progress });
      case "verify":
        return await verifyAnswer(opened, request());
      default:
        return await listAnswer(opened, request());
    }
  },
});

function unexpected(word: string, action: string): MemoryError {
  return new MemoryError(`Unexpected argument "${word}" of "memory model ${action}"`, {
    kind: "usage",
    hint: '"memory help model" shows how it is used',
  });
}
