/**
 * Every command with everything that a completion script or a document needs to know of it.
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
} from "../_declare.ts";
import { GLOBAL_FLAGS } from "../_global_flags.ts";

/** A command's name, summary and the rest of its declaration. */
export interface CommandSheet {
  /** The word typed after `memory`. */
  readonly name: string;
  /** One line, no final stop. */
  readonly summary: string;
  /** Arguments, flags and examples. */
  readonly declaration: CommandDeclaration;
}

/** What a shell offers for one value. */
export type Offer =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** `live`: the program is asked when it is typed. */
  | { readonly kind: "file" | "folder" | "live" | "none" };

/** A flag as a shell sees it. */
export interface ShellFlag {
  /** With dashes, long form first. */
  readonly names: readonly string[];
  /** One line, no final stop. */
  readonly description: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Whether it may be given more than once. */
  readonly isRepeatable: boolean;
  /** Name of the value, in capitals. */
  readonly valueName: string;
  /** What the shell offers for the value. */
  readonly offer: Offer;
}

/** Everything a completion script is made of. */
export interface CompletionModel {
  /** Every command, in the order of help. */
  readonly sheets: readonly CommandSheet[];
  /** Keys of all settings. */
  readonly settings: readonly string[];
}

/** Loads the declarations of all commands. */
export async function loadSheets(commands: readonly CommandEntry[]): Promise<CommandSheet[]> {
  return await Promise.all(commands.map(async ({ name, summary, load }) => {
    const { command: declaration } = await load();
    return { name, summary, declaration };
  }));
}

/** Returns the flags that every command takes. */
export function globalShellFlags(model: CompletionModel): ShellFlag[] {
  return shellFlags(GLOBAL_FLAGS, model);
}

/** Returns a command's own flags. */
export function ownShellFlags(sheet: CommandSheet, model: CompletionModel): ShellFlag[] {
  return shellFlags(sheet.declaration.flags, model);
}

/** Returns what a shell offers for a positional argument. */
export function argumentOffer(argument: ArgumentDeclaration, model: CompletionModel): Offer {
  return offerOf(argument, model);
}

/**
 * Returns every flag that takes a value as `command:--flag`, those of every command without a command before the colon.
 * A flag of one name may take a value in one command and none in another.
 */
export function valueFlags(model: CompletionModel): string[] {
  const namesOf = (flags: readonly ShellFlag[]) =>
    flags.filter((flag) => flag.takesValue).flatMap((flag) => flag.names);
  return [
    ...namesOf(globalShellFlags(model)).map((name) => `:${name}`),
    ...model.sheets.flatMap((sheet) => namesOf(ownShellFlags(sheet, model)).map((name) => `${sheet.name}:${name}`)),
  ];
}

function shellFlags(flags: FlagDeclarations, model: CompletionModel): ShellFlag[] {
  return Object.entries(flags).map(([key, flag]) => ({
    names: [`--${flagName(key)}`, ...(flag.short === undefined ? [] : [`-${flag.short}`])],
    description: flag.description,
    takesValue: flag.type !== "boolean",
    isRepeatable: flag.isRepeatable === true,
    valueName: flag.value ?? "VALUE",
    offer: offerOf(flag, model),
  }));
}

function offerOf(source: Pick<FlagDeclaration, "choices" | "completion">, model: CompletionModel): Offer {
  if (source.choices !== undefined) return { kind: "words", words: source.choices };
  switch (source.completion) {
    case "command":
      return { kind: "words", words: model.sheets.map(({ name }) => name) };
    case "setting":
      return { kind: "words", words: model.settings };
    case "file":
    case "folder":
      return { kind: source.completion };
    case "none":
    case undefined:
      return { kind: "none" };
    default:
      return { kind: "live" };
  }
}
