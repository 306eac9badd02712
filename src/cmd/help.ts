import { findCommand } from "./_command_line.ts";
import { defineCommand } from "./_declare.ts";
import { commandHelp, overviewHelp } from "./_help.ts";

/** `memory help [COMMAND]`, also `--help` after any command, and `memory` alone. */
export const command = defineCommand({
  arguments: [{ name: "COMMAND", description: "Name of a command", completion: "command" }],
  flags: {},
  examples: [{ command: "memory help search", about: "how to search" }],
  output: "text",
  async run({ arguments: [name], program: { commands } }) {
    if (name === undefined) return { json: {}, text: (style) => overviewHelp(commands, style) };
    const entry = findCommand(name, commands);
    const { command: declaration } = await entry.load();
    return { json: {}, text: (style) => commandHelp(entry, declaration, style) };
  },
});
