import { expect, test } from "bun:test";
import { loadOnnxRuntime } from "../../src/embed/onnx_runtime.ts";

// The package of source runs has no library for macOS on Intel; `make dist` takes an older one for that.
const isAbsent = process.platform === "darwin" && process.arch === "x64";

test.skipIf(isAbsent)("ONNX Runtime is loaded and its library tells its version", async () => {
  const part = await loadOnnxRuntime("/nonexistent");
  const { version } = await Bun.file(`${import.meta.dir}/../../node_modules/onnxruntime-node/package.json`).json();
  expect(part).toEqual({ name: "onnxruntime", version, isLoaded: true, reason: null, hint: null });
});
