/** The documents offer only commands and flags that exist. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flagName } from "../src/cmd/_declare.ts";
import { GLOBAL_FLAGS } from "../src/cmd/_global_flags.ts";
import { COMMANDS } from "../src/cmd/registry.ts";
import { ROOT } from "./support/source_tree.ts";

const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md"]
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)]).sort();

/** Flags of each command, and those of every command under the empty name. */
const flags = new Map<string, ReadonlySet<string>>([["", namesOf(GLOBAL_FLAGS)]]);
for (const { name, load } of COMMANDS) flags.set(name, namesOf((await load()).command.flags));

function namesOf(declared: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(declared).map(flagName));
}

/** Returns what a document tells the reader to type: code spans and lines of blocks that begin with `memory`. */
function calls(text: string): string[] {
  const spans = [...text.matchAll(/`(memory [^`\n]+)`/g)].map((match) => match[1] ?? "");
  const lines = [...text.matchAll(/^(?:\$ |0 3 \* \* \* {2})?(memory [a-z].*)$/gm)].map((match) => match[1] ?? "");
  return [...spans, ...lines];
}

/** Returns what is wrong with a call, or `null`. A call ends at a comment, a pipe or a redirection. */
function fault(call: string): string | null {
  const words = call.replace(/"[^"]*"|'[^']*'/g, "TEXT").split(/ [#|>]/)[0]?.split(/\s+/) ?? [];
  const name = words[1] ?? "";
  const known = flags.get(name);
  if (known === undefined) return /^[a-z]/.test(name) ? `no command "${name}"` : null;
  const unknown = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.slice(2).replace(/=.*/, ""))
    .find((flag) => !known.has(flag) && flags.get("")?.has(flag) !== true);
  return unknown === undefined ? null : `no flag "--${unknown}" of "${name}"`;
}

describe.each(documents)("%s", (document) => {
  test("offers only commands and flags that exist", () => {
    const text = readFileSync(join(ROOT, document), "utf8");
    expect(calls(text).map((call) => ({ call, fault: fault(call) })).filter((each) => each.fault !== null)).toEqual([]);
  });
});

test("a call of something that is not there would be found", () => {
  expect(["memory dreem", "memory search x --lmit 3"].map(fault)).toEqual([
    'no command "dreem"',
    'no flag "--lmit" of "search"',
  ]);
});
