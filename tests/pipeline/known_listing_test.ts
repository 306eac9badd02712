/** A listing that the index is known to agree with spares comparing, and may never hide a change. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { detect, listingDigest } from "../../src/pipeline/detect.ts";
import { listFiles } from "../../src/workspace/list_files.ts";
import { openStoreWorld, type StoreWorld } from "../support/store_world.ts";

let world: StoreWorld;

beforeEach(() => {
  world = openStoreWorld();
});

afterEach(() => world.remove());

/** Stamps count only when they are older than two seconds, by the times of both contents and inode. */
function settle(): void {
  Bun.sleepSync(2_100);
  world.sync();
}

test("is known once every file has settled, and forgotten with the first change", () => {
  world.write("memory/a.md", "- alpha\n");
  world.write("memory/b.md", "- beta\n");
  world.sync();
  expect(world.index.meta.listing()).toBeNull();
  settle();
  expect(world.index.meta.listing()).toMatchObject({ chunks: 2 });
  expect(world.sync()).toMatchObject({ chunks: 2, files: { seen: 2, changed: 0 } });

  world.write("memory/a.md", "- alpha two\n");
  expect(world.sync().files).toEqual({ seen: 2, changed: 1, removed: 0, failed: 0 });
  expect(world.index.meta.listing()).toBeNull();
  settle();
  rmSync(join(world.layout.root, "memory/b.md"));
  expect(world.sync()).toMatchObject({ chunks: 1, files: { seen: 1, changed: 0, removed: 1 } });
  renameSync(join(world.layout.root, "memory/a.md"), join(world.layout.root, "memory/c.md"));
  expect(world.sync().files).toMatchObject({ changed: 1, removed: 1 });
});

test("has another digest for another name, size, time, or unreadable path", () => {
  world.write("memory/a.md", "- alpha\n");
  const list = listFiles(world.layout);
  const [file] = list.files;
  if (file === undefined) throw new Error("nothing listed");
  const others = [
    { ...list, files: [{ ...file, path: "memory/b.md" }] },
    { ...list, files: [{ ...file, size: file.size + 1 }] },
    { ...list, files: [{ ...file, mtimeMs: file.mtimeMs + 0.001 }] },
    { ...list, files: [{ ...file, ctimeMs: file.ctimeMs + 0.001 }] },
    { ...list, files: [] },
    { ...list, failures: [{ path: "memory/c", reason: "EACCES" }] },
  ];
  const digests = [list, ...others].map(listingDigest);
  expect(new Set(digests).size).toBe(digests.length);
  expect(listingDigest(listFiles(world.layout))).toBe(digests[0] ?? "");
});

test("agrees with what comparing would find", () => {
  world.write("memory/a.md", "- alpha\n");
  settle();
  const { suspects, gone } = detect(listFiles(world.layout), world.index.sources.stamps(), new Set());
  expect([suspects, gone, world.index.meta.listing()?.digest]).toEqual([
    [],
    [],
    listingDigest(listFiles(world.layout)),
  ]);
  utimesSync(join(world.layout.root, "memory/a.md"), 1_000, 1_000);
  expect(world.index.meta.listing()?.digest).not.toBe(listingDigest(listFiles(world.layout)));
});

test("is not kept by a run that could not read everything", () => {
  world.write("memory/a.md", "- alpha\n");
  settle();
  world.write("memory/a.md", "- alpha three\n");
  world.sync({ budgetMs: 0 });
  world.sync();
  expect(world.index.meta.listing()).toBeNull();
});
