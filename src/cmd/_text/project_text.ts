import { terminalText } from "../../base/text/display.ts";
import type { TextStyle } from "../_style.ts";

/** What `memory project` shows. */
export interface ShownProjects {
  /** `null`: none is known. */
  readonly session: string | null;
  /** Of the current folder, or `null`. */
  readonly current: string | null;
  /** The newest first. */
  readonly active: readonly string[];
  /** How many can be active in a session. */
  readonly most: number;
  /** Keys that this call made active, or took out. */
  readonly changed: readonly string[];
}

/** Returns the project of the current folder and the active ones, for people. */
export function projectText(action: string, shown: ShownProjects, style: TextStyle): string {
  const { session, current, active, most, changed } = shown;
  const done = action === "add" ? "Now active" : "No longer active";
  const nothing = action === "add" ? "All were active already" : "None of these was active";
  const head = action === "status" ? [] : changed.length === 0 ? [nothing, ""] : [list(done, changed, style), ""];
  const here = current === null ? "none, since no repository is around it" : style.bold(terminalText(current));
  const whose = session === null
    ? "Active, without a session"
    : `Active in session ${terminalText(session)}, the newest first, at most ${most}`;
  return [...head, `Current folder: ${here}`, list(whose, active, style)].join("\n");
}

function list(title: string, keys: readonly string[], style: TextStyle): string {
  if (keys.length === 0) return `${title}: none`;
  return [`${title}:`, ...keys.map((key) => `  ${style.bold(terminalText(key))}`)].join("\n");
}
