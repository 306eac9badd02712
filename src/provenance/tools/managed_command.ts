/**
 * Package managers, git and containers (SPEC 4.5): the actions of theirs that stay on this machine, with the options by
 * which even these leave it.
 *
 * @module
 */
import { LOCAL_ACTIONS, NETWORK_PROGRAMS, OUTSIDE_ACTIONS } from "./command_lists.ts";
import { leavesByGit } from "./git_command.ts";
import type { ShellWord } from "./shell_word.ts";
import type { Circumstances, ProgramFacts } from "./simple_command.ts";
import { text, type ToolVerdict, turn } from "./verdict.ts";
import { commandStart } from "./wrapper_command.ts";

/** Runs a program of a package: one of the project's own, else one that is fetched. */
export function packageRun(program: string, args: readonly ShellWord[], facts: ProgramFacts): ToolVerdict {
  const isPackageNamed = args.some((arg) => arg !== null && /^(?:-p|--package|-c|--call)(?:=|$)/.test(arg));
  const name = actionOf(args);
  if (name !== null && !isPackageNamed && !NETWORK_PROGRAMS.has(name) && facts.hasLocalProgram(name)) return text(name);
  return turn(`${program}, which may fetch a package`);
}

/** Returns the class of a call of a program with actions. */
export function managed(program: string, args: readonly ShellWord[], circumstances: Circumstances): ToolVerdict {
  const action = actionOf(args);
  if (action === null) {
    const isQuiet = args.length === 1 && /^(?:--version|-[vV]|--help|-h)$/.test(args[0] ?? "");
    return isQuiet || ACTIONLESS.has(program) && args.length === 0
      ? text(program)
      : turn(`${program} without an action`);
  }
  const at = args.indexOf(action);
  const rest = args.slice(at + 1);
  const named = `${program} ${action}`;
  if (program === "git" ? leavesByGit(args.slice(0, at), action, rest) : hasLeavingOption(program, args)) {
    return turn(named);
  }
  if (program === "docker" && action === "compose") return circumstances.again(["docker-compose", ...rest]);
  if (action === "dlx") return turn(named);
  if (action === "x" || action === "exec") {
    const isOwn = program === "npm" || program === "pnpm" || program === "yarn" || program === "bun";
    return isOwn ? packageRun(named, rest, circumstances.facts) : runInside(program, rest, circumstances);
  }
  const outside = Object.hasOwn(OUTSIDE_ACTIONS, program) ? OUTSIDE_ACTIONS[program] : undefined;
  if (outside !== undefined) return outside.has(action) ? turn(named) : text(named);
  if (LOCAL_ACTIONS[program]?.has(action) !== true || leavesAfterAll(program, action, rest)) return turn(named);
  const isRunner = action === "run" && (program === "uv" || program === "poetry");
  return isRunner ? runInside(program, rest, circumstances) : text(named);
}

const ACTIONLESS: ReadonlySet<string> = new Set(["npm", "cargo", "go", "git"]);

/** Returns whether options name another machine, another program, code, or a place from which packages come. */
function hasLeavingOption(program: string, args: readonly ShellWord[]): boolean {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (own.includes(null)) return true;
  const special = Object.hasOwn(LEAVING, program) ? LEAVING[program] : undefined;
  return own.some((word) => word !== null && (LEAVING_OPTION.test(word) || special?.test(word) === true));
}

const LEAVING_OPTION =
  /^(?:--?(?:host|registry|script-shell|node-options|userconfig|globalconfig|eval|print|preload|import|exec|toolexec|vettool|overlay|index-url|with|from|call)(?:=|$)|(?:https?|npm|jsr|data):)/;

const LEAVING: Readonly<Record<string, RegExp>> = {
  docker: /^(?:-H|--context)/,
  cargo: /^--config/,
  bun: /^(?:-[epr]|--require)/,
  deno: /^(?:-[epr]$|--require)/,
};

/** What a tool of this machine runs may itself be a program that reads from outside. */
function runInside(program: string, rest: readonly ShellWord[], { again }: Circumstances): ToolVerdict {
  const isDocker = program === "docker" || program === "docker compose";
  const start = commandStart(rest, isDocker ? CONTAINER_OPTIONS : RUN_OPTIONS);
  if (start === null) return turn(`${program} of a command that is not written out`);
  return again(rest.slice(start + (isDocker ? 1 : 0)));
}

const CONTAINER_OPTIONS = { flags: /^(?:-[itdT]+|--(?:tty|interactive|no-TTY))$/, valued: /^-[uw]$/ };

const RUN_OPTIONS = { flags: /^(?:--(?:frozen|locked|no-sync|all-extras|dev|quiet|offline)|-q)$/ };

/** Actions that are local but for some of their options. */
function leavesAfterAll(program: string, action: string, rest: readonly ShellWord[]): boolean {
  const words = rest.filter((word) => word !== null);
  if (program === "go") {
    if (action === "mod") return /^(?:tidy|download|get)$/.test(words[0] ?? "");
    return words.some((word) => /\S@\S/.test(word) || /^-(?:versions|u|retracted)$/.test(word));
  }
  if (program === "docker" && DOCKER_GROUPS.has(action)) {
    return !/^(?:|ls|list|inspect|rm|prune|logs|ps|df|info|history|tag|stop|start|kill|top|stats|diff|port|show)$/.test(
      words[0] ?? "",
    );
  }
  if (program === "bundle" && action === "check") return false;
  if (program === "uv") return action === "self" || words.some((word) => /^(?:install|upgrade|update)$/.test(word));
  if (program === "npm") return action === "config" && words.some((word) => /^(?:set|edit)$/.test(word));
  if (program === "dotnet") return action === "new" && words.some((word) => /^(?:install|update|search)$/.test(word));
  return program === "deno" && words.some((word) => /^(?:https?:|npm:|jsr:)/.test(word));
}

const DOCKER_GROUPS: ReadonlySet<string> = new Set(["network", "volume", "container", "image", "system", "context"]);

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
export function actionOf(args: readonly ShellWord[]): string | null {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === null || arg === undefined) return null;
    if (VALUE_OPTIONS.has(arg)) at++;
    else if (!arg.startsWith("-") && !arg.startsWith("+")) return arg;
  }
  return null;
}
