/**
 * The class of one command with its words (SPEC 4.5). Fails closed: what cannot be told reads from outside.
 *
 * @module
 */
import {
  INTERPRETERS,
  LOCAL_ACTIONS,
  NETWORK_PROGRAMS,
  OPAQUE_PROGRAMS,
  OUTSIDE_ACTIONS,
  SAME_PROGRAM,
  WRAPPERS,
} from "./command_lists.ts";
import { text, type ToolVerdict, turn } from "./verdict.ts";

/** A word as the program gets it; `null` if that is known only when it runs. */
export type ShellWord = string | null;

/** What is asked of the project. */
export interface ProgramFacts {
  /** See `ToolFacts.hasLocalProgram`. */
  hasLocalProgram(name: string): boolean;
}

/** A command with more words is not looked through. */
const MOST_WORDS = 400;

/** Wrappers in wrappers, deeper than anybody writes by hand. */
const MOST_DEPTH = 6;

/** Returns the class of a command. */
export function classifyCommand(words: readonly ShellWord[], facts: ProgramFacts, depth = 0): ToolVerdict {
  const [first, ...args] = words;
  if (first === undefined) return text("nothing");
  if (first === null) return turn("a command that is not written out");
  if (words.length > MOST_WORDS || depth > MOST_DEPTH) return turn("a command too long to see through");
  const name = programName(first);
  const program = SAME_PROGRAM[name] ?? name;
  if (NETWORK_PROGRAMS.has(program)) return turn(program);
  if (OPAQUE_PROGRAMS.has(program)) return turn(`${program}, which cannot be seen through`);
  if (program === "memory") return memoryVerdict(args);
  if (program === "source" || program === ".") {
    return args[0] === null ? turn("a file that is not named") : text(program);
  }
  if (WRAPPERS.has(program)) return wrapped(program, args, { facts, depth });
  if (program === "npx" || program === "bunx" || program === "pnpx") return packageRun(program, args, facts);
  const action = actionOf(args);
  if (INTERPRETERS.has(program) && !(program === "bun" || program === "deno")) {
    return interpreted(program, args, { facts, depth });
  }
  if (program in OUTSIDE_ACTIONS || program in LOCAL_ACTIONS) return managed(program, args, { action, facts, depth });
  return text(program);
}

/** Returns the base name of a program, lower case, without version and extension: `/usr/bin/python3.12` is `python`. */
export function programName(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1).toLowerCase();
  const plain = base.replace(/\.(?:exe|cmd|bat|ps1)$/, "");
  return /^(?:python|pypy|ruby|perl|php|lua|node|pip)[\d.]+$/.test(plain) ? plain.replace(/[\d.]+$/, "") : plain;
}

interface Circumstances {
  readonly facts: ProgramFacts;
  readonly depth: number;
}

/** A hook is the client's to call: an agent that calls one speaks in the owner's place. */
function memoryVerdict(args: readonly ShellWord[]): ToolVerdict {
  return actionOf(args) === "hook" || args.includes(null) && actionOf(args) === null
    ? turn("a hook of memory, called by a command")
    : text("memory");
}

/** Looks at what follows each word as if a command began there, since where it begins depends on options of the wrapper. */
function wrapped(program: string, args: readonly ShellWord[], { facts, depth }: Circumstances): ToolVerdict {
  if (program === "command" && /^-[vV]/.test(args[0] ?? "")) return text(program);
  if (program === "find" || program === "fd") {
    const run = args.findIndex((arg) => arg !== null && RUN_OPTION.test(arg));
    return run < 0 ? text(program) : wrapped(`${program} ${args[run] ?? ""}`, args.slice(run + 1), { facts, depth });
  }
  const start = args.findIndex((arg) => arg === null || !(arg.startsWith("-") || arg.includes("=")));
  if (start >= 0 && args[start] === null && program !== "find") {
    return turn(`${program} of a command that is not written out`);
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === null || arg === undefined || arg.startsWith("-") || arg.includes("=")) continue;
    const verdict = classifyCommand(args.slice(at), facts, depth + 1);
    if (verdict.taint === "turn") return verdict;
  }
  return text(program);
}

/** Behind these, `find` and `fd` have a command. */
const RUN_OPTION = /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/;

/** Code in an option, from a pipe or in a here-document is not looked at; a script of the project is one of its programs. */
function interpreted(program: string, args: readonly ShellWord[], { facts, depth }: Circumstances): ToolVerdict {
  for (const [at, arg] of args.entries()) {
    if (arg === null) return turn(`${program} of a script that is not named`);
    if (arg === "-m" && /^(?:python|pypy|ipython)$/.test(program)) {
      return classifyCommand(args.slice(at + 1), facts, depth + 1);
    }
    if (HARMLESS_OPTIONS.has(arg)) return text(program);
    if (isCodeOption(program, arg)) return turn(`code given to ${program}`);
    if (arg === "-" || arg === "-s" || arg === "/dev/stdin") return turn(`code given to ${program}`);
    if (!arg.startsWith("-")) return /^https?:/.test(arg) ? turn(`${program} of an address`) : text(program);
  }
  return turn(`code given to ${program}`);
}

/** With these nothing is read. */
const HARMLESS_OPTIONS: ReadonlySet<string> = new Set(["--version", "-V", "--help", "-h", "--test", "--check", "-v"]);

function isCodeOption(program: string, arg: string): boolean {
  if (/^--(?:eval|print|command|execute|run-code|stdin)(?:=|$)/.test(arg)) return true;
  // A shell's `-lc` is `-l -c`; `-e` is an option without code there.
  const letters = SHELLS.test(program) ? /^-[a-z]*c/i : /^-(?:[a-z]*[ec]$|[cepr]|[a-zA-Z]*[pnl]*e)/;
  return letters.test(arg);
}

const SHELLS = /^(?:ba|z|da|k|mk|a|c|tc|fi)?sh$/;

/** Runs a program of a package: one of the project's own, else one that is fetched. */
function packageRun(program: string, args: readonly ShellWord[], facts: ProgramFacts): ToolVerdict {
  const isPackageNamed = args.some((arg) => arg !== null && /^(?:-p|--package|-c|--call)(?:=|$)/.test(arg));
  const name = actionOf(args);
  if (name !== null && !isPackageNamed && !NETWORK_PROGRAMS.has(name) && facts.hasLocalProgram(name)) return text(name);
  return turn(`${program}, which may fetch a package`);
}

interface Managed extends Circumstances {
  readonly action: string | null;
}

function managed(program: string, args: readonly ShellWord[], { action, facts, depth }: Managed): ToolVerdict {
  if (args.some((arg) => arg !== null && HARMLESS_OPTIONS.has(arg)) && action === null) return text(program);
  const at = action === null ? -1 : args.indexOf(action);
  const rest = args.slice(at + 1);
  const named = `${program} ${action ?? ""}`.trim();
  if (program === "docker" && action === "compose") {
    return classifyCommand(["docker-compose", ...rest], facts, depth + 1);
  }
  if (
    (program === "bun" || program === "deno") &&
    (action === null || action === "eval" || args.some((arg) => arg !== null && isCodeOption("node", arg)))
  ) {
    return turn(`code given to ${program}`);
  }
  if (action === null) {
    return program === "npm" || program === "cargo" || program === "go" ? text(program) : turn(named);
  }
  if (action === "dlx") return turn(named);
  if (action === "x" || action === "exec") {
    const isOwn = program === "npm" || program === "pnpm" || program === "yarn" || program === "bun";
    return isOwn ? packageRun(named, rest, facts) : runInside(named, rest, { facts, depth });
  }
  const outside = OUTSIDE_ACTIONS[program];
  if (outside !== undefined) return outside.has(action) ? turn(named) : text(named);
  if (LOCAL_ACTIONS[program]?.has(action) !== true) return turn(named);
  if (leavesAfterAll(program, action, rest)) return turn(named);
  return action === "run" && program !== "npm" && program !== "deno"
    ? runInside(named, rest, { facts, depth })
    : text(named);
}

/** What a tool of this machine runs may itself be a program that reads from outside. */
function runInside(named: string, rest: readonly ShellWord[], circumstances: Circumstances): ToolVerdict {
  if (rest.some((arg) => arg !== null && /^(?:--with|--from)(?:=|$)/.test(arg))) return turn(named);
  return wrapped(named, rest, circumstances);
}

/** Actions that are local but for some of their options. */
function leavesAfterAll(program: string, action: string, rest: readonly ShellWord[]): boolean {
  const words = rest.filter((word) => word !== null);
  if (program === "git") {
    if (action === "bisect") return words[0] === "run";
    if (action === "rebase") return words.some((word) => /^(?:-x|--exec)/.test(word));
    return words.some((word) => /^--(?:remote|upload-pack|exec)(?:=|$)/.test(word));
  }
  if (program === "go") {
    return action === "mod" ? /^(?:tidy|download|get)$/.test(words[0] ?? "") : words.some((word) => /\S@\S/.test(word));
  }
  if (program === "dotnet") return action === "new" && words.some((word) => /^(?:install|update|search)$/.test(word));
  return program === "deno" && words.some((word) => /^(?:https?:|npm:|jsr:)/.test(word));
}

/** Options of package managers and git that take their value from the next word. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--prefix",
  "-w",
  "--workspace",
  "--filter",
  "-F",
  "--cwd",
  "--dir",
  "-f",
  "--file",
  "-p",
  "--project-name",
  "--profile",
  "--manifest-path",
  "--context",
  "-H",
  "--directory",
  "--project",
]);

/** Returns the first word that is no option and no value of one; `null` if there is none, or it is not written out. */
function actionOf(args: readonly ShellWord[]): string | null {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === null || arg === undefined) return null;
    if (VALUE_OPTIONS.has(arg)) at++;
    else if (!arg.startsWith("-") && !arg.startsWith("+")) return arg;
  }
  return null;
}
