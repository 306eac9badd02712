import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chunkTexts } from "../../bench/chunk_texts.ts";
import { ITEMS_FOR_TEN_CHUNKS, QUESTIONS, writeCorpus } from "../../bench/corpus.ts";
import { randomFrom } from "../../bench/random.ts";
import { tokenise } from "../../src/base/text/tokenise.ts";

let folders: string[] = [];
beforeEach(() => folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "memory-corpus-"))));
afterEach(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

describe("the bench corpus", () => {
  test("is the same for the same seed, and another one for another", () => {
    const texts = [7, 8].map((seed, at) => {
      writeCorpus(folders[at] ?? "", { files: 2, itemsPerFile: 5, seed });
      return read(folders[at] ?? "");
    });
    writeCorpus(folders[1] ?? "", { files: 2, itemsPerFile: 5, seed: 7 });
    expect(texts[1]).not.toEqual(texts[0]);
    expect(read(folders[1] ?? "")).toEqual(texts[0] ?? []);
  });

  test("makes ten chunks a file, and every question finds some of them", () => {
    const [folder = ""] = folders;
    writeCorpus(folder, { files: 60, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: 20260819 });
    const chunks = chunkTexts(folder);
    expect(chunks.length / 60).toBeGreaterThan(9.5);
    expect(chunks.length / 60).toBeLessThan(10.5);
    const words = chunks.map((text) => new Set(tokenise(text).map((token) => token.text)));
    const found = QUESTIONS.map((question) => {
      const asked = tokenise(question).map((token) => token.text);
      return words.filter((each) => asked.some((word) => each.has(word))).length;
    });
    expect(Math.min(...found)).toBeGreaterThan(0);
  });
});

test("random numbers of one seed never change", () => {
  const random = randomFrom(1);
  expect([random.below(1000), random.below(1000), random.below(1000)]).toEqual([627, 2, 527]);
});

function read(folder: string): string[] {
  return readdirSync(join(folder, "memory")).sort().map((name) => readFileSync(join(folder, "memory", name), "utf8"));
}
