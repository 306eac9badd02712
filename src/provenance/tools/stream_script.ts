/**
 * Scripts of sed and awk (SPEC 4.5): whether they do no more than filter. sed runs commands (`e`) and opens files (`r`, `w`),
 * awk too (`getline`, `system`, pipes). Whatever is not clearly a filter counts as one that reaches out.
 *
 * @module
 */
import { SOME_WORD } from "./shell_word.ts";

/** A longer script is a program. In UTF-16 units. */
const MOST_SCRIPT = 10_000;

/** Returns whether a call of sed only filters. Scripts in files are not read, and so not known. */
export function isQuietSed(args: readonly string[]): boolean {
  const scripts: string[] = [];
  let hasOption = false;
  let first: string | null = null;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "-e" || arg === "--expression") {
      scripts.push(args[++at] ?? "");
      hasOption = true;
    } else if (arg.startsWith("--expression=")) {
      scripts.push(arg.slice("--expression=".length));
      hasOption = true;
    } else if (/^-[nErszu]*e/.test(arg)) {
      const code = arg.slice(arg.indexOf("e") + 1);
      scripts.push(code === "" ? args[++at] ?? "" : code);
      hasOption = true;
    } else if (
      /^(?:-[nErszu]*(?:i[.\w]*)?|--(?:quiet|silent|regexp-extended|in-place|null-data|separate|posix|version))$/.test(
        arg,
      )
    ) {
      continue;
    } else if (arg.startsWith("-") && arg !== "--") return false;
    else if (arg !== "" && arg !== "--") first ??= arg;
  }
  if (!hasOption) scripts.push(first ?? "");
  const script = scripts.join("\n");
  // Implementations disagree about a backslash within brackets: the script has to be quiet in both readings.
  if (script.length > MOST_SCRIPT || script.includes(SOME_WORD)) return false;
  const readings = [true, false].map((isEscaping) => isQuietScript(script, isEscaping));
  return readings.includes(true) && !readings.includes(false);
}

/** Reads a script once, from left to right; `null` if it ends within an expression, at which sed stops. */
function isQuietScript(script: string, isEscaping: boolean): boolean | null {
  let at = 0;
  while (at < script.length) {
    const char = script[at] ?? "";
    if (/[\s;{}!,~+\d$IM]/.test(char)) at++;
    else if (char === "#") at = lineEnd(script, at);
    else if (char === "/" || char === "\\") {
      const start = char === "/" ? at : at + 1;
      at = afterExpression(script, start + 1, { delimiter: script[start] ?? "", hasBrackets: true, isEscaping });
      if (at < 0) return null;
    } else if (char === "s" || char === "y") {
      const delimiter = script[at + 1] ?? "";
      if (/[\s\\]|^$/.test(delimiter)) return false;
      const middle = afterExpression(script, at + 2, { delimiter, hasBrackets: char === "s", isEscaping });
      const end = middle < 0 ? -1 : afterExpression(script, middle, { delimiter, hasBrackets: false, isEscaping });
      if (end < 0) return null;
      at = end;
      while (/[gpiIMm\d]/.test(script[at] ?? "")) at++;
      if (/[^\s;}]/.test(script[at] ?? ";")) return false;
    } else if ("aic".includes(char)) at = lineEnd(script, at);
    else if ("bt:T".includes(char)) at = labelEnd(script, at);
    else if ("pPdDgGhHxnNl=qQzF".includes(char)) at++;
    else return false;
  }
  return true;
}

interface Expression {
  readonly delimiter: string;
  /** It is a pattern, in which brackets hide the delimiter. */
  readonly hasBrackets: boolean;
  /** A backslash within brackets takes the next character with it. */
  readonly isEscaping: boolean;
}

/** Returns where the script goes on behind the delimiter that ends an expression, or -1. */
function afterExpression(script: string, from: number, how: Expression): number {
  let isInBrackets = false;
  for (let at = from; at < script.length; at++) {
    const char = script[at];
    if (char === "\\" && (!isInBrackets || how.isEscaping)) at++;
    else if (how.hasBrackets && char === "[" && !isInBrackets) {
      isInBrackets = true;
      if (script[at + 1] === "^") at++;
      if (script[at + 1] === "]") at++;
    } else if (isInBrackets) isInBrackets = char !== "]";
    else if (char === how.delimiter) return at + 1;
  }
  return -1;
}

/** The text of `a`, `i` and `c` goes on behind a line that ends in a backslash; another reading makes commands of it. */
function lineEnd(script: string, from: number): number {
  const end = script.indexOf("\n", from);
  return end < 0 ? script.length : end + 1;
}

function labelEnd(script: string, from: number): number {
  let at = from + 1;
  while (at < script.length && !/[;}\n]/.test(script[at] ?? "")) at++;
  return at;
}

/** Returns whether a call of awk only filters. */
export function isQuietAwk(args: readonly string[]): boolean {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "-F" || arg === "-v") at++;
    else if (/^-[Fv]/.test(arg)) continue;
    else if (arg.startsWith("-")) return false;
    else return isQuietProgram(arg) && !args.slice(at + 1).some((word) => /^\w+=/.test(word));
  }
  return false;
}

/** No pipe, no command, no file and no function named by a value. `||` and a bar within an expression are none of these. */
function isQuietProgram(program: string): boolean {
  if (
    program.length > MOST_SCRIPT || /getline|system|\/inet|ARGV|ARGC|ENVIRON|@/.test(program) ||
    program.includes(SOME_WORD)
  ) return false;
  // A bar right after a word character and before one can be no pipe into a quoted command, but one into a variable.
  const bars = program.replaceAll("||", "");
  return !bars.includes("|") || !/print|\$/.test(bars) && !bars.includes('"');
}
