/**
 * The class of a line of shell (SPEC 4.5). It is parsed, not searched: quotes, wrappers, pipes and functions hide no
 * program. What cannot be parsed, or decides only when it runs what it runs, reads from outside.
 *
 * @module
 */
import { type Command, forEachChild, parse, type Pipeline, type Redirection, type SyntaxNode } from "unbash";
import { INTERPRETERS, PATTERN_FIRST, SAYING_PROGRAMS } from "./command_lists.ts";
import { isOwnText, literalOf } from "./shell_words.ts";
import { classifyCommand, programName, type ShellWord } from "./simple_command.ts";
import { graver, type ToolFacts, type ToolVerdict, turn } from "./verdict.ts";

/** A line of shell, seen through. */
export interface ShellVerdict extends ToolVerdict {
  /** Everything in it is a command of `memory`, or a filter behind one. */
  readonly isOwn: boolean;
}

/** A longer line is a script, which is not looked through. In UTF-16 units. */
const MOST_SOURCE = 100_000;

/** Returns the class of a line of shell. */
export function classifyShell(source: string, facts: ToolFacts): ShellVerdict {
  if (source.length > MOST_SOURCE) return { ...turn("a command too long to see through"), isOwn: false };
  const walk: Walk = { facts, folder: "", verdict: { taint: "none", reason: "no command" }, programs: [] };
  const script = parse(source);
  if (script.errors !== undefined && script.errors.length > 0) add(walk, turn("a command that cannot be parsed"));
  visit(script, walk);
  const isOwn = walk.programs.includes("memory") && walk.programs.every((name) => OWN_FILTERS.has(name));
  return { ...walk.verdict, isOwn };
}

/** Filters that give back only what they are given. */
const OWN_FILTERS: ReadonlySet<string> = new Set([
  "memory",
  "jq",
  "head",
  "tail",
  "wc",
  "grep",
  "cut",
  "sort",
  "cd",
  "true",
]);

/** A walk through the tree of a line, in the order in which it runs. */
interface Walk {
  readonly facts: ToolFacts;
  readonly programs: string[];
  /** Where `cd` led, relative to where the line begins. */
  folder: string;
  verdict: ToolVerdict;
}

function add(walk: Walk, verdict: ToolVerdict): void {
  walk.verdict = graver(walk.verdict, verdict);
}

function visit(node: SyntaxNode, walk: Walk): void {
  switch (node.type) {
    case "Command":
      visitCommand(node, walk);
      break;
    case "Pipeline":
      visitPipeline(node, walk);
      break;
    case "CommandExpansion":
    case "ArithmeticCommandExpansion":
      if (isOwnText(node.script)) return;
      add(walk, turn("a substitution"));
      break;
    case "ProcessSubstitution":
      add(walk, turn("a substitution"));
      break;
    case "Redirect":
    case "HereString":
    case "HereDoc":
      visitRedirection(node, walk);
      break;
  }
  forEachChild(node, (child) => visit(child, walk));
}

function visitCommand(command: Command, walk: Walk): void {
  if (command.name === undefined) return;
  const name = literalOf(command.name);
  const args = command.args.map((arg): ShellWord => {
    if (OUTSIDE_VARIABLE.test(arg.text)) add(walk, turn("a file outside of project and workspace"));
    if (arg.type === "Word") return literalOf(arg);
    return arg.value.type === "Word" && literalOf(arg.value) !== null ? arg.text : null;
  });
  add(walk, classifyCommand([name, ...args], walk.facts));
  if (name === null) return;
  const program = programName(name);
  walk.programs.push(program);
  if (program === "cd" || program === "pushd") changeFolder(args, walk);
  else if (!SAYING_PROGRAMS.has(program)) lookAtPaths(program, args, walk);
}

/** What comes through a pipe into an interpreter is code that nobody sees. */
function visitPipeline({ commands }: Pipeline, walk: Walk): void {
  for (const command of commands.slice(1)) {
    const name = command.type === "Command" ? literalOf(command.name) : null;
    if (command.type !== "Command" || name === null) continue;
    const args = command.args.map((arg) => arg.type === "Word" ? literalOf(arg) : null);
    const isShell = [name, ...args].some((word) => word !== null && /^(?:ba|z|da|k|a)?sh$/.test(programName(word)));
    const hasScript = args.some((arg) => arg === null || !arg.startsWith("-"));
    if (isShell || (INTERPRETERS.has(programName(name)) && !hasScript)) {
      add(walk, turn(`a pipe into ${programName(name)}`));
    }
  }
}

function visitRedirection(redirection: Redirection, walk: Walk): void {
  if (redirection.type !== "Redirect") return;
  const target = literalOf(redirection.target);
  if (target === null) return;
  if (/^\/dev\/(?:tcp|udp)\//.test(target)) add(walk, turn("a network address of the shell"));
  else if (redirection.operator === "<" || redirection.operator === "<>") addPath(target, walk);
}

function changeFolder(args: readonly ShellWord[], walk: Walk): void {
  const folder = args.find((arg) => arg === null || !arg.startsWith("-"));
  if (folder === undefined || folder === null || folder === "-") {
    // Home, or wherever it was before: relative paths can no longer be told.
    add(walk, turn("a folder that is not written out"));
    return;
  }
  addPath(folder, walk);
  walk.folder = folder.startsWith("/") || folder.startsWith("~") ? folder : `${walk.folder}${folder}/`;
}

function lookAtPaths(program: string, args: readonly ShellWord[], walk: Walk): void {
  let patterns = PATTERN_FIRST.has(program) ? 1 : 0;
  for (const arg of args) {
    if (arg === null) continue;
    if (!arg.startsWith("-") && patterns-- > 0) continue;
    const value = arg.startsWith("-") ? arg.slice(arg.indexOf("=") + 1) : arg;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && program !== "git" && !PATTERN_FIRST.has(program)) {
      add(walk, turn(`${program} of an address`));
    } else if (PATH.test(value)) addPath(value, walk);
  }
}

/** Absolute, below home, or climbing: everything else lies below the folder. */
const PATH = /^(?:\/|~|[A-Za-z]:[\\/]|\\\\)|(?:^|\/)\.\.(?:\/|$)/;

/** Variables that lead out: home, where it was before, temporary files. */
const OUTSIDE_VARIABLE = /^(?:-[^$]*)?"?\$\{?(?:HOME|OLDPWD|TMPDIR|TMP|TEMP|XDG_[A-Z_]+)\}?\//;

/** Devices that hold nothing of anybody's. */
const PLAIN_DEVICE = /^\/dev\/(?:null|zero|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

function addPath(path: string, walk: Walk): void {
  if (PLAIN_DEVICE.test(path) || walk.facts.isInside(path, walk.folder)) return;
  add(walk, turn("a file outside of project and workspace"));
}
