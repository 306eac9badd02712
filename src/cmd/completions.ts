import { leafKeys } from "../app/config_tree.ts";
import { DEFAULT_CONFIG } from "../app/default_config.ts";
import { MemoryError } from "../base/errors.ts";
import { bashCompletion } from "./_completion/bash.ts";
import { fishCompletion } from "./_completion/fish.ts";
import { installAnswer } from "./_completion/install_answer.ts";
import { shellOf } from "./_completion/install_script.ts";
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

/** `memory completions SHELL`, and `memory completions install`. */
export const command = defineCommand({
  details:
    "With the name of a shell it prints the script. install writes it to where the shell looks for such scripts, and " +
    "says what has to stand in the file that the shell runs at its start; that file it leaves to you.",
  arguments: [{
    name: "SHELL",
    description: "The shell, or install",
    choices: [...SHELLS, "install"],
    isRequired: true,
  }],
  flags: {
    shell: {
      type: "string",
      value: "SHELL",
      choices: SHELLS,
      description: "For install: the shell",
      default: "yours, by SHELL",
    },
    dryRun: { type: "boolean", description: "For install: write nothing and show the difference" },
  },
  examples: [
    { command: "memory completions install", about: "for your shell, for all later sessions" },
    { command: "source <(memory completions bash)", about: "bash: for this session only" },
    { command: 'memory completions zsh > "${fpath[1]}/_memory"', about: "zsh: to a folder of your choice" },
  ],
  output: "text",
  actions: ["install"],
  async run({ arguments: [word = ""], flags, program: { commands }, request }) {
    const isInstall = word === "install";
    if (!isInstall && (flags.dryRun || flags.shell !== undefined)) {
      throw misplaced(flags.dryRun ? "--dry-run" : "--shell");
    }
    const { homeDir, environment } = request();
    const shell = isInstall ? flags.shell ?? shellOf({ homeDir, environment }, SHELLS) : word;
    const script = WRITERS[shell]?.({ sheets: await loadSheets(commands), settings: leafKeys(DEFAULT_CONFIG) }) ?? "";
    if (!isInstall) return { json: {}, text: () => script.trimEnd() };
    return installAnswer({ shell, script, isDryRun: flags.dryRun }, { homeDir, environment });
  },
});

function misplaced(flag: string): MemoryError {
  return new MemoryError(`Cannot use "${flag}" to print a script`, {
    kind: "usage",
    hint: "memory completions install",
  });
}
