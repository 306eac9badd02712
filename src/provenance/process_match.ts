/**
 * Recognises a process by its exact name, or by the script that a launcher such as `node` runs. Never by a part of a
 * word: `claude-notes` is no agent, and neither is `vim claude`.
 *
 * @module
 */
import { AGENT_PACKAGES, AGENT_PROCESSES, SCHEDULER_PROCESSES } from "./agents.ts";

/** One process above ours. */
export interface ProcessFact {
  /** Process id; for messages only. */
  readonly pid: number;
  /** Short name as the system gives it (Linux: at most 15 characters). */
  readonly name: string;
  /** Arguments with the program first; empty if they cannot be read. */
  readonly args: readonly string[];
}

/** Returns the client that a process is, or `null`. */
export function agentOf(process: ProcessFact): string | null {
  const names = programNames(process);
  for (const name of names) {
    const client = own(AGENT_PROCESSES, name);
    if (client !== undefined) return client;
  }
  if (!names.some((name) => LAUNCHER.test(name))) return null;
  const script = scriptOf(process.args);
  if (script === null) return null;
  return own(AGENT_PROCESSES, baseName(script)) ?? packageOf(script);
}

/** Returns whether a process starts jobs by the clock. */
export function isScheduler(process: ProcessFact): boolean {
  const names = programNames(process);
  // BusyBox is one program with many names: `busybox crond`.
  if (names.includes("busybox")) names.push(baseName(process.args[1] ?? ""));
  return names.some((name) => SCHEDULER_PROCESSES.has(name));
}

/** Runtimes that run a client's script, with or without a version in the name. */
const LAUNCHER = /^(?:node|nodejs|node-mainthread|bun|deno|npx|bunx|uv|uvx|python|pypy)[\d.]*$/;

/** Options of the launchers that take their value from the next argument. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set([
  "-r",
  "--require",
  "--import",
  "--loader",
  "--experimental-loader",
  "-C",
  "--conditions",
  "--env-file",
  "-W",
  "-X",
  "--preload",
  "--config",
  "-c",
]);

/** Words between a launcher and its script: `bun run x`, `deno run x`, `uv tool run x`. */
const LAUNCHER_VERBS: ReadonlySet<string> = new Set(["run", "tool", "x", "exec"]);

/** Options after which comes code, not a script. */
const CODE_OPTIONS: ReadonlySet<string> = new Set(["-e", "--eval", "-p", "--print"]);

function programNames({ name, args }: ProcessFact): string[] {
  const first = args[0];
  return first === undefined || first === "" ? [baseName(name)] : [baseName(name), baseName(first)];
}

function scriptOf(args: readonly string[]): string | null {
  for (let at = 1; at < args.length; at++) {
    const arg = args[at] ?? "";
    // `python -m aider`: the module is the script. `-c` is code for Python and a value elsewhere; either way it is passed.
    if (arg === "-m") return args[at + 1] ?? null;
    if (CODE_OPTIONS.has(arg)) return null;
    if (VALUE_OPTIONS.has(arg)) at++;
    else if (!arg.startsWith("-") && !LAUNCHER_VERBS.has(arg)) return arg;
  }
  return null;
}

function packageOf(script: string): string | null {
  const path = script.replaceAll("\\", "/");
  const start = path.lastIndexOf("/node_modules/");
  if (start < 0) return null;
  const [scope = "", name = ""] = path.slice(start + "/node_modules/".length).split("/");
  return own(AGENT_PACKAGES, scope.startsWith("@") ? `${scope}/${name}` : scope) ?? null;
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  // A login shell and some daemons put a dash before, or a colon and a state after, the name that they show.
  return name.replace(/^-/, "").replace(/:$/, "").replace(/\.(?:exe|js|mjs|cjs|ts|py|cmd)$/i, "").toLowerCase();
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
