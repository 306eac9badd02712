import { describe, expect, test } from "bun:test";
import { flagName } from "../../src/cmd/_declare.ts";
import { loadSheets } from "../../src/cmd/_completion/sheet.ts";
import { GLOBAL_FLAGS } from "../../src/cmd/_global_flags.ts";
import { commandHelp, usageLine } from "../../src/cmd/_help.ts";
import { textStyle } from "../../src/cmd/_style.ts";
import { COMMANDS } from "../../src/cmd/registry.ts";
import { VARIABLES } from "../../tools/variables.ts";
import { sourceFiles } from "../support/source_tree.ts";

const sheets = await loadSheets(COMMANDS);
const plain = textStyle(false);

describe.each(sheets)("the declaration of $name", ({ name, summary, declaration }) => {
  const flags = Object.entries(declaration.flags);

  test("has a summary of one line that begins upper-case and ends without a stop", () => {
    expect(summary).toMatch(/^[A-Z][^\n]{5,70}[^.\n]$/);
  });

  test("describes every flag and argument in the same manner", () => {
    const described = [
      ...flags.map(([, flag]) => flag.description),
      ...declaration.arguments.map((each) => each.description),
    ];
    for (const description of described) expect(description).toMatch(/^[A-Z][^\n]*[^.\n]$/);
  });

  test("names the value of every flag that takes one", () => {
    for (const [, flag] of flags) expect(flag.value === undefined).toBe(flag.type === "boolean");
  });

  test("takes no name or letter from the flags of every command", () => {
    const letters = Object.values(GLOBAL_FLAGS).flatMap((flag) => "short" in flag ? [flag.short] : []) as string[];
    for (const [key, flag] of flags) {
      expect(Object.keys(GLOBAL_FLAGS)).not.toContain(key);
      expect(letters).not.toContain(flag.short ?? "");
    }
  });

  test("has its required arguments first, and only a variadic one last", () => {
    const optional = declaration.arguments.findIndex((argument) => argument.isRequired !== true);
    if (optional !== -1) {
      expect(declaration.arguments.slice(optional).every((each) => each.isRequired !== true)).toBe(true);
    }
    expect(declaration.arguments.slice(0, -1).every((each) => each.isVariadic !== true)).toBe(true);
  });

  test("has examples whose flags exist", () => {
    const known = new Set([...flags.map(([key]) => flagName(key)), ...Object.keys(GLOBAL_FLAGS).map(flagName)]);
    for (const { command } of declaration.examples) {
      const own = command.split("|").find((part) => part.includes(`memory ${name}`)) ?? "";
      for (const [, flag] of own.split(" -- ")[0]?.matchAll(/ --([a-z-]+)/g) ?? []) {
        expect([...known]).toContain(flag ?? "");
      }
    }
  });

  test("is shown in full on its help page", () => {
    const page = commandHelp({ name, summary, load: () => Promise.reject(new Error("unused")) }, declaration, plain);
    expect(page).toContain(usageLine(name, declaration));
    for (const [key, flag] of flags) {
      expect(page).toContain(`--${flagName(key)}`);
      expect(page).toContain(flag.description);
    }
    for (const { command } of declaration.examples) expect(page).toContain(command);
    expect(page.split("\n").filter((line) => line.length > 160)).toEqual([]);
  });
});

test("words that people try are commands or lead to one", () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(["init", "note", "search", "get", "bootstrap", "dream", "index", "status"]),
  );
});

test("every environment variable that the program reads is documented, and no other", () => {
  const read = sourceFiles().flatMap(({ text }) => [...text.matchAll(/"((?:MEMORY|XDG)_[A-Z_]+|NO_COLOR)"/g)]);
  expect(VARIABLES.map(({ name }) => name).sort()).toEqual([...new Set(read.map((match) => match[1] ?? ""))].sort());
});
