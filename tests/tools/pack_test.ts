/** What the build embeds, with packages and a model that are a few bytes long. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nativeFiles, PART_NAMES, VERSION_FILES } from "../../src/base/assets/native_files.ts";
import { ROOT } from "../support/source_tree.ts";

/** What the packing returns, as far as it is looked at here. */
interface Outcome {
  readonly names: readonly string[];
  readonly missing: readonly string[];
  readonly error?: string;
}

/** Begins like a program for Linux on x64. */
const ELF = new Uint8Array(128);
ELF.set([0x7f, 0x45, 0x4c, 0x46]);
ELF[18] = 0x3e;

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memory-pack-"));
  for (const name of PART_NAMES) {
    const native = nativeFiles(name, "linux", "x64");
    if (native === null) throw new Error(`No files of ${name}`);
    const folder = join(root, native.origin, native.packageName);
    for (const file of native.files) write(join(folder, native.folder, file), ELF);
    write(join(folder, VERSION_FILES[native.origin]), new TextEncoder().encode('{"version": "1.2.3"}'));
  }
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** Packs in a process of its own, since the result lies below the current folder. */
function packed(): Outcome {
  const code = `
    const { pack } = await import("${ROOT}/tools/natives/pack.ts");
    const { TARGETS } = await import("${ROOT}/tools/natives/targets.ts");
    const target = TARGETS.find(({ name }) => name === "linux-x64");
    try {
      const { manifest, missing } = pack(target, { package: ["package"], made: ["made"] });
      console.log(JSON.stringify({ names: manifest.parts.map((part) => part.name + " " + part.version), missing }));
    } catch (error) {
      console.log(JSON.stringify({ names: [], missing: [], error: error.message }));
    }`;
  return JSON.parse(Bun.spawnSync([process.execPath, "-e", code], { cwd: root }).stdout.toString());
}

const filesIn = () => [...new Bun.Glob("**").scanSync(join(root, "build/linux-x64/natives"))].sort();

test("libraries and model are packed, each with the version of where it comes from", () => {
  expect(packed()).toEqual({ names: PART_NAMES.map((name) => `${name} 1.2.3`), missing: [] });
  expect(filesIn()).toContain("embedding-model/model.onnx_data.0.zst");
});

test("a model that was not made is missing, and nothing of an earlier one is left to embed", () => {
  packed();
  rmSync(join(root, "made"), { recursive: true });
  expect(packed()).toEqual({ names: ["sqlite-vec 1.2.3", "onnxruntime 1.2.3"], missing: ["embedding-model"] });
  expect(filesIn().filter((path) => path.startsWith("embedding-model"))).toEqual([]);
  expect(filesIn()).toContain("manifest.json");
});

test("a package that is not there, or is for another machine, ends the build", () => {
  write(join(root, "package/sqlite-vec-linux-x64/vec0.so"), new Uint8Array(128));
  expect(packed().error).toContain("is for an unknown machine, not for linux-x64");
  rmSync(join(root, "package/sqlite-vec-linux-x64"), { recursive: true });
  expect(packed().error).toBe('The package "sqlite-vec-linux-x64" is not in package');
});
