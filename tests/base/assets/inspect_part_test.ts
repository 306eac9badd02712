import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectFiles } from "../../../src/base/assets/inspect_part.ts";
import { unpack } from "../../../src/base/assets/unpack.ts";
import { packedPart } from "../../support/packed_part.ts";

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "memory-inspect-"));
});
afterEach(() => rmSync(cache, { recursive: true }));

const part = packedPart("inspected");

function unpacked(): string {
  const outcome = unpack(part, cache);
  if (outcome.kind !== "ready") throw new Error(outcome.reason);
  return outcome.path;
}

function states(folder: string): string[] {
  return inspectFiles(folder, part.files).map(({ state }) => state);
}

test("files as they were unpacked are intact", () => {
  expect(states(unpacked())).toEqual(["intact", "intact"]);
});

test("a changed byte is seen although size and time are as they were", () => {
  const folder = unpacked();
  const file = join(folder, "main.so");
  const { atime, mtime, size } = statSync(file);
  writeFileSync(file, "x".repeat(size));
  utimesSync(file, atime, mtime);
  expect(states(folder)).toEqual(["altered", "intact"]);
});

test("a longer file, a link to the right bytes and a file that is gone are named as what they are", () => {
  const folder = unpacked();
  writeFileSync(join(folder, "main.so"), "longer than it was before".repeat(10));
  rmSync(join(folder, "second.so"));
  expect(states(folder)).toEqual(["altered", "absent"]);
  const second = part.files.find(({ name }) => name === "second.so");
  if (second === undefined) throw new Error("There is no second file");
  writeFileSync(join(cache, "elsewhere.so"), Buffer.concat([...part.read(second)]));
  symlinkSync(join(cache, "elsewhere.so"), join(folder, "second.so"));
  expect(states(folder)).toEqual(["altered", "altered"]);
});

test("a folder that is not there is only looked for", () => {
  expect(states(join(cache, "nowhere"))).toEqual(["absent", "absent"]);
  expect(statSync(join(cache, "nowhere"), { throwIfNoEntry: false })).toBeUndefined();
});
