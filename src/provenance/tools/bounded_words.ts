/**
 * Words of a line of shell that are decided when it runs, and still can hold no more than names and numbers of the project
 * (SPEC 4.5): a variable of a loop over `*.ts`, the commit that `git rev-parse HEAD` prints. Any other expansion may hold a
 * path, an option or a command of anybody's.
 *
 * @module
 */
import { type Command, forEachChild, type ParsedScript, type SyntaxNode, type Word, type WordPart } from "unbash";
import { isOwnText, literalOf } from "./shell_words.ts";
import { type ShellWord, SOME_WORD } from "./shell_word.ts";

/** What is known of the variables of a line. */
export interface Bounds {
  /** Variables to which the line gives nothing but such words. */
  readonly names: ReadonlySet<string>;
  /** Returns whether a path leads to a file of the project or the workspace. */
  isHere(path: string): boolean;
}

/** Returns a word with {@linkcode SOME_WORD} for every expansion in it, or `null` if one of them may hold anything. */
export function boundedWord(word: Word, bounds: Bounds): ShellWord {
  const literal = literalOf(word);
  if (literal !== null) return literal;
  const pieces = (word.parts ?? []).map((part) => boundedPart(part, bounds));
  return pieces.includes(null) ? null : pieces.join("");
}

function boundedPart(part: WordPart, bounds: Bounds): string | null {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Glob":
      return part.value;
    case "DoubleQuoted": {
      const pieces = part.parts.map((child) => boundedPart(child, bounds));
      return pieces.includes(null) ? null : pieces.join("");
    }
    case "ArithmeticExpansion":
      return SOME_WORD;
    case "SimpleExpansion":
      return isBoundedName(part.text.slice(1), bounds) ? SOME_WORD : null;
    case "ParameterExpansion": {
      if (part.prefix === "#") return SOME_WORD;
      if (part.prefix !== undefined || !isBoundedName(part.parameter, bounds)) return null;
      const { operation } = part;
      const isCut = operation?.type === "Remove" &&
        (operation.operator.startsWith("%") || operation.operator === "##" && operation.operand.text === "*/");
      return operation === undefined || isCut ? SOME_WORD : null;
    }
    case "CommandExpansion": {
      if (isOwnText(part.script)) {
        const body = part.text.split("\n").slice(1, -2);
        return body.every((line) => isBoundedValue(line, bounds)) ? SOME_WORD : null;
      }
      return isProducer(part.script, bounds) ? SOME_WORD : null;
    }
    case "BraceExpansion":
      if (/^\{\w+\.\.\w+\}$/.test(part.text)) return SOME_WORD;
      return /^\{[\w.,*-]*\}$/.test(part.text) && !/\.\.|[{,]\.?[,}]/.test(part.text) ? SOME_WORD : null;
    default:
      return null;
  }
}

/** The folder itself, numbers of the shell, and the arguments of a function, which are looked at where it is called. */
function isBoundedName(name: string, { names }: Bounds): boolean {
  return names.has(name) || /^(?:PWD|RANDOM|LINENO|SECONDS|BASHPID|[?#$!@*\d]+)$/.test(name);
}

/** A name below the folder, or a path to something here. Every word counts, since it may be split. */
function isBoundedValue(value: string, { isHere }: Bounds): boolean {
  return value.length <= MOST_VALUE && /^[\p{L}\p{N}\s_@.,:+=%*?[\]/~^-]*$/u.test(value) && !/:\/\//.test(value) &&
    value.split(/\s+/).every((word) =>
      word === "" || !/^[-+@]|^[./]+$|(?:^|\/)\.\.|(?:^|\/)\.[*?[]/.test(word) && (!/[/~=]/.test(word) || isHere(word))
    );
}

/** A longer value is a text. In UTF-16 units. */
const MOST_VALUE = 2_000;

/** Returns whether a script prints nothing but names, numbers and commits of the project. */
export function isProducer(script: ParsedScript | undefined, bounds: Bounds): boolean {
  const statement = script?.commands.length === 1 && script.errors === undefined ? script.commands[0] : undefined;
  const node = statement?.command;
  const commands = node?.type === "Pipeline" ? node.commands : node === undefined ? [] : [node];
  return isProducing(commands, bounds);
}

/** Returns whether the commands of a pipeline print nothing but names, numbers and commits of the project. */
export function isProducing(commands: readonly SyntaxNode[], bounds: Bounds): boolean {
  const [first, ...filters] = commands;
  return first?.type === "Command" && isNaming(first, bounds) &&
    filters.every((filter) =>
      filter.type === "Command" && /^(?:head|tail|sort|uniq|wc|grep)$/.test(literalOf(filter.name) ?? "")
    );
}

function isNaming(command: Command, bounds: Bounds): boolean {
  const args = command.args.map((arg) => arg.type === "Word" ? boundedWord(arg, bounds) : null);
  if (command.prefix.length > 0 || args.includes(null)) return false;
  const words = args.filter((arg) => arg !== null);
  switch (literalOf(command.name)) {
    case "git":
      return NAMING_GIT.test(words.join(" "));
    case "rg":
    case "grep":
      return words.some((word) => /^(?:-[a-zA-Z]*l|--files(?:-with-matches)?$)/.test(word));
    case "find":
    case "fd":
      return !words.some((word) => /^-(?:exec|ok|x|X|-exec|printf|fprintf|-format)/.test(word));
    case "date":
      return !words.some((word) => word.includes("/"));
    case "ls":
    case "pwd":
    case "nproc":
    case "whoami":
    case "uname":
    case "wc":
    case "basename":
      return true;
    default:
      return false;
  }
}

const NAMING_GIT =
  /^(?:--no-pager )?(?:rev-parse|ls-files|merge-base|rev-list|symbolic-ref|describe|branch --show-current|(?:diff|show|log)(?: [^ ]+)* --(?:name-only|format=%[hH]$))(?= |$)/;

/** Returns the variables to which a line gives nothing but names and numbers of the project. */
export function boundedNames(script: SyntaxNode, isHere: Bounds["isHere"]): ReadonlySet<string> {
  const given: Given[] = [];
  collect(script, given, { isFed: false, isHere });
  let names: ReadonlySet<string> = new Set(given.map(({ name }) => name));
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const bounds = { names, isHere };
    const bad = new Set(given.filter(({ words }) => !areBounded(words, bounds)).map(({ name }) => name));
    if (![...bad].some((name) => names.has(name))) return names;
    names = new Set([...names].filter((name) => !bad.has(name)));
  }
  return new Set();
}

/** A variable that hangs on a variable that hangs on another: deeper than anybody writes by hand. */
const MOST_PASSES = 5;

interface Given {
  readonly name: string;
  /** `null`: from the input. */
  readonly words: readonly Word[] | null;
}

function areBounded(words: readonly Word[] | null, bounds: Bounds): boolean {
  return words?.every((word) => {
    const value = boundedWord(word, bounds);
    return value !== null && isBoundedValue(value.replaceAll(SOME_WORD, "x"), bounds);
  }) ?? false;
}

interface Collecting {
  /** The input of this part is a list of names of the project. */
  readonly isFed: boolean;
  readonly isHere: Bounds["isHere"];
}

function collect(node: SyntaxNode, given: Given[], how: Collecting): void {
  if (node.type === "Assignment") {
    given.push({ name: node.name, words: node.value.type === "Word" ? [node.value] : node.value.elements });
  } else if (node.type === "For" || node.type === "Select") {
    given.push({ name: node.name.value, words: node.wordlist ?? [] });
  } else if (node.type === "Command") collectRead(node, given, how.isFed);
  if (node.type === "Pipeline") {
    for (const [at, command] of node.commands.entries()) {
      // Only what the first one prints: a list that went through anything but a filter may hold anything.
      const isFed = at === 0
        ? how.isFed
        : isProducing(node.commands.slice(0, at), { names: new Set(), isHere: how.isHere });
      collect(command, given, { ...how, isFed });
    }
    return;
  }
  forEachChild(node, (child) => collect(child, given, node.type === "Redirected" ? { ...how, isFed: false } : how));
}

function collectRead(command: Command, given: Given[], isFed: boolean): void {
  const program = literalOf(command.name);
  const isRead = program === "read" || program === "mapfile" || program === "readarray";
  if (!isRead && program !== "printf") return;
  const words = isRead && isFed && command.redirects.length === 0 ? [] : null;
  for (const arg of command.args) given.push({ name: arg.type === "Word" ? arg.value : arg.name, words });
}
