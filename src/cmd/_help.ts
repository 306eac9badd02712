/**
 * Help pages, derived from the declarations.
 *
 * @module
 */
import {
  type ArgumentDeclaration,
  type CommandDeclaration,
  type CommandEntry,
  type FlagDeclaration,
  type FlagDeclarations,
  flagName,
} from "./_declare.ts";
import { GLOBAL_FLAGS } from "./_global_flags.ts";
import type { TextStyle } from "./_style.ts";

/** Longest line of running text, in chars: comfortable to read, and common terminals are wider. */
const TEXT_WIDTH = 80;

/** Blanks before each row of a list. */
const INDENT = "  ";

/** Returns the page for `memory help`: what the program is, its commands, the flags that all of them take. */
export function overviewHelp(commands: readonly CommandEntry[], style: TextStyle): string {
  return [
    "Long-term memory for AI agents: Markdown files, indexed locally, curated at night.",
    section("Usage", [`${INDENT}memory COMMAND [ARGUMENT…] [FLAG…]`], style),
    section("Commands", table(commands.map(({ name, summary }) => [name, summary]), style), style),
    section("Flags", table(flagRows(GLOBAL_FLAGS), style), style),
    'Help for one command: "memory help COMMAND". Output is text at a terminal and JSON in a pipe.',
  ].join("\n\n");
}

/** Returns the page for `memory help COMMAND`. */
export function commandHelp(entry: CommandEntry, declaration: CommandDeclaration, style: TextStyle): string {
  const rows = declaration.arguments.map((argument): Row => [argument.name, describeArgument(argument)]);
  const examples = declaration.examples.map(({ command, about }) =>
    `${INDENT}${style.dim(`# ${about}`)}\n${INDENT}${command}`
  );
  const details = declaration.details === undefined ? [] : [wrap(declaration.details)];
  return [
    `${entry.summary}.`,
    ...details,
    section("Usage", [INDENT + usageLine(entry.name, declaration)], style),
    ...(rows.length === 0 ? [] : [section("Arguments", table(rows, style), style)]),
    ...(Object.keys(declaration.flags).length === 0
      ? []
      : [section("Flags", table(flagRows(declaration.flags), style), style)]),
    section("Flags of every command", table(flagRows(GLOBAL_FLAGS), style), style),
    ...(examples.length === 0 ? [] : [section("Examples", examples, style)]),
  ].join("\n\n");
}

/** Returns the one-line synopsis of a command, such as `memory search QUERY… [FLAG…]`. */
export function usageLine(name: string, declaration: CommandDeclaration): string {
  const words = declaration.arguments.map((argument) => {
    const word = argument.isVariadic === true ? `${argument.name}…` : argument.name;
    return argument.isRequired === true ? word : `[${word}]`;
  });
  return ["memory", name, ...words, ...(Object.keys(declaration.flags).length > 0 ? ["[FLAG…]"] : [])].join(" ");
}

/** A left and a right column. */
type Row = readonly [left: string, right: string];

/** Returns one row for each flag: how it is typed, and what it does with its choices and default. */
export function flagRows(flags: FlagDeclarations): Row[] {
  return Object.entries(flags).map(([key, flag]) => {
    const short = flag.short === undefined ? "    " : `-${flag.short}, `;
    const value = flag.type === "boolean" ? "" : ` ${flag.value ?? "VALUE"}`;
    return [`${short}--${flagName(key)}${value}`, describeFlag(flag)];
  });
}

function describeFlag(flag: FlagDeclaration): string {
  const notes = [
    ...(flag.choices === undefined ? [] : [flag.choices.join(", ")]),
    ...(flag.isRepeatable === true ? ["may be repeated"] : []),
    ...(flag.default === undefined ? [] : [`default: ${flag.default}`]),
  ];
  return notes.length === 0 ? flag.description : `${flag.description} (${notes.join("; ")})`;
}

/** Returns what an argument is, with its choices. */
export function describeArgument(argument: ArgumentDeclaration): string {
  return argument.choices === undefined
    ? argument.description
    : `${argument.description} (${argument.choices.join(", ")})`;
}

function section(title: string, lines: readonly string[], style: TextStyle): string {
  return [style.bold(`${title}:`), ...lines].join("\n");
}

function table(rows: readonly Row[], style: TextStyle): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${INDENT}${style.cyan(left)}${" ".repeat(width - left.length)}  ${right}`);
}

/** Returns a text with line ends in place of blanks, so that no line is longer than it has to be. */
function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > TEXT_WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}
