import type { CommandDeclaration, CommandEntry, Completion, FlagDeclaration, FlagDeclarations } from "../_declare.ts";
import { flagName } from "../_declare.ts";
import { GLOBAL_FLAGS } from "../_global_flags.ts";

/** What the last word of a command line is. */
export interface Wanted {
  /** As it is declared. */
  readonly completion: Completion;
  /** How its value begins: of `--session=ab` what follows the sign. */
  readonly prefix: string;
  /** The arguments before it. */
  readonly before: readonly string[];
  /** Values of `--workspace` and `--data-dir`, as far as they were typed. */
  readonly place: { readonly workspace: string | undefined; readonly dataDir: string | undefined };
}

/** Returns what the last word is, by the declaration of the command; `null` if nothing is declared for it. */
export async function findWanted(words: readonly string[], commands: readonly CommandEntry[]): Promise<Wanted | null> {
  const walk: Walk = { command: null, before: [], flag: null, isLiteral: false, values: new Map() };
  for (const word of words.slice(0, -1)) await step(walk, word, commands);
  const last = words.at(-1) ?? "";
  const { command, flag, before } = walk;
  const place = { workspace: walk.values.get("workspace"), dataDir: walk.values.get("data-dir") };
  const wanted = (declared: Pick<FlagDeclaration, "completion"> | undefined, prefix: string): Wanted | null =>
    declared?.completion === undefined ? null : { completion: declared.completion, prefix, before, place };
  if (flag !== null) return wanted(flag, last);
  const [, name, value = ""] = /^--([^=]+)=(.*)$/s.exec(last) ?? [];
  if (name !== undefined && !walk.isLiteral) return wanted(flagOf(walk, `--${name}`)?.[1], value);
  if (command === null || (last.startsWith("-") && !walk.isLiteral)) return null;
  const { arguments: declared } = command;
  const end = declared.at(-1);
  return wanted(declared[before.length] ?? (end?.isVariadic === true ? end : undefined), last);
}

interface Walk {
  command: CommandDeclaration | null;
  readonly before: string[];
  /** The flag whose value comes next. */
  flag: FlagDeclaration | null;
  /** After `--` no word is a flag. */
  isLiteral: boolean;
  readonly values: Map<string, string>;
}

async function step(walk: Walk, word: string, commands: readonly CommandEntry[]): Promise<void> {
  if (walk.flag !== null) {
    const [name = ""] = Object.entries(GLOBAL_FLAGS).find(([, flag]) => flag === walk.flag) ?? [];
    walk.values.set(flagName(name), word);
    walk.flag = null;
  } else if (walk.isLiteral || !word.startsWith("-") || word === "-") {
    if (walk.command !== null) walk.before.push(word);
    else walk.command = (await commands.find(({ name }) => name === word)?.load())?.command ?? UNKNOWN;
  } else if (word === "--") {
    walk.isLiteral = true;
  } else {
    const [typed = "", value] = splitAtSign(word);
    const [name, flag] = flagOf(walk, typed) ?? ["", null];
    if (flag === null || flag.type === "boolean") return;
    if (value === undefined) walk.flag = flag;
    else walk.values.set(name, value);
  }
}

/** A command that nobody declared takes nothing. */
const UNKNOWN: CommandDeclaration = { arguments: [], flags: {}, examples: [], output: "text", run: () => NOTHING };
const NOTHING = { json: {}, text: () => "" };

function splitAtSign(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function flagOf({ command }: Walk, typed: string): [string, FlagDeclaration] | undefined {
  const flags: FlagDeclarations = { ...GLOBAL_FLAGS, ...command?.flags };
  return Object.entries(flags).map(([key, flag]): [string, FlagDeclaration] => [flagName(key), flag])
    .find(([name, { short }]) => typed === `--${name}` || typed === `-${short}`);
}
