/**
 * The class of a tool call (SPEC 4.5), from the tool's name and input. An unknown tool reads from outside.
 *
 * @module
 */
import { classifyShell } from "./shell_command.ts";
import { mcpToolOf } from "./mcp_tool.ts";
import { KNOWN_TOOLS, type KnownTool } from "./tool_table.ts";
import { text, type ToolFacts, type ToolVerdict, turn } from "./verdict.ts";

/** A tool call. */
export interface ToolCall {
  /** As in `claude-code`. */
  readonly client: string;
  /** The client's name of the tool. */
  readonly tool: string;
  /** The fields of its input, as the client gives them. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The user's own say about tools (SPEC 3.1): names of tools, `mcp__server` for all of a server, `shell:program`. */
export interface ToolSettings {
  /** MCP servers that read nothing from outside: their output taints only what repeats it. */
  readonly localServers: readonly string[];
  /** Tools and programs that taint the turn, whatever else is known of them. */
  readonly turn: readonly string[];
  /** Tools and programs that taint only what repeats them. */
  readonly text: readonly string[];
  /** Tools whose output taints nothing. */
  readonly none: readonly string[];
}

/** The class of a call. */
export interface ToolClass extends ToolVerdict {
  /** It may be one of our own: by its name, which alone proves nothing (SPEC 4.5). */
  readonly mayBeOwn: boolean;
  /** The file of the workspace that was read, as the input names it, or `null`: the origins of its lines decide. */
  readonly workspaceFile: string | null;
}

/** Returns the class of a tool call. */
export function classifyTool(call: ToolCall, facts: ToolFacts, settings: ToolSettings): ToolClass {
  const known = knownTool(call);
  const found = classOf(call, known, facts);
  const set = classBySettings(call, settings);
  if (set !== null) return { ...found, ...set };
  const server = serverOf(call);
  if (server !== null && settings.localServers.includes(server)) return { ...found, ...text(call.tool) };
  return found;
}

function knownTool({ client, tool }: ToolCall): KnownTool | null {
  const tools = Object.hasOwn(KNOWN_TOOLS, client) ? KNOWN_TOOLS[client] : undefined;
  return tools !== undefined && Object.hasOwn(tools, tool) ? tools[tool] ?? null : null;
}

function classOf({ client, tool, input }: ToolCall, known: KnownTool | null, facts: ToolFacts): ToolClass {
  const plain = (verdict: ToolVerdict): ToolClass => ({ ...verdict, mayBeOwn: false, workspaceFile: null });
  const served = mcpToolOf(client, tool);
  if (served !== null) return { ...turn(shown(tool)), mayBeOwn: served.mayBeOwn, workspaceFile: null };
  switch (known?.kind) {
    case "own":
      return plain({ taint: "none", reason: tool });
    case "file":
      return fileClass(tool, pathsOf(known, input), facts);
    case "shell": {
      const line = lineOf(known, input);
      if (line === null) return plain(turn(`${tool} without a command`));
      if (PATCH.test(line)) return plain({ taint: "none", reason: "apply_patch" });
      if (foldersOf(known, input).some((folder) => !facts.isInside(folder, ""))) {
        return plain(turn("a folder outside of project and workspace"));
      }
      const { isOwn, ...verdict } = classifyShell(line, facts);
      return { ...verdict, mayBeOwn: isOwn, workspaceFile: null };
    }
    case "outside":
      return plain(turn(tool));
    default:
      return plain(turn(`unknown tool ${shown(tool)}`));
  }
}

function fileClass(tool: string, paths: readonly string[], facts: ToolFacts): ToolClass {
  if (paths.some((path) => !facts.isInside(path, ""))) {
    return { ...turn("a file outside of project and workspace"), mayBeOwn: false, workspaceFile: null };
  }
  const [only, ...others] = paths;
  const isOne = only !== undefined && others.length === 0 && facts.isInWorkspace(only);
  return { ...text(tool), mayBeOwn: false, workspaceFile: isOne ? only : null };
}

/** A field that should hold a path and holds something else leads nowhere that is known. */
function pathsOf(known: KnownTool, input: ToolCall["input"]): string[] {
  const paths = (known.paths ?? []).flatMap((field) => {
    const value = input[field];
    if (value === undefined || value === null) return [];
    // A pattern counts up to its first wildcard: only where it begins can it lead out.
    if (typeof value === "string") return [field === "pattern" ? beforeWildcard(value) : value];
    return isWords(value) ? value.map(beforeWildcard) : ["/"];
  });
  return paths.length === 0 && known.isPathNeeded === true ? ["/"] : paths;
}

function beforeWildcard(pattern: string): string {
  const before = pattern.replace(/[*?[{][^]*$/, "");
  return pattern.slice(before.length).includes("..") ? "/" : before || ".";
}

function foldersOf(known: KnownTool, input: ToolCall["input"]): string[] {
  return pathsOf({ kind: "file", paths: known.folders ?? [] }, input);
}

/** Returns the line that a shell runs, or `null`. A list of words is a shell with its script, or one command. */
function lineOf(known: KnownTool | null, input: ToolCall["input"]): string | null {
  const given = known?.kind !== "shell" || known.command === undefined ? undefined : input[known.command];
  if (typeof given === "string") return given;
  if (!isWords(given) || given.length === 0) return null;
  const [shell = "", flag = "", script] = given;
  const isScript = given.length === SHELL_WORDS && /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(shell) &&
    /^-l?c$/.test(flag);
  if (isScript && script !== undefined) return script;
  return given.map((word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}

/** `bash -lc script`. */
const SHELL_WORDS = 3;

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}

/** The text of a change, given to the client's own program by a shell and nothing else with it. */
const PATCH =
  /^\s*(?:apply_patch\s+<<-?\s*(['"])(\w+)\1\s*\n(?:(?!\2[ \t]*(?:\n|$))[^\n]*\n)*\2\s*|apply_patch '\*\*\* Begin Patch\n[^']*')$/;

function classBySettings({ client, tool, input }: ToolCall, settings: ToolSettings): ToolVerdict | null {
  const names = [tool];
  const server = serverOf({ client, tool });
  if (server !== null) names.push(`mcp__${server}`);
  const known = knownTool({ client, tool, input });
  const line = lineOf(known, input);
  if (line !== null) {
    const program = /^\s*([A-Za-z0-9_.-]+)(?=\s|$)/.exec(line)?.[1];
    // Only a plain command: what stands behind `&&`, in a pipe or in a substitution has not been agreed to.
    if (program !== undefined && !/[;&|<>`$()\n]/.test(line)) names.push(`shell:${program}`);
  }
  for (const taint of ["turn", "text", "none"] as const) {
    if (settings[taint].some((name) => names.includes(name))) {
      return { taint, reason: `${shown(tool)}, by the settings` };
    }
  }
  return null;
}

function serverOf({ client, tool }: Pick<ToolCall, "client" | "tool">): string | null {
  return mcpToolOf(client, tool)?.server ?? null;
}

/** A name may be anything that a client was told: a few plain characters of it are enough for people. */
function shown(tool: string): string {
  return tool.replace(/[^A-Za-z0-9_.:/-]/g, "?").slice(0, MOST_SHOWN_CHARS);
}

/** Longer than any name of a tool that a person gave. */
const MOST_SHOWN_CHARS = 80;
