import { terminalText } from "../../base/text/display.ts";
import type { TextStyle } from "../_style.ts";

/** What `memory hook install` or `uninstall` did, or would do. */
export interface HookEdit {
  /** Which of the two. */
  readonly action: "install" | "uninstall";
  /** As in `claude-code`. */
  readonly client: string;
  /** As people call it. */
  readonly title: string;
  /** Whose settings. */
  readonly scope: string;
  /** Nothing was changed. */
  readonly isDryRun: boolean;
  /** The command of the hooks. */
  readonly command: string;
  /** Files that were, or would be, changed. */
  readonly files: readonly {
    readonly path: string;
    readonly change: "created" | "changed" | "removed";
    readonly backup: string | null;
  }[];
  /** Of a dry run: a unified diff. */
  readonly diff: readonly string[];
}

/** Returns the answer for people. */
export function hookEditText(edit: HookEdit, nextRun: string | null, style: TextStyle): string {
  const { action, title, isDryRun, command, files, diff } = edit;
  if (files.length === 0) {
    return action === "install"
      ? `${title} is set up already; nothing to change`
      : `Nothing of ours in the settings of ${title}`;
  }
  if (isDryRun) return diff.map((line) => colour(terminalText(line), style)).join("\n");
  return [
    action === "install" ? `${title} calls the memory from its next session on` : `${title} calls the memory no more`,
    ...files.flatMap(({ path, change, backup }) => [
      `  ${change} ${terminalText(path)}`,
      ...(backup === null ? [] : [style.dim(`    as it was: ${terminalText(backup)}`)]),
    ]),
    ...(action === "install" ? [style.dim(`  command: ${terminalText(command)}`)] : []),
    ...(nextRun === null ? [] : [`First sweep: ${nextRun}`]),
  ].join("\n");
}

function colour(line: string, style: TextStyle): string {
  if (line.startsWith("+")) return style.green(line);
  return line.startsWith("-") ? style.red(line) : line;
}
