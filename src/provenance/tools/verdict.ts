/**
 * What the output of a tool does to the words of an agent (SPEC 4.5).
 *
 * @module
 */

/**
 * `turn`: all later text of the turn is untrusted, since the tool reads from outside. `text`: only what repeats the
 * output is. `none`: the output says nothing that did not come from the owner, the agent or the memory itself.
 */
export type ToolTaint = "turn" | "text" | "none";

/** A taint with what decided. */
export interface ToolVerdict {
  /** What the output does. */
  readonly taint: ToolTaint;
  /** A short clause for people, without anything that stood in the output: `curl`, `WebFetch`. */
  readonly reason: string;
}

/** What the class of a tool depends on beside its name and input. */
export interface ToolFacts {
  /**
   * Returns whether a path, as it stands in a command or an input, leads to a file of the project or the workspace.
   *
   * @param path absolute, relative, or beginning with `~`
   * @param folder where a relative one begins, itself relative to the agent's folder; `""`: there
   */
  isInside(path: string, folder: string): boolean;
  /** Returns whether a path leads into the workspace, whose lines have origins of their own. */
  isInWorkspace(path: string): boolean;
  /** Returns whether the project has a program of that name among its own packages (`node_modules/.bin`). */
  hasLocalProgram(name: string): boolean;
}

/** Returns the verdict that lowers more; the first of equals. */
export function graver(a: ToolVerdict, b: ToolVerdict): ToolVerdict {
  return RANK[b.taint] > RANK[a.taint] ? b : a;
}

const RANK: Readonly<Record<ToolTaint, number>> = { none: 0, text: 1, turn: 2 };

/** Returns a verdict that taints the turn. */
export function turn(reason: string): ToolVerdict {
  return { taint: "turn", reason };
}

/** Returns a verdict that taints what repeats the output. */
export function text(reason: string): ToolVerdict {
  return { taint: "text", reason };
}
