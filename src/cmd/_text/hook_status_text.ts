import { terminalText } from "../../base/text/display.ts";
import type { HookCalls, HookState } from "../../agents/install/hook_state.ts";
import type { TextStyle } from "../_style.ts";

/** One client as `memory hook status` shows it. */
export interface ClientRow {
  /** As in `claude-code`. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** What stands where. */
  readonly places: readonly (HookState & { readonly client: string; readonly scope: string })[];
  /** When it called; `null` without a workspace. */
  readonly calls: HookCalls | null;
  /** What is wrong with the settings, as sentences. */
  readonly notices: readonly string[];
}

/** Returns the answer for people. */
export function hookStatusText(rows: readonly ClientRow[], style: TextStyle): string {
  const width = Math.max(0, ...rows.map(({ title }) => title.length));
  return rows.flatMap(({ title, places, calls }) => {
    const installed = places.filter(({ isInstalled }) => isInstalled);
    const state = installed.length === 0
      ? style.dim(places.some(({ otherCalls }) => otherCalls.length > 0) ? "set up by hand" : "not set up")
      : `set up for ${installed.map(({ scope }) => scope === "user" ? "you" : "this project").join(" and ")}`;
    return [
      `${title.padEnd(width)}  ${state}${callsText(calls)}`,
      ...installed.flatMap(({ path, commands, hasServer }) => [
        style.dim(`  ${terminalText(path)}${hasServer ? ", with the MCP server" : ""}`),
        ...commands.map((command) => style.dim(`  ${terminalText(command)}`)),
      ]),
    ];
  }).join("\n");
}

function callsText(calls: HookCalls | null): string {
  if (calls === null || calls.lastAt === null) return "";
  const failed = calls.failed === 0 ? "" : `, ${calls.failed} failed`;
  return `, last called ${calls.lastAt} (${calls.events.join(", ")}${failed})`;
}
