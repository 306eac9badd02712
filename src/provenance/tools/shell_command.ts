/**
 * The class of a line of shell (SPEC 4.5). It is parsed, not searched: quotes, wrappers, pipes and functions hide no
 * program. What cannot be parsed, or decides only when it runs what it runs, reads from outside.
 *
 * @module
 */
import { type Command, forEachChild, parse, type Pipeline, type Redirection, type SyntaxNode } from "unbash";
import { INTERPRETERS, PATTERN_FIRST, SAYING_PROGRAMS } from "./command_lists.ts";
import { boundedNames, boundedWord, isProducing } from "./bounded_words.ts";
import { dangerousAssignment } from "./shell_variables.ts";
import { isHere, isLeadingOut, pathsIn } from "./shell_paths.ts";
import { isParsable } from "./parsable_line.ts";
import { isOwnText, literalOf } from "./shell_words.ts";
import type { ShellWord } from "./shell_word.ts";
import { classifyCommand, programName } from "./simple_command.ts";
import { commandBehind, isWrapper } from "./wrapper_command.ts";
import { graver, type ToolFacts, type ToolVerdict, turn } from "./verdict.ts";

/** A line of shell, seen through. */
export interface ShellVerdict extends ToolVerdict {
  /** Everything in it is a command of `memory`, or a filter behind one. */
  readonly isOwn: boolean;
}

/** A line in a line in a line: deeper than anybody writes by hand. */
const MOST_LINES = 3;

/** More substitutions, here-documents or pipes take longer to parse than a hook may. Counts of a line. */
const MOST_MARKS = 300;

/** Returns the class of a line of shell. */
export function classifyShell(source: string, facts: ToolFacts): ShellVerdict {
  return classifyLine(source, { facts, folder: "", depth: 0 });
}

function classifyLine(
  source: string,
  { facts, folder, depth }: Pick<Walk, "facts" | "folder" | "depth">,
): ShellVerdict {
  const isLong = !isParsable(source) || depth > MOST_LINES ||
    (source.match(/\$\(|`|[<>]\(|<<|\||\(\(/g)?.length ?? 0) > MOST_MARKS;
  if (isLong) return { ...turn("a command too long to see through"), isOwn: false };
  const script = parse(source);
  const walk: Walk = {
    facts,
    folder,
    depth,
    names: new Set(),
    functions: new Set(),
    fed: new Set(),
    verdict: { taint: "none", reason: "no command" },
    programs: [],
  };
  if (script.errors !== undefined && script.errors.length > 0) add(walk, turn("a command that cannot be parsed"));
  else walk.names = boundedNames(script, (path) => isHere(path, walk));
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
  /** How many lines this one stands in. */
  readonly depth: number;
  readonly programs: string[];
  /** Functions that the line defines. */
  readonly functions: Set<string>;
  /** Commands whose input is a list of names of the project. */
  readonly fed: Set<SyntaxNode>;
  /** Variables that hold nothing but names and numbers of the project. */
  names: ReadonlySet<string>;
  /** Where `cd` led, relative to where the line begins. */
  folder: string;
  verdict: ToolVerdict;
}

function add(walk: Walk, verdict: ToolVerdict): void {
  walk.verdict = graver(walk.verdict, verdict);
}

function visit(node: SyntaxNode, walk: Walk): void {
  const { folder } = walk;
  switch (node.type) {
    case "Command":
      visitCommand(node, walk);
      break;
    case "Pipeline":
      visitPipeline(node, walk);
      break;
    case "Function":
      walk.functions.add(node.name.value);
      break;
    case "ProcessSubstitution":
      add(walk, turn("a substitution"));
      break;
    case "CommandExpansion":
    case "ArithmeticCommandExpansion":
      if (node.script === undefined || (node.script.errors?.length ?? 0) > 0) add(walk, turn("a substitution"));
      if (isOwnText(node.script)) return;
      break;
    case "Assignment": {
      const danger = dangerousAssignment(node.name, node.value.type === "Word" ? node.value.value : node.text);
      if (danger !== null) add(walk, turn(danger));
      break;
    }
    case "Redirect":
    case "HereString":
    case "HereDoc":
      visitRedirection(node, walk);
      break;
  }
  forEachChild(node, (child) => visit(child, walk));
  // What a shell of its own does about its folder ends with it.
  if (node.type === "Subshell" || node.type === "CommandExpansion") walk.folder = folder;
}

function visitCommand(command: Command, walk: Walk): void {
  if (command.name === undefined) return;
  const name = literalOf(command.name);
  const bounds = { names: walk.names, isHere: (path: string) => isHere(path, walk) };
  const args = command.args.map((arg): ShellWord => {
    if (arg.type === "Word") return boundedWord(arg, bounds);
    if (arg.value.type !== "Word") return null;
    const value = boundedWord(arg.value, bounds);
    return value === null ? null : `${arg.name}=${value}`;
  });
  if (name === null) return add(walk, turn("a command that is not written out"));
  walk.programs.push(/[\\/]/.test(name) && !/^\/(?:usr\/(?:local\/)?)?bin\//.test(name) ? name : programName(name));
  add(
    walk,
    classifyCommand([name, ...args], {
      hasLocalProgram: (it) => walk.facts.hasLocalProgram(it),
      isHere: (path) => isHere(path, walk),
      isFunction: (it) => walk.functions.has(it),
      line: (source) => classifyLine(source, { facts: walk.facts, folder: walk.folder, depth: walk.depth + 1 }),
    }),
  );
  lookAtWords(command, [name, ...args], walk);
}

/** Looks at what a command is given, behind the programs that only run it. */
function lookAtWords(command: Command, words: readonly ShellWord[], walk: Walk): void {
  let [name, ...args] = words;
  let isListed = false;
  for (let depth = 0; typeof name === "string" && isWrapper(programName(name)) && depth < MOST_LINES; depth++) {
    if (programName(name) === "xargs") isListed = !walk.fed.has(command);
    [name, ...args] = commandBehind(programName(name), args) ?? [];
  }
  if (typeof name !== "string") return;
  const program = programName(name);
  if (program === "cd" || program === "pushd") return changeFolder(args, walk);
  const isSaying = SAYING_PROGRAMS.has(program) && program !== "set";
  if (isSaying) return lookAtGlobs(command, walk);
  if (isListed) add(walk, turn("files from a list that is not known"));
  if (program !== "memory" && args.some((arg, at) => arg === null && !isMessage(program, args, at))) {
    add(walk, turn("a word that is known only when it runs"));
  }
  lookAtPaths(program, args, walk);
}

/** What `git commit -m` is given is only kept. */
function isMessage(program: string, args: readonly ShellWord[], at: number): boolean {
  return program === "git" &&
    /^(?:commit|tag|stash|notes|merge)$/.test(args.find((arg) => !arg?.startsWith("-")) ?? "") &&
    /^(?:-[a-z]*m|--message)$/.test(args[at - 1] ?? "");
}

/** A pattern of names is answered with names of files. */
function lookAtGlobs(command: Command, walk: Walk): void {
  for (const arg of command.args) {
    if (arg.type === "Word" && arg.parts?.some((part) => part.type === "Glob") === true && isLeadingOut(arg.value)) {
      addPath(arg.value, walk);
    }
  }
}

/** What comes through a pipe into an interpreter is code that nobody sees. */
function visitPipeline({ commands }: Pipeline, walk: Walk): void {
  const bounds = { names: walk.names, isHere: (path: string) => isHere(path, walk) };
  for (const [at, command] of commands.entries()) {
    if (at === 0) continue;
    if (isProducing(commands.slice(0, at), bounds)) walk.fed.add(command);
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
  if (redirection.target === undefined) return;
  const target = boundedWord(redirection.target, { names: walk.names, isHere: (path) => isHere(path, walk) });
  const isRead = redirection.operator === "<" || redirection.operator === "<>";
  if (target === null) return isRead ? add(walk, turn("a file that is not written out")) : undefined;
  if (/^\/dev\/(?:tcp|udp)\//.test(target)) add(walk, turn("a network address of the shell"));
  else if (isRead) addPath(target, walk);
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
  const hasPatternOption = args.some((arg) => /^(?:-[a-zA-Z]*[ef]|--(?:file|regexp|expression))/.test(arg ?? ""));
  let patterns = PATTERN_FIRST.has(program) && !hasPatternOption ? 1 : 0;
  for (const [at, arg] of args.entries()) {
    if (arg === null || isMessage(program, args, at)) continue;
    if (PATTERN_FIRST.has(program) && /^(?:-[a-zA-Z]*e|--regexp|--expression)$/.test(args[at - 1] ?? "")) continue;
    if (!arg.startsWith("-") && patterns-- > 0) continue;
    for (const value of pathsIn(arg)) {
      if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && program !== "git" && !PATTERN_FIRST.has(program)) {
        add(walk, turn(`${program} of an address`));
      } else if (isLeadingOut(value)) addPath(value, walk);
    }
  }
}

function addPath(path: string, walk: Walk): void {
  if (!isHere(path, walk)) add(walk, turn("a file outside of project and workspace"));
}
