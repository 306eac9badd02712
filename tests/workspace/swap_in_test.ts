import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "../../src/base/hash.ts";
import { exchangeFiles } from "../../src/workspace/exchange_files.ts";
import { isConflictCopy } from "../../src/workspace/left_out_names.ts";
import { hasHeld, recoverHeld, swapIn } from "../../src/workspace/swap_in.ts";

let root: string;
let target: string;
let temp: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "memory-swap-")));
  target = join(root, "MEMORY.md");
  temp = join(root, ".memory-0011223344556677.tmp");
  writeFileSync(target, "old");
  writeFileSync(temp, "ours");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const text = () => readFileSync(target, "utf8");

function swapAfter(deeds: readonly (() => void)[] = [], settle: () => void = () => undefined) {
  const swap = { temp, target, bytes: Buffer.from("ours"), expected: sha256Hex("old") };
  return swapIn(swap, { exchange: exchangeAfter(...deeds), settle });
}

/** Exchanges by three renames, after something was done: an editor saves, or the process is killed. */
function exchangeAfter(...deeds: readonly (() => void)[]) {
  const left = [...deeds];
  return (a: string, b: string) => {
    left.shift()?.();
    const aside = join(root, "aside");
    renameSync(a, aside);
    renameSync(b, a);
    renameSync(aside, b);
    return true;
  };
}

const save = (words: string) => () => writeFileSync(target, words);

/** An editor that writes a file of its own and renames it. */
const replace = (words: string) => () => {
  writeFileSync(join(root, "x"), words);
  renameSync(join(root, "x"), target);
};

function killed(): never {
  throw new Error("killed");
}

test("the system exchanges two files, or says that it does not", () => {
  const isAble = exchangeFiles(temp, target);
  expect([readFileSync(temp, "utf8"), text()]).toEqual(isAble ? ["old", "ours"] : ["ours", "old"]);
  expect(exchangeFiles(join(root, "gone"), target)).toBe(false);
  if (process.platform === "linux") expect(isAble).toBe(true);
});

describe("a file is put in place", () => {
  test("of the one that was read, and nothing else is left", () => {
    expect(swapAfter()).toBe("written");
    expect([text(), readdirSync(root)]).toEqual(["ours", ["MEMORY.md"]]);
  });

  test.each([["written to", save], ["replaced", replace]])("unless it was %s in the last moment", (_title, edit) => {
    expect(swapAfter([edit("edited")])).toBe("changed");
    expect([text(), readdirSync(root)]).toEqual(["edited", ["MEMORY.md"]]);
  });

  test("unless somebody who had it open writes when it is out already", () => {
    const late = () =>
      readdirSync(root).filter((name) => name.endsWith(".held")).forEach((name) =>
        appendFileSync(join(root, name), " and late")
      );
    expect(swapAfter([], late)).toBe("changed");
    expect([text(), readdirSync(root)]).toEqual(["old and late", ["MEMORY.md"]]);
  });

  test("and what is appended to it before an edit is put back goes on behind that edit", () => {
    expect(swapAfter([save("edited"), () => appendFileSync(target, " and more")])).toBe("changed");
    expect([text(), readdirSync(root)]).toEqual(["edited and more", ["MEMORY.md"]]);
  });

  test("and of two edits as a whole the newer one stands, and the older one beside it", () => {
    expect(swapAfter([save("edited"), replace("edited twice")])).toBe("changed");
    const [copy = "", ...others] = readdirSync(root).filter((name) => name !== "MEMORY.md");
    expect(isConflictCopy(copy)).toBe(true);
    expect([text(), readFileSync(join(root, copy), "utf8"), others]).toEqual(["edited twice", "edited", []]);
  });

  test("not at all where the system cannot", () => {
    const swap = { temp, target, bytes: Buffer.from("ours"), expected: sha256Hex("old") };
    expect(swapIn(swap, { exchange: () => false, settle: () => undefined })).toBe("unable");
    expect([text(), readFileSync(temp, "utf8")]).toEqual(["old", "ours"]);
  });
});

describe("a kill", () => {
  test.each<[string, readonly (() => void)[], string]>([
    ["before the exchange leaves the file as it was", [killed], "old"],
    ["while an editor's text is put back leaves that text to be found", [save("edited"), killed], "edited"],
  ])("%s", (_title, deeds, words) => {
    expect(() => swapAfter(deeds)).toThrow("killed");
    expect(hasHeld(root)).toBe(true);
    recoverHeld(root, exchangeAfter());
    expect([text(), readdirSync(root)]).toEqual([words, ["MEMORY.md"]]);
  });

  test("right after the exchange leaves the new file, and the old one goes", () => {
    expect(() => swapAfter([], killed)).toThrow("killed");
    expect(recoverHeld(root, exchangeAfter())).toEqual([]);
    expect([text(), readdirSync(root)]).toEqual(["ours", ["MEMORY.md"]]);
  });

  test("leaves an editor's text beside what was saved since", () => {
    expect(() => swapAfter([save("edited"), killed])).toThrow("killed");
    writeFileSync(target, "saved later");
    const [copy = ""] = recoverHeld(root, exchangeAfter());
    expect(copy).toMatch(/\/MEMORY \(conflicted copy [0-9a-f]{6}\)\.md$/);
    expect([text(), readFileSync(copy, "utf8")]).toEqual(["saved later", "edited"]);
  });
});
