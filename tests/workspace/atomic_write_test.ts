import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../src/base/errors.ts";
import { sha256Hex } from "../../src/base/hash.ts";
import { writeFileAtomic } from "../../src/workspace/atomic_write.ts";
import { errorOf } from "../support/error_of.ts";

let root: string;
let file: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "memory-atomic-")));
  file = join(root, "MEMORY.md");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("writeFileAtomic", () => {
  test("creates a file, with its folders", () => {
    const deep = join(root, "a", "b", "x.md");
    expect(writeFileAtomic(deep, "text\n")).toBe("written");
    expect(readFileSync(deep, "utf8")).toBe("text\n");
    expect(readdirSync(join(root, "a", "b"))).toEqual(["x.md"]);
  });

  test("writes bytes as they are", () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0, 10, 13]);
    writeFileAtomic(file, bytes);
    expect(new Uint8Array(readFileSync(file))).toEqual(bytes);
  });

  test("gives a new file the wanted mode and lets an old one keep its own", () => {
    writeFileAtomic(file, "1", { mode: 0o600 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o664);
    writeFileAtomic(file, "2", { mode: 0o600 });
    expect(statSync(file).mode & 0o777).toBe(0o664);
  });

  test("replaces the file that the caller read, and no other", () => {
    writeFileSync(file, "old");
    expect(writeFileAtomic(file, "new", { expectedHash: sha256Hex("old") })).toBe("written");
    expect(writeFileAtomic(file, "newer", { expectedHash: sha256Hex("old") })).toBe("changed");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(readdirSync(root)).toEqual(["MEMORY.md"]);
  });

  test("says changed when the file is gone", () => {
    expect(writeFileAtomic(file, "new", { expectedHash: sha256Hex("old") })).toBe("changed");
    expect(existsSync(file)).toBe(false);
  });

  test("creates exclusively where there must be no file", () => {
    expect(writeFileAtomic(file, "first", { expectedHash: null })).toBe("written");
    expect(writeFileAtomic(file, "second", { expectedHash: null })).toBe("changed");
    expect(readFileSync(file, "utf8")).toBe("first");
    expect(statSync(file).nlink).toBe(1);
    expect(readdirSync(root)).toEqual(["MEMORY.md"]);
  });

  test("writes through a link and leaves it a link", () => {
    mkdirSync(join(root, "real"));
    const target = join(root, "real", "core.md");
    writeFileSync(target, "old");
    symlinkSync("real/core.md", file);
    writeFileAtomic(file, "new", { within: root });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toBe("new");
    expect(readdirSync(root).sort()).toEqual(["MEMORY.md", "real"]);
  });

  test("refuses a link that leads out, of the file or of a folder above, even to what does not exist", () => {
    const outside = mkdtempSync(join(tmpdir(), "memory-outside-"));
    try {
      writeFileSync(join(outside, "x.md"), "theirs");
      symlinkSync(join(outside, "x.md"), file);
      symlinkSync(outside, join(root, "memory"));
      for (const path of [file, join(root, "memory", "y.md"), join(root, "memory", "deep", "er", "y.md")]) {
        expect(errorOf(() => writeFileAtomic(path, "mine", { within: root })).message).toContain("outside");
      }
      expect(readdirSync(outside)).toEqual(["x.md"]);
      expect(readFileSync(join(outside, "x.md"), "utf8")).toBe("theirs");
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  test("refuses a link that leads nowhere, a circle of links, and a folder", () => {
    symlinkSync("missing.md", join(root, "a.md"));
    symlinkSync("c.md", join(root, "b.md"));
    symlinkSync("b.md", join(root, "c.md"));
    mkdirSync(join(root, "d.md"));
    for (const name of ["a.md", "b.md", "d.md"]) {
      const error = errorOf(() => writeFileAtomic(join(root, name), "x"));
      expect(error).toBeInstanceOf(MemoryError);
      expect(error.message).toStartWith("Cannot write ");
    }
    expect(readdirSync(root).sort()).toEqual(["a.md", "b.md", "c.md", "d.md"]);
  });

  test("does not touch other names of the old file", () => {
    writeFileSync(file, "old");
    linkSync(file, join(root, "copy.md"));
    writeFileAtomic(file, "new");
    expect(readFileSync(join(root, "copy.md"), "utf8")).toBe("old");
  });

  test("takes a name as long as the file system does", () => {
    const long = join(root, `${"n".repeat(252)}.md`);
    writeFileAtomic(long, "x");
    expect(readFileSync(long, "utf8")).toBe("x");
  });
});
