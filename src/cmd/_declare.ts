/**
 * How a command is declared: plain data beside one function. The same declaration drives the parser, the help, the
 * completions and `docs/cli.md`; the name and the one-line summary stand in the registry, which loads the rest on demand.
 *
 * @module
 */
import type { App } from "../app/app.ts";
import type { AppRequest } from "../app/app_request.ts";
import type { LiveKind } from "../app/complete/offer.ts";
import type { TextStyle } from "./_style.ts";

/**
 * What a shell offers for a value: paths, folders only, names of commands, keys of settings, nothing, or what the program
 * has to be asked for when it is typed.
 */
export type CompletionKind = "file" | "folder" | "command" | "setting" | "none" | LiveKind;

/** A kind; or, by the first argument of the command, kinds or words. */
export type Completion = CompletionKind | Readonly<Record<string, CompletionKind | readonly string[]>>;

/** One flag. Its key in {@linkcode FlagDeclarations} is camelCase; on the command line it is `--kebab-case`. */
export interface FlagDeclaration {
  /** `boolean` takes no value; the others take exactly one. */
  readonly type: "boolean" | "string" | "integer";
  /** One letter, given as `-n`. */
  readonly short?: string;
  /** Name of the value in help, such as `DAY`. Needed unless the flag is boolean. */
  readonly value?: string;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  /** May be given more than once; the values are collected in order. Only with type `string`. */
  readonly isRepeatable?: true;
  /** Smallest value of an integer, inclusive. @default 0 */
  readonly minimum?: number;
  /** Largest value of an integer, inclusive. @default Number.MAX_SAFE_INTEGER */
  readonly maximum?: number;
  /** One line, imperative, no final stop. */
  readonly description: string;
  /** What holds when the flag is left out, for help only, such as "6" or "the folder's key". */
  readonly default?: string;
  /** What the shell offers for the value. @default "none" */
  readonly completion?: Completion;
  /** The value is a name that is stored as it was given: see `_refuse_secrets.ts`. */
  readonly isStoredName?: true;
}

/** The flags of one command by camelCase key. */
export type FlagDeclarations = Readonly<Record<string, FlagDeclaration>>;

/** One positional argument. */
export interface ArgumentDeclaration {
  /** Name in help, in capitals. */
  readonly name: string;
  /** One line, imperative or a noun phrase, no final stop. */
  readonly description: string;
  /** Leaving it out is a usage error. */
  readonly isRequired?: true;
  /** Takes all remaining words; only for the last argument. */
  readonly isVariadic?: true;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  /** What the shell offers. @default "none" */
  readonly completion?: Completion;
}

/** One example line of the help. */
export interface ExampleDeclaration {
  /** The command as typed. */
  readonly command: string;
  /** What it does, without final stop. */
  readonly about: string;
}

/** The value of one flag after parsing. */
export type FlagValue = boolean | string | number | readonly string[] | undefined;

/** The type of a flag's value that follows from its declaration: booleans are always set, others may be absent. */
export type FlagValueOf<F extends FlagDeclaration> = FlagDeclaration["type"] extends F["type"] ? FlagValue
  : F["type"] extends "boolean" ? boolean
  : F["isRepeatable"] extends true ? readonly ChoiceOf<F>[]
  : F["type"] extends "integer" ? number | undefined
  : ChoiceOf<F> | undefined;

/** The union of a flag's choices, or `string`. */
export type ChoiceOf<F extends FlagDeclaration> = F["choices"] extends readonly (infer C extends string)[] ? C : string;

/** The values of all flags of a declaration. */
export type FlagValues<F extends FlagDeclarations> = { readonly [K in keyof F]: FlagValueOf<F[K]> };

/** What a command is handed. */
export interface CommandContext<F extends FlagDeclarations = FlagDeclarations> {
  /** Positional arguments; a required one is present. */
  readonly arguments: readonly string[];
  /** The command's own flags. */
  readonly flags: FlagValues<F>;
  /** The program around the command: streams, registry, what was typed. */
  readonly program: ProgramFacts;
  /** Returns what the app is opened with, for the commands that work where there is no workspace yet. */
  request(): AppRequest;
  /** Opens the app on the first call and returns the same one afterwards. @throws {MemoryError} usage or failed */
  app(): Promise<App>;
  /** Closes the app and opens it anew, as the next process would: for commands that go on for hours. */
  reopen(): Promise<App>;
}

/** What a command may know of the program it runs in. */
export interface ProgramFacts {
  /** Version of this program. */
  readonly version: string;
  /** Every command, in the order of help. */
  readonly commands: readonly CommandEntry[];
  /** Whether standard input is a terminal. */
  readonly isInputTerminal: boolean;
  /** Returns standard input as it comes, for what must not wait for its end. */
  input(): ReadableStream<Uint8Array>;
  /** Returns standard input as text, waiting for its end; call it only when the user asked for it. */
  readInput(): Promise<string>;
  /** Shows one line of progress on stderr, only at a terminal and only after half a second of work. */
  progress(line: string): void;
  /**
   * Writes one event of a stream at once: a JSON document on a line of its own, or a line of text where the answer would
   * be text (`null`: there it is not worth one). Returns false if nobody reads it any more.
   */
  emit(event: object, text: string | null): Promise<boolean>;
}

/** What a command answers. The frame prints it in the form that the output needs. */
export interface Answer {
  /** The JSON document, in the shape of `docs/json-output.md`. */
  readonly json: object;
  /** The same for people; no final newline. */
  text(style: TextStyle): string;
  /** Exit code when it is not 0 (SPEC 11.5). */
  readonly exitCode?: number;
  /** Lines for stderr in text form; in JSON form the document carries them itself. */
  readonly notices?: readonly string[];
  /** Work that the user need not wait for, done after the answer is written. */
  afterwards?(): void | Promise<void>;
}

/** A command without its name: what the command's module exports. */
export interface CommandDeclaration<F extends FlagDeclarations = FlagDeclarations> {
  /** A sentence or more for the help page, below the summary. */
  readonly details?: string;
  /** Positional arguments, in order. */
  readonly arguments: readonly ArgumentDeclaration[];
  /** Its own flags; none may have the name of a global one. */
  readonly flags: F;
  /** Shown at the end of its help. */
  readonly examples: readonly ExampleDeclaration[];
  /** `answer`: text at a terminal, JSON in a pipe. `text`: always text, as for help and completions (SPEC 11.4). */
  readonly output: "answer" | "text";
  /** Called by agents' clients, to which the exit code of a usage error is an order: such an error ends with 1. */
  readonly isHook?: true;
  /** First words with which a command of `output: "text"` is one that answers, and is called by people like any other. */
  readonly actions?: readonly string[];
  /** Does the work: resolves inputs, calls one or two flows, returns what to print. */
  run(context: CommandContext<F>): Answer | Promise<Answer>;
}

/** One row of the registry. */
export interface CommandEntry {
  /** The word typed after `memory`. */
  readonly name: string;
  /** One line, imperative, no final stop. */
  readonly summary: string;
  /** Loads the rest of the declaration. */
  load(): Promise<{ readonly command: CommandDeclaration }>;
}

/** Returns the declaration unchanged, with the types of its flags worked out. */
export function defineCommand<const F extends FlagDeclarations>(
  declaration: CommandDeclaration<F>,
): CommandDeclaration<F> {
  return declaration;
}

/** Returns the name of a flag as typed, without dashes: `exitCode` → `exit-code`. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
