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
  readonly name: string;
  readonly summary: string;
  readonly declaration: CommandDeclaration;
}

/** What a shell offers for one value. */
export type Offer =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "file" | "folder" | "none" };

/** A flag as a shell sees it. */
export interface ShellFlag {
  /** With dashes, long form first. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly isRepeatable: boolean;
  readonly valueName: string;
  readonly offer: Offer;
}

/** Everything a completion script is made of. */
export interface CompletionModel {
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

/** Returns the names, with dashes, of all flags of all commands that take a value. */
export function valueFlagNames(model: CompletionModel): string[] {
  const flags = [...globalShellFlags(model), ...model.sheets.flatMap((sheet) => ownShellFlags(sheet, model))];
  return [...new Set(flags.filter((flag) => flag.takesValue).flatMap((flag) => flag.names))];
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
    default:
      return { kind: "none" };
  }
}
