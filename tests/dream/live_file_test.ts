import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileReader, readOnce } from "../../src/dream/live_file.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const PATH = "memory/2026-08-12.md";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

const reasonOf = (path: string) => {
  const file = fileReader(world.layout)(path);
  return "reason" in file ? file.reason : null;
};

describe("a file that gives no claims", () => {
  test("is one that is gone, a folder, binary, or a link, and the reason is named", () => {
    expect(reasonOf(PATH)).toBe(`"${PATH}" is gone`);
    mkdirSync(join(world.layout.memoryDir, "folder.md"));
    expect(reasonOf("memory/folder.md")).toContain("not a regular file");
    writeFileSync(join(world.layout.memoryDir, "binary.md"), Buffer.alloc(2000));
    expect(reasonOf("memory/binary.md")).toContain("is not read");
    world.write(PATH, "- The gateway listens on port 18790\n");
    symlinkSync(join(world.layout.root, PATH), join(world.layout.memoryDir, "link.md"));
    expect(reasonOf("memory/link.md")).toContain("is a link");
    expect(reasonOf(PATH)).toBeNull();
  });
});

test("a path that leads out of the workspace is not read, whether there is something or not", () => {
  for (
    const path of ["../outside.md", "/etc/passwd", "memory/../../outside.md", "C:\\notes.md", "~/x.md", "memory/a\0.md"]
  ) {
    expect(reasonOf(path)).toContain("does not lie in the workspace");
  }
});

test("a night sees one state of a file, a second look its present one", () => {
  world.write(PATH, "- The gateway listens on port 18790\n");
  const once = readOnce(fileReader(world.layout));
  const claims = (read: typeof once) => {
    const file = read(PATH);
    return "claims" in file ? file.claims().map(({ text }) => text) : [];
  };
  expect(claims(once)).toEqual(["The gateway listens on port 18790"]);
  world.write(PATH, "- The gateway listens on port 18791\n");
  expect(claims(once)).toEqual(["The gateway listens on port 18790"]);
  expect(claims(fileReader(world.layout))).toEqual(["The gateway listens on port 18791"]);
});
