import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPart } from "../../src/base/assets/open_part.ts";
import { trialLoad, tryInChild } from "../../src/embed/trial_load.ts";

let folder = "";
beforeEach(() => folder = mkdtempSync(join(tmpdir(), "memory-trial-")));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const part = (trialMark: string | null) => ({
  folder,
  main: join(folder, "x.node"),
  files: ["x.node"],
  version: "1",
  trialMark,
});

test.skipIf(process.platform === "win32")("a child that crashes is told by its signal", () => {
  expect(tryInChild("process.kill(process.pid, 'SIGSEGV')")).toEqual({ kind: "crashed", how: "SIGSEGV" });
});

test("a child that fails by itself has not crashed", () => {
  expect(tryInChild("throw new Error('x')")).toEqual({ kind: "failed" });
  expect(tryInChild("process.exit(0)")).toEqual({ kind: "fine" });
});

test("a library that fails in a way that can be caught may be tried in this process, and leaves no mark", () => {
  const mark = join(folder, "mark");
  expect(trialLoad(part(mark))).toBeNull();
  expect(existsSync(mark)).toBe(false);
});

// The package of source runs has no library for macOS on Intel.
test.skipIf(process.platform === "darwin" && process.arch === "x64")("a library that loads leaves the mark", () => {
  const opened = openPart("onnxruntime", folder);
  if (opened.part === null) throw new Error(opened.obstacle.reason);
  const mark = join(folder, "mark");
  expect(trialLoad({ ...opened.part, trialMark: mark })).toBeNull();
  expect(existsSync(mark)).toBe(true);
});

test("run from source, nothing is tried and no mark is left", () => {
  expect(trialLoad(part(null))).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});
