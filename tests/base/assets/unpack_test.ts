import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PackedPart } from "../../../src/base/assets/part_source.ts";
import { unpack } from "../../../src/base/assets/unpack.ts";
import { packedPart } from "../../support/packed_part.ts";
import { skips } from "../../support/skips.ts";

let base = "";
let cache = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "memory-unpack-"));
  cache = join(base, "cache", "memory");
});
afterEach(() => {
  chmodSync(base, 0o700);
  rmSync(base, { recursive: true, force: true });
});

const part = packedPart("one");

/** Unpacks and returns the folder; fails the test if it was blocked. */
function ready(which: PackedPart = part): string {
  const outcome = unpack(which, cache);
  if (outcome.kind !== "ready") throw new Error(outcome.reason);
  return outcome.path;
}

/** Unpacks and returns the reason and the hint; fails the test if it was not blocked. */
function blocked(which: PackedPart = part): { reason: string; hint: string | null } {
  const outcome = unpack(which, cache);
  if (outcome.kind !== "blocked") throw new Error("it was not blocked");
  return outcome;
}

/** Returns a part whose `read` must not be called. */
function unreadable(which: PackedPart): PackedPart {
  return {
    ...which,
    read: () => {
      throw new Error("unpacked again");
    },
  };
}

describe("unpacking into an empty cache", () => {
  test("writes every file into one private folder named after content and version", () => {
    const path = ready();
    expect(path).toBe(join(cache, `sqlite-vec-1.2.3-${part.hash}`));
    expect(readFileSync(join(path, "second.so"), "utf8")).toBe("second of one");
    expect(lstatSync(path).mode & 0o777).toBe(0o700);
    expect(lstatSync(cache).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(path, "main.so")).mode & 0o777).toBe(0o600);
  });

  test("leaves no temporary folder", () => {
    ready();
    expect(readdirSync(cache)).toEqual([`sqlite-vec-1.2.3-${part.hash}`]);
  });

  test("refuses content that does not have the hash of the manifest, and leaves nothing", () => {
    const wrong = { ...part, read: () => [new TextEncoder().encode("other")] };
    expect(blocked(wrong).reason).toContain("does not have the hash");
    expect(readdirSync(cache)).toEqual([]);
  });

  test("gives the same folder to twenty processes at once", async () => {
    const child = join(import.meta.dir, "unpack_child.ts");
    const outputs = await Promise.all(Array.from({ length: 20 }, async () => {
      const process = Bun.spawn([Bun.argv[0] ?? "bun", child, cache], { stdout: "pipe", stderr: "pipe" });
      return await new Response(process.stdout).text();
    }));
    expect(new Set(outputs).size).toBe(1);
    expect(outputs[0]).toContain('"ready"');
    expect(readdirSync(cache)).toHaveLength(1);
  }, 240_000);
});

describe("a cache that is filled", () => {
  test("is used without unpacking again", () => {
    ready();
    expect(ready(unreadable(part))).toContain(part.hash);
  });

  test("is hashed again when a time changed, and still used", () => {
    const path = ready();
    const stamp = readFileSync(join(path, "verified.json"), "utf8");
    utimesSync(join(path, "main.so"), new Date(0), new Date(0));
    expect(ready(unreadable(part))).toBe(path);
    expect(readFileSync(join(path, "verified.json"), "utf8")).not.toBe(stamp);
  });

  test("is made anew when a file was changed, and nothing of the old one is left", () => {
    const path = join(ready(), "main.so");
    const right = readFileSync(path, "utf8");
    appendFileSync(path, "x");
    expect(readFileSync(join(ready(), "main.so"), "utf8")).toBe(right);
    expect(readdirSync(cache)).toEqual([`sqlite-vec-1.2.3-${part.hash}`]);
  });

  test("is made anew when a file was changed without changing its size and modification time", () => {
    const path = join(ready(), "main.so");
    const right = readFileSync(path, "utf8");
    const { atime, mtime, size } = lstatSync(path);
    writeFileSync(path, "y".repeat(size));
    utimesSync(path, atime, mtime);
    expect(readFileSync(join(ready(), "main.so"), "utf8")).toBe(right);
  });

  test("is made anew when a file is a link, even to the right content; what it led to stays", () => {
    const path = join(ready(), "main.so");
    const elsewhere = join(base, "elsewhere.so");
    writeFileSync(elsewhere, readFileSync(path));
    rmSync(path);
    symlinkSync(elsewhere, path);
    expect(lstatSync(join(ready(), "main.so")).isFile()).toBe(true);
    expect(lstatSync(elsewhere).isFile()).toBe(true);
  });

  test("is made anew when a cleaner took a file away", () => {
    rmSync(join(ready(), "second.so"));
    expect(readFileSync(join(ready(), "second.so"), "utf8")).toBe("second of one");
    expect(readdirSync(cache)).toHaveLength(1);
  });
});

describe("a cache folder that cannot be trusted or used", () => {
  test.each([0o770, 0o707, 0o777])("is refused with mode %o", (mode) => {
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, mode);
    expect(blocked().reason).toContain("can be written by others");
    expect(blocked().hint).toBe(`run chmod 700 "${cache}"`);
  });

  test("is refused when the unpacked folder can be written by others", () => {
    chmodSync(ready(), 0o775);
    expect(blocked().reason).toContain("can be written by others (mode 775)");
  });

  test("is refused when a file is in its way", () => {
    mkdirSync(join(base, "cache"));
    writeFileSync(cache, "");
    expect(blocked().hint).toContain("MEMORY_CACHE_DIR");
    expect(blocked().reason).toContain(cache);
  });

  test.skipIf(skips(process.getuid?.() === 0, "root writes anywhere; tests/faults runs this as another user"))(
    "is refused in words when it is read-only",
    () => {
      mkdirSync(cache, { recursive: true });
      chmodSync(cache, 0o500);
      expect(blocked().reason).toContain("cannot be read and written by this user");
    },
  );
});

describe("sweeping", () => {
  /** Makes a folder in the cache that looks `ageDays` old. */
  function folder(name: string, ageDays: number): string {
    const path = join(cache, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(join(path, "verified.json"), "[]");
    const then = new Date(Date.now() - ageDays * 86_400_000);
    utimesSync(join(path, "verified.json"), then, then);
    utimesSync(path, then, then);
    return path;
  }

  beforeEach(() => mkdirSync(cache, { recursive: true, mode: 0o700 }));

  test("removes what a dead process left, keeps what a live one is filling", () => {
    const dead = folder(".unpack.sqlite-vec.99999999.aa", 0);
    const live = folder(`.unpack.onnxruntime.${process.pid}.bb`, 0);
    ready();
    expect([existsSync(dead), existsSync(live)]).toEqual([false, true]);
  });

  test("removes a version that was not used for a month, keeps a younger one and other parts", () => {
    const old = folder("sqlite-vec-1.0.0-0123456789abcdef", 31);
    const young = folder("sqlite-vec-1.1.0-0123456789abcdef", 29);
    const other = folder("onnxruntime-1.0.0-0123456789abcdef", 400);
    const foreign = folder("notes", 400);
    ready();
    expect([old, young, other, foreign].map((path) => existsSync(path))).toEqual([false, true, true, true]);
  });

  test("a part that is used keeps its place: its time of last use is noted once a day", () => {
    const stamp = join(ready(), "verified.json");
    const then = new Date(Date.now() - 20 * 86_400_000);
    utimesSync(stamp, then, then);
    ready();
    expect(Date.now() - lstatSync(stamp).mtimeMs).toBeLessThan(60_000);
  });
});
