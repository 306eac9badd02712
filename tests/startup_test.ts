/** What the executable loads before it knows the command decides how fast every command starts (SPEC 12). */
import { describe, expect, test } from "bun:test";
import { sourceFiles, staticReach } from "./support/source_tree.ts";

const files = sourceFiles();

/** Every file and package that a file loads, split in two. */
function reachOf(path: string): { own: string[]; packages: string[] } {
  const reach = [...staticReach(path, files)].sort();
  const own = reach.filter((each) => each.startsWith("src/"));
  return { own, packages: reach.filter((each) => !own.includes(each)) };
}

describe("before the command is known", () => {
  const { own, packages } = reachOf("src/main.ts");

  test("only the command frame and the error type are loaded", () => {
    const allowed = /^src\/(?:main|cmd\/registry|cmd\/_\w+|base\/errors)\.ts$/;
    expect(own.filter((path) => !allowed.test(path))).toEqual([]);
    expect(own).toContain("src/cmd/registry.ts");
  });

  test("exactly three packages are loaded: the parser, the one for suggestions, and the version", () => {
    expect(packages).toEqual(["leven", "package.json", "type-flag"]);
  });
});

describe("with the app", () => {
  const { own, packages } = reachOf("src/app/app.ts");

  test("nothing is loaded that only vectors or models need", () => {
    expect(own.filter((path) => /^src\/(?:embed|model|agents|base\/assets)\//.test(path))).toEqual([]);
    expect(packages.filter((name) => /onnx|transformers|tokenizers|sharp|sqlite-vec|bun:ffi/.test(name))).toEqual([]);
  });
});

describe("anywhere in the program", () => {
  test("the embedding runtime is never a static import", () => {
    const users = files.filter((file) =>
      file.imports.some((each) => !each.isTypeOnly && /^(?:onnxruntime|@huggingface|sharp|bun:ffi)/.test(each.target))
    );
    expect(users.map((file) => file.path)).toEqual([]);
  });
});
