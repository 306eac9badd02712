/**
 * From words to values. The only file that knows the parsing library (docs/adr/0012-argument-parser.md): it splits the command
 * line, this file checks what came out against the declaration and says what is wrong with it.
 *
 * @module
 */
import { typeFlag } from "type-flag";

import { MemoryError } from "../base/errors.ts";
import { type FlagDeclaration, type FlagDeclarations, flagName, type FlagValue } from "./_declare.ts";
import { suggest } from "./_suggest.ts";

/** What a command line holds. */
export interface ParsedWords {
  /** Checked values by camelCase key. */
  readonly values: Readonly<Record<string, FlagValue>>;
  /** Positional words, those after `--` included. */
  readonly positionals: readonly string[];
}

/** What {@linkcode parseFlags} needs to know to name the right command in its messages. */
export interface ParseScope {
  /** Flags that may be given. */
  readonly flags: FlagDeclarations;
  /** Command line of the help that lists these flags, such as `memory help search`. */
  readonly helpCommand: string;
}

/**
 * Splits the words at the first positional one: the flags before it (only those of `flags` may stand there), and the
 * rest untouched, the command's name first.
 */
export function splitAtCommand(words: readonly string[], flags: FlagDeclarations): [before: string[], rest: string[]] {
  const rest = [...words];
  // As nearly always, and the library takes as long as a look into a file.
  if (words[0]?.startsWith("-") !== true) return [[], rest];
  let hasCommand = false;
  typeFlag(specifications(flags), rest, {
    ignore: (kind) => {
      if (kind === "argument") hasCommand = true;
      return hasCommand;
    },
  });
  // The library took out what stands before the command, so that is the part that `rest` no longer ends with.
  return [words.slice(0, words.length - rest.length), rest];
}

/**
 * Parses words against a declaration.
 *
 * @throws {MemoryError} usage: an unknown flag (with the closest known one), a missing value, or a value that does not fit
 */
export function parseFlags(words: readonly string[], scope: ParseScope): ParsedWords {
  if (!words.some((word) => word.startsWith("-"))) {
    return { values: valuesOf(scope.flags, {}), positionals: [...words] };
  }
  const parsed = typeFlag(specifications(scope.flags), detachShortValues(words, scope.flags));
  const unknown = Object.keys(parsed.unknownFlags)[0];
  if (unknown !== undefined) throw unknownFlag(unknown, scope);
  return { values: valuesOf(scope.flags, parsed.flags), positionals: [...parsed._] };
}

/** Returns the checked values of all flags; `raw` is what the library found, by the name of the flag. */
function valuesOf(flags: FlagDeclarations, raw: Readonly<Record<string, unknown>>): Record<string, FlagValue> {
  const values: Record<string, FlagValue> = {};
  for (const [key, flag] of Object.entries(flags)) values[key] = checkedValue(key, flag, raw[flagName(key)]);
  return values;
}

type Specification = { readonly type: typeof Boolean | typeof String | [typeof String]; readonly alias?: string };

function specifications(flags: FlagDeclarations): Record<string, Specification> {
  const result: Record<string, Specification> = {};
  for (const [key, flag] of Object.entries(flags)) {
    const type = flag.type === "boolean" ? Boolean : flag.isRepeatable === true ? [String] as [typeof String] : String;
    result[flagName(key)] = flag.short === undefined ? { type } : { type, alias: flag.short };
  }
  return result;
}

/** Writes `-n5` as `-n=5`: the library reads the former as two switches, people mean the value. */
function detachShortValues(words: readonly string[], flags: FlagDeclarations): string[] {
  const letters = new Set(Object.values(flags).flatMap((flag) => flag.type === "boolean" ? [] : flag.short ?? []));
  const end = words.indexOf("--");
  return words.map((word, at) => {
    const isBundled = /^-[A-Za-z][^=:.-]/.test(word) && letters.has(word.charAt(1)) && (end === -1 || at < end);
    return isBundled ? `${word.slice(0, 2)}=${word.slice(2)}` : word;
  });
}

function unknownFlag(name: string, scope: ParseScope): MemoryError {
  const typed = dashed(name);
  const closest = suggest(name, Object.keys(scope.flags).map(flagName));
  return new MemoryError(`Unknown flag "${typed}"`, {
    kind: "usage",
    hint: closest === undefined
      ? `"${scope.helpCommand}" lists the flags; text that begins with a dash goes after "--"`
      : `did you mean "${dashed(closest)}"?`,
  });
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function checkedValue(key: string, flag: FlagDeclaration, raw: unknown): FlagValue {
  if (flag.type === "boolean") return raw === true;
  if (raw === undefined && flag.isRepeatable === true) return [];
  if (Array.isArray(raw)) return raw.map((value) => checkedText(key, flag, String(value)));
  if (raw === undefined) return undefined;
  const text = checkedText(key, flag, String(raw));
  return flag.type === "integer" ? checkedInteger(key, flag, text) : text;
}

function checkedText(key: string, flag: FlagDeclaration, text: string): string {
  const name = `--${flagName(key)}`;
  if (text === "") {
    throw new MemoryError(`Missing value for "${name}"`, {
      kind: "usage",
      hint: `write "${name}=${flag.value ?? "VALUE"}"`,
    });
  }
  if (flag.choices === undefined || flag.choices.includes(text)) return text;
  const closest = suggest(text, flag.choices);
  throw new MemoryError(`Invalid value "${text}" for "${name}": it should be one of ${flag.choices.join(", ")}`, {
    kind: "usage",
    ...(closest === undefined ? {} : { hint: `did you mean "${closest}"?` }),
  });
}

function checkedInteger(key: string, flag: FlagDeclaration, text: string): number {
  const minimum = flag.minimum ?? 0;
  const maximum = flag.maximum ?? Number.MAX_SAFE_INTEGER;
  // A Chinese keyboard writes full-width figures.
  const plain = text.normalize("NFKC");
  const value = /^-?\d+$/.test(plain) ? Number(plain) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  const range = flag.maximum === undefined ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`;
  throw new MemoryError(`Invalid value "${text}" for "--${flagName(key)}": it should be a whole number ${range}`, {
    kind: "usage",
  });
}
