import { leafKeys } from "../app/config_tree.ts";
import { DEFAULT_CONFIG } from "../app/default_config.ts";
import { bashCompletion } from "./_completion/bash.ts";
import { fishCompletion } from "./_completion/fish.ts";
import { type CompletionModel, loadSheets } from "./_completion/sheet.ts";
import { zshCompletion } from "./_completion/zsh.ts";
import { defineCommand } from "./_declare.ts";

/** The shells that a script can be printed for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

const WRITERS: Readonly<Record<string, (model: CompletionModel) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `memory completions SHELL`. */
export const command = defineCommand({
  arguments: [{ name: "SHELL", description: "The shell", choices: SHELLS, isRequired: true }],
  flags: {},
  examples: [
    { command: "source <(memory completions bash)", about: "bash: for this session; put it into ~/.bashrc to keep it" },
    { command: 'memory completions zsh > "${fpath[1]}/_memory"', about: "zsh: for all later sessions" },
    {
      command: "memory completions fish > ~/.config/fish/completions/memory.fish",
      about: "fish: for all later sessions",
    },
  ],
  output: "text",
  async run({ arguments: [shell = ""], program: { commands } }) {
    const script = WRITERS[shell]?.({ sheets: await loadSheets(commands), settings: leafKeys(DEFAULT_CONFIG) }) ?? "";
    return { json: {}, text: () => script.trimEnd() };
  },
});
