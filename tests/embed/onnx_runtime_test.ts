import { expect, test } from "bun:test";
import { loadOnnxRuntime } from "../../src/embed/onnx_runtime.ts";
import { skips } from "../support/skips.ts";

// The package of source runs has no library for macOS on Intel; `make dist` takes an older one for that.
const isAbsent = process.platform === "darwin" && process.arch === "x64";

test.skipIf(skips(isAbsent, "no ONNX Runtime for macOS on Intel"))(
  "ONNX Runtime is loaded and its library tells its version",
  async () => {
    const part = await loadOnnxRuntime("/nonexistent");
    const { version } = await Bun.file(`${import.meta.dir}/../../node_modules/onnxruntime-node/package.json`).json();
    expect(part).toEqual({ name: "onnxruntime", version, isLoaded: true, reason: null, hint: null });
  },
);
