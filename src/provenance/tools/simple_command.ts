/**
 * The class of one command with its words (SPEC 4.5). Fails closed: what is not known, or cannot be told, reads from outside.
 *
 * @module
 */
import {
  INTERPRETERS,
  LOCAL_ACTIONS,
  LOCAL_PROGRAMS,
  NETWORK_PROGRAMS,
  OPAQUE_PROGRAMS,
  OUTSIDE_ACTIONS,
  SAME_PROGRAM,
  SAYING_PROGRAMS,
} from "./command_lists.ts";
import { interpreted } from "./interpreter_command.ts";
import { localProgram, ruleName } from "./local_program.ts";
import { actionOf, managed, packageRun } from "./managed_command.ts";
import type { ShellWord } from "./shell_word.ts";
import { graver, text, type ToolVerdict, turn } from "./verdict.ts";
import { commandBehind, isWrapper } from "./wrapper_command.ts";

/** What is asked of the project. */
export interface ProgramFacts {
  /** See `ToolFacts.hasLocalProgram`. */
  hasLocalProgram(name: string): boolean;
  /** Returns whether a path, as it stands in the command, leads to a file of the project or the workspace. */
  isHere(path: string): boolean;
  /** Returns whether the line itself defines a function of that name, whose body is looked at where it stands. */
  isFunction(name: string): boolean;
  /** Returns the class of a line of shell that stands in an argument. */
  line(source: string): ToolVerdict;
}

/** What the class of a call depends on beside its words. */
export interface Circumstances {
  /** The project. */
  readonly facts: ProgramFacts;
  /** Returns the class of a command that stands among the arguments of this one. */
  again(words: readonly ShellWord[]): ToolVerdict;
  /** See {@linkcode ProgramFacts.line}. */
  line(source: string): ToolVerdict;
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
  if (isElsewhere(first, facts)) return turn("a program outside of project and system");
  if (program === "memory") return memoryVerdict(args);
  if (program === "source" || program === ".") {
    return typeof args[0] === "string" && !args[0].startsWith("/dev/")
      ? text(program)
      : turn("a file that is not named");
  }
  const again = (inner: readonly ShellWord[]) => classifyCommand(inner, facts, depth + 1);
  const circumstances = { facts, again, line: (source: string) => facts.line(source) };
  if (isWrapper(program)) {
    const inner = commandBehind(program, args);
    return inner === null ? turn(`${program} of a command that cannot be told`) : again(inner);
  }
  if (program === "find" || program === "fd" || program === "fdfind") return search(program, args, again);
  if (program === "npx" || program === "bunx" || program === "pnpx") return packageRun(program, args, facts);
  if (INTERPRETERS.has(program) && !(program === "bun" || program === "deno")) {
    return interpreted(program, args, circumstances);
  }
  if (Object.hasOwn(OUTSIDE_ACTIONS, program) || Object.hasOwn(LOCAL_ACTIONS, program)) {
    return managed(program, args, circumstances);
  }
  if (LOCAL_PROGRAMS.has(program)) return localProgram(ruleName(program), args);
  const isOwn = SAYING_PROGRAMS.has(program) || first.includes("/") || facts.isFunction(first);
  return isOwn || facts.hasLocalProgram(first) ? text(program) : turn(`a program that is not known`);
}

/** Returns the base name of a program, lower case, without version and extension: `/usr/bin/python3.12` is `python`. */
export function programName(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1).toLowerCase();
  const plain = base.replace(/\.(?:exe|cmd|bat|ps1)$/, "");
  return /^(?:python|pypy|ruby|perl|php|lua|node|pip)[\d.]+$/.test(plain) ? plain.replace(/[\d.]+$/, "") : plain;
}

/** A program with a path is one of the project, or one of the system that is known by its name. */
function isElsewhere(word: string, facts: ProgramFacts): boolean {
  if (!/[\\/]/.test(word)) return false;
  const name = programName(word);
  const isKnown = LOCAL_PROGRAMS.has(name) || SAYING_PROGRAMS.has(name) || INTERPRETERS.has(name) || isWrapper(name) ||
    Object.hasOwn(LOCAL_ACTIONS, SAME_PROGRAM[name] ?? name) || name === "memory";
  return !(SYSTEM_FOLDER.test(word) && isKnown) && !facts.isHere(word);
}

const SYSTEM_FOLDER = /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin\/[^/]+$/;

/** A hook is the client's to call: an agent that calls one speaks in the owner's place. */
function memoryVerdict(args: readonly ShellWord[]): ToolVerdict {
  return actionOf(args) === "hook" || args.includes(null) && actionOf(args) === null
    ? turn("a hook of memory, called by a command")
    : text("memory");
}

/** `find` and `fd` with the commands that they run for each file. */
function search(program: string, args: readonly ShellWord[], again: Circumstances["again"]): ToolVerdict {
  let verdict = localProgram(
    program,
    args.map((arg) => RUN_OPTION.test(arg ?? "") ? "-exec-of-it" : arg).filter(isOther),
  );
  for (const [at, arg] of args.entries()) {
    if (!RUN_OPTION.test(arg ?? "")) continue;
    const rest = args.slice(at + 1);
    const end = rest.findIndex((word) => word === ";" || word === "+");
    verdict = graver(verdict, again(end < 0 ? rest : rest.slice(0, end)));
  }
  return verdict;
}

function isOther(word: ShellWord): boolean {
  return word !== "-exec-of-it";
}

/** Behind these, `find` and `fd` have a command. */
const RUN_OPTION = /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/;
