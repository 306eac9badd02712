import type { Answer } from "../_declare.ts";
import { unifiedDiff } from "../_text/unified_diff.ts";
import { installScript, scriptPlace, type ShellFacts } from "./install_script.ts";

/** What is installed. */
export interface ScriptOrder {
  /** As in `bash`. */
  readonly shell: string;
  /** The whole script. */
  readonly script: string;
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

/** Returns the answer of `memory completions install`. @throws {MemoryError} failed, if the script cannot be written */
export function installAnswer({ shell, script, isDryRun }: ScriptOrder, facts: ShellFacts): Answer {
  const { path, startUp } = scriptPlace(shell, facts);
  const { before, isChanged } = installScript(path, script, isDryRun);
  const diff = isDryRun && isChanged ? unifiedDiff({ name: path, before, after: script }) : [];
  const notices = startUp === null ? [] : [`Put into ${startUp.file}: ${startUp.line}`];
  return {
    json: { shell, path, changed: isChanged, dryRun: isDryRun, diff, startUp, notices },
    text: () => isDryRun && isChanged ? diff.join("\n") : `${isChanged ? "Written" : "There already"}: ${path}`,
    notices,
  };
}
