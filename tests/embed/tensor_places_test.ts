/** Reading single tensors of a model's files, and what is said of files that are not what the list says. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTensors, TENSOR_INDEX } from "../../src/embed/tensor_places.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-tensors-"));
  writeFileSync(join(folder, "a"), "0123456789");
  writeFileSync(join(folder, "b"), "abcdef");
  const places = { x: { file: "a", offset: 2, length: 6 }, y: { file: "b", offset: 0, length: 6 } };
  writeFileSync(join(folder, TENSOR_INDEX), JSON.stringify(places));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("parts of tensors are put where they are wanted, also when the folder is gone meanwhile", () => {
  const tensors = openTensors(folder);
  rmSync(folder, { recursive: true });
  const memory = new Uint8Array(8).fill(46);
  tensors.read(memory, { name: "x", from: 1, length: 3, to: 1 });
  tensors.read(memory, { name: "y", length: 2, to: 6 });
  expect(new TextDecoder().decode(memory)).toBe(".345..ab");
  tensors.close();
  tensors.close();
});

test("no byte behind a tensor is read, and none of a tensor that is not there", () => {
  const tensors = openTensors(folder);
  const memory = new Uint8Array(8);
  expect(() => tensors.read(memory, { name: "x", from: 4, length: 3, to: 0 })).toThrow('"x" has 6 bytes, expected 7');
  expect(() => tensors.read(memory, { name: "z", length: 1, to: 0 })).toThrow('"z" has 0 bytes, expected 1');
  tensors.close();
});

test("a file that is too short is told when it is opened, and one that was cut later when it is read", () => {
  const tensors = openTensors(folder);
  truncateSync(join(folder, "b"), 3);
  expect(() => tensors.read(new Uint8Array(8), { name: "y", length: 6, to: 0 })).toThrow("was cut from 6 to 3 bytes");
  tensors.close();
  expect(() => openTensors(folder)).toThrow(`"${folder}/b" has 3 bytes, expected 6`);
  rmSync(join(folder, "b"));
  expect(() => openTensors(folder)).toThrow("ENOENT");
});
