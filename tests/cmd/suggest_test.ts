import { expect, test } from "bun:test";
import { suggest } from "../../src/cmd/_suggest.ts";

const COMMANDS = ["init", "note", "index", "search", "get", "bootstrap", "dream", "config", "status", "help"];

test("suggests the word that a slip most likely means", () => {
  const slips = { serach: "search", seach: "search", stats: "status", nte: "note", dreams: "dream", conf: "config" };
  for (const [typed, meant] of Object.entries(slips)) expect(suggest(typed, COMMANDS)).toBe(meant);
});

test("takes the beginning of a word for the word", () => {
  expect(suggest("boot", COMMANDS)).toBe("bootstrap");
});

test("ignores case", () => {
  expect(suggest("SEARCH", COMMANDS)).toBe("search");
});

test("suggests nothing that shares nothing", () => {
  for (const typed of ["xyzzy", "zz", "", "rm"]) expect(suggest(typed, COMMANDS)).toBeUndefined();
});
