import { defineCommand } from "./_declare.ts";

/** `memory version`, also `--version`. */
export const command = defineCommand({
  arguments: [],
  flags: {},
  examples: [],
  output: "text",
  run: ({ program: { version } }) => ({ json: {}, text: () => `memory ${version}` }),
});
