import { MemoryError } from "../base/errors.ts";
import type { ArgumentDeclaration } from "./_declare.ts";
import { suggest } from "./_suggest.ts";

/**
 * Checks positional words against a command's arguments and returns them.
 *
 * @throws {MemoryError} usage: one is missing, one is too many, or one is none of its choices
 */
export function checkArguments(
  words: readonly string[],
  declared: readonly ArgumentDeclaration[],
  helpCommand: string,
): readonly string[] {
  const missing = declared[words.length];
  if (missing?.isRequired === true) {
    throw new MemoryError(`Missing argument ${missing.name}: ${missing.description}`, {
      kind: "usage",
      hint: missing.choices === undefined
        ? `"${helpCommand}" shows how it is used`
        : `it is one of ${missing.choices.join(", ")}; "${helpCommand}" shows how it is used`,
    });
  }
  const extra = declared.at(-1)?.isVariadic === true ? undefined : words[declared.length];
  if (extra !== undefined) {
    throw new MemoryError(`Unexpected argument "${extra}"`, {
      kind: "usage",
      hint: declared.length === 0 ? `"${helpCommand}" shows how it is used` : "put quotes around text with spaces",
    });
  }
  declared.forEach((argument, at) => checkChoice(argument, words[at]));
  return words;
}

function checkChoice(argument: ArgumentDeclaration, word: string | undefined): void {
  const { choices } = argument;
  if (word === undefined || choices === undefined || choices.includes(word)) return;
  const closest = suggest(word, choices);
  throw new MemoryError(`Invalid ${argument.name} "${word}": it should be one of ${choices.join(", ")}`, {
    kind: "usage",
    ...(closest === undefined ? {} : { hint: `did you mean "${closest}"?` }),
  });
}
