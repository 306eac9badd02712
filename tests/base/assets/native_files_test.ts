import { expect, test } from "bun:test";
import { nativeFiles, PART_NAMES } from "../../../src/base/assets/native_files.ts";
import { TARGETS } from "../../../tools/natives/targets.ts";

test("every target has every part", () => {
  const missing = TARGETS.flatMap((target) =>
    PART_NAMES.filter((name) => nativeFiles(name, target.platform, target.arch) === null)
  );
  expect(missing).toEqual([]);
});

test("macOS on Intel takes the last ONNX Runtime that was made for it", () => {
  expect(nativeFiles("onnxruntime", "darwin", "x64")?.packageName).toBe("onnxruntime-node-1.23.2");
});

test("a machine that nobody builds for has no parts", () => {
  expect(nativeFiles("sqlite-vec", "freebsd", "x64")).toBeNull();
});
