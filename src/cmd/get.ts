import { get } from "../lanes/get.ts";
import { defineCommand } from "./_declare.ts";
import { getText } from "./_text/get_text.ts";

/** `memory get TARGET`. */
export const command = defineCommand({
  details: "Reads at most 120 lines or 12,000 chars and says how to go on. Never reads outside of the workspace.",
  arguments: [{
    name: "TARGET",
    description: "A path in the workspace, with lines if wanted: path, path:3, path:3-9 or path#L3-L9",
    isRequired: true,
    completion: "file",
  }],
  flags: {},
  examples: [
    { command: "memory get MEMORY.md", about: "a file" },
    { command: "memory get memory/2026-08-19.md#L3-L9", about: "what a search cited" },
  ],
  output: "answer",
  async run({ arguments: [target = ""], app }) {
    const { layout, originsOf, config, extraPaths, notices } = await app();
    const result = get({ layout, originsOf, settings: config.get, extraPaths }, target);
    return { json: { ...result, notices }, text: (style) => getText(result, style), notices };
  },
});
