/** A hint that names a command which does not exist sends people round in circles. */
import { expect, test } from "bun:test";
import { COMMANDS } from "../../src/cmd/registry.ts";
import { sourceFiles } from "../support/source_tree.ts";

/** In code: the program's name, a command, and what follows it. */
const NAMED = /(?<!\bof)["'`(: ]memory (?<command>[a-z]+)(?: (?<word>[a-z][a-z-]*)\b)?/g;

/** Returns the commands that a text names and that are not there, or not with the action that it names. */
function wrongIn(text: string, actions: ReadonlyMap<string, readonly string[] | undefined>): string[] {
  return [...text.matchAll(NAMED)].flatMap((match) => {
    const { command = "", word } = match.groups ?? {};
    if (!actions.has(command)) return /\bhint\b/i.test(text) ? [match[0].slice(1)] : [];
    return word === undefined || actions.get(command)?.includes(word) !== false ? [] : [match[0].slice(1)];
  });
}

async function actionsByCommand(): Promise<Map<string, readonly string[] | undefined>> {
  const actions = new Map<string, readonly string[] | undefined>();
  for (const { name, load } of COMMANDS) {
    const [first] = (await load()).command.arguments;
    actions.set(name, first?.name === "ACTION" ? first.choices : undefined);
  }
  return actions;
}

test("every command that a text of the program names is there, with the action that it names", async () => {
  const actions = await actionsByCommand();
  const wrong = sourceFiles().flatMap(({ path, code }) =>
    code.split("\n").flatMap((line, at) => wrongIn(line, actions).map((named) => `${path}:${at + 1}: ${named}`))
  );
  expect(wrong).toEqual([]);
  expect(wrongIn('hint: "memory forgive that",', actions)).toEqual(["memory forgive that"]);
  expect(wrongIn("`memory config unset ${key}`", actions)).toEqual(["memory config unset"]);
});
