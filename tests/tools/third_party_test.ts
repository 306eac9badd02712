import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledPackages, carried } from "../../tools/third_party.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-packages-"));
  for (const [name, license] of [["open", "MIT"], ["bound", "GPL-3.0-only"], ["silent", "MIT"]] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "package.json"), JSON.stringify({ version: "1.2.3", license }));
  }
  writeFileSync(join(folder, "open", "LICENCE.txt"), "\r\nMIT License\r\n\r\nCopyright (c) Ann\r\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every dependency of the program is in the executable and is named, and so is what its packages need", async () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const bundled = await bundledPackages();
  expect(Object.keys(dependencies).filter((name) => !bundled.includes(name))).toEqual([]);
  expect(bundled).toContain("readdirp");
  expect(bundled.filter((name) => /^(?:onnxruntime-web|sharp|fast-check)$/.test(name))).toEqual([]);
});

test("a package is carried with its version and the text of its licence", () => {
  expect(carried("open", folder)).toEqual({
    name: "open",
    version: "1.2.3",
    licence: "MIT",
    text: "MIT License\n\nCopyright (c) Ann",
  });
});

test("a package that asks for more than a notice, or says nothing, is refused", () => {
  expect(() => carried("bound", folder)).toThrow('"bound" is under "GPL-3.0-only"');
  expect(() => carried("silent", folder)).toThrow('"silent" brings no text');
});
