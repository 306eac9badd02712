import { expect, test } from "bun:test";
import { skips } from "../support/skips.ts";
import { ROOT } from "../support/source_tree.ts";
import { loadKernels } from "../../src/base/load_kernels.ts";

/** A module with this much memory, in pages of 64 KiB. */
function moduleWith(...pages: readonly number[]): string {
  const memory = [1, 0, ...pages];
  const exported = [1, 1, 0x6d, 2, 0];
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 5, memory.length, ...memory, 7, exported.length, ...exported];
  return Buffer.from(bytes).toString("base64");
}

test("a module that runs here is loaded", () => {
  expect(loadKernels(moduleWith(1))?.["m"]).toBeInstanceOf(WebAssembly.Memory);
});

test("what is no module, or needs what is not known here, is left to the slower way", () => {
  expect(loadKernels("")).toBeNull();
  expect(loadKernels(Buffer.from("no module").toString("base64"))).toBeNull();
});

test.skipIf(skips(process.platform !== "linux", "limits of memory are set by ulimit"))(
  "and so is what the system gives no room for",
  () => {
    const path = JSON.stringify(`${ROOT}/src/base/load_kernels.ts`);
    // Four gigabytes of memory in a process that may have no more than three.
    const script = `const { loadKernels } = await import(${path});
      console.log(loadKernels("${moduleWith(0x80, 0x80, 4)}"));`;
    const words = ["sh", "-c", 'ulimit -v 3000000; exec "$0" -e "$1"', process.execPath, script];
    expect(Bun.spawnSync(words).stdout.toString().trim()).toBe("null");
  },
);
