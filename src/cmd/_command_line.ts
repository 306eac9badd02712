/**
 * Reads a whole command line: which command, with which values. Loads the chosen command's declaration, nothing else.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { checkArguments } from "./_arguments.ts";
import type { CommandDeclaration, CommandEntry, FlagValue } from "./_declare.ts";
import { GLOBAL_FLAGS, type GlobalFlagValues } from "./_global_flags.ts";
import { parseFlags, splitAtCommand } from "./_parse.ts";
import { suggest } from "./_suggest.ts";

/** A checked command line. */
export interface CommandLine {
  /** What the chosen command declares. */
  readonly declaration: CommandDeclaration;
  /** Words for its arguments. */
  readonly positionals: readonly string[];
  /** Values of the command's own flags. */
  readonly flags: Readonly<Record<string, FlagValue>>;
  /** Values of the flags that every command takes. */
  readonly globals: GlobalFlagValues;
}

/**
 * Reads the words after the program's name. `--help` anywhere, and no command at all, become the `help` command;
 * `--version` becomes `version`.
 *
 * @param onCommand is told the chosen command, and whether it is asked for one of its actions, before its words are looked
 * at: that decides the form of an error about them
 * @throws {MemoryError} usage: an unknown command or flag, a value or argument that does not fit
 */
export async function readCommandLine(
  words: readonly string[],
  commands: readonly CommandEntry[],
  onCommand: (declaration: CommandDeclaration, isAction: boolean) => void,
): Promise<CommandLine> {
  const [before, [name, ...after]] = splitAtCommand(words, GLOBAL_FLAGS);
  const leading = parseFlags(before, { flags: GLOBAL_FLAGS, helpCommand: "memory help" }).values;
  const builtIn = async (builtInName: string, positionals: readonly string[]): Promise<CommandLine> => {
    const { command } = await findCommand(builtInName, commands).load();
    onCommand(command, false);
    return { declaration: command, positionals, flags: {}, globals: globalsOf({}) };
  };
  if (leading["version"] === true) return await builtIn("version", []);
  if (name === undefined) return await builtIn("help", []);
  const entry = findCommand(name, commands);
  const { command: declaration } = await entry.load();
  onCommand(declaration, isActionOf(declaration, after));
  const helpCommand = `memory help ${name}`;
  const all = parseFlags([...before, ...after], { flags: { ...GLOBAL_FLAGS, ...declaration.flags }, helpCommand });
  if (all.values["help"] === true) return await builtIn("help", [name]);
  if (all.values["version"] === true) return await builtIn("version", []);
  if (all.values["json"] === true && all.values["text"] === true) {
    throw new MemoryError('Cannot use "--json" together with "--text": each excludes the other', { kind: "usage" });
  }
  return {
    declaration,
    positionals: checkArguments(all.positionals, declaration.arguments, helpCommand),
    flags: all.values,
    globals: globalsOf(all.values),
  };
}

function isActionOf({ actions, flags }: CommandDeclaration, words: readonly string[]): boolean {
  if (actions === undefined) return false;
  const [, [first]] = splitAtCommand(words, { ...GLOBAL_FLAGS, ...flags });
  return first !== undefined && actions.includes(first);
}

/**
 * Returns the entry of a command.
 *
 * @throws {MemoryError} usage, with the closest name if there is one
 */
export function findCommand(name: string, commands: readonly CommandEntry[]): CommandEntry {
  const entry = commands.find((each) => each.name === name);
  if (entry !== undefined) return entry;
  const closest = suggest(name, commands.map((each) => each.name));
  throw new MemoryError(`Unknown command "${name}"`, {
    kind: "usage",
    hint: closest === undefined ? '"memory help" lists the commands' : `did you mean "memory ${closest}"?`,
  });
}

function globalsOf(values: Readonly<Record<string, FlagValue>>): GlobalFlagValues {
  const text = (key: string) => typeof values[key] === "string" ? values[key] : undefined;
  return {
    workspace: text("workspace"),
    dataDir: text("dataDir"),
    json: values["json"] === true,
    text: values["text"] === true,
    quiet: values["quiet"] === true,
    verbose: values["verbose"] === true,
    help: values["help"] === true,
    version: values["version"] === true,
  };
}
