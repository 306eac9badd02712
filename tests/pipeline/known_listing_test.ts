/** A listing that the index is known to agree with spares comparing, and may never hide a change. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { detect } from "../../src/pipeline/detect.ts";
import { BLOCK_FILES, changedBlocks, listingDigest } from "../../src/pipeline/listing_digest.ts";
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
  expect(world.index.meta.listing()).toMatchObject({ blocks: ["-"] });
  settle();
  expect(world.index.meta.listing()).toEqual({ ...listingDigest(listFiles(world.layout)), chunks: 2 });
  expect(world.sync()).toMatchObject({ chunks: 2, files: { seen: 2, changed: 0 } });

  world.write("memory/a.md", "- alpha two\n");
  expect(world.sync().files).toEqual({ seen: 2, changed: 1, removed: 0, failed: 0 });
  expect(world.index.meta.listing()).toMatchObject({ blocks: ["-"] });
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
  const digests = [list, ...others].map((each) => JSON.stringify(listingDigest(each)));
  expect(new Set(digests).size).toBe(digests.length);
  expect(JSON.stringify(listingDigest(listFiles(world.layout)))).toBe(digests[0] ?? "");
});

test("agrees with what comparing would find", () => {
  world.write("memory/a.md", "- alpha\n");
  settle();
  const { suspects, gone } = detect(listFiles(world.layout), world.index.sources.stamps(), new Set());
  expect([suspects, gone, world.index.meta.listing()?.blocks]).toEqual([
    [],
    [],
    listingDigest(listFiles(world.layout)).blocks,
  ]);
  utimesSync(join(world.layout.root, "memory/a.md"), 1_000, 1_000);
  expect(world.index.meta.listing()?.blocks).not.toEqual(listingDigest(listFiles(world.layout)).blocks);
});

test("is not kept by a run that could not read everything", () => {
  world.write("memory/a.md", "- alpha\n");
  settle();
  world.write("memory/a.md", "- alpha three\n");
  world.sync({ budgetMs: 0 });
  expect(world.index.meta.listing()).toBeNull();
  world.sync();
  expect(world.index.meta.listing()).toMatchObject({ blocks: ["-"] });
});

test("names the files that may have changed: every one that did, and no more than those of its block", () => {
  const fact = (at: number) => ({
    path: `memory/${at}.md`,
    absPath: `/w/memory/${at}.md`,
    size: 1,
    mtimeMs: 1,
    ctimeMs: 1,
  });
  const files = Array.from({ length: 3 * BLOCK_FILES + 7 }, (_, at) => fact(at));
  const list = { files, failures: [], skipped: [], isCutShort: false };
  const known = listingDigest(list);
  const change = fc.record({
    at: fc.nat(files.length - 1),
    field: fc.constantFrom("size" as const, "mtimeMs" as const, "ctimeMs" as const),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
      const now = [...files];
      for (const { at, field } of changes) now[at] = { ...fact(at), [field]: 2 };
      const named = changedBlocks(known, listingDigest({ ...list, files: now }), now) ?? [];
      const blocks = new Set(changes.map(({ at }) => Math.floor(at / BLOCK_FILES)));
      expect(new Set(named.map(({ path }) => path))).toEqual(
        new Set(now.filter((_, at) => blocks.has(Math.floor(at / BLOCK_FILES))).map(({ path }) => path)),
      );
    }),
    { numRuns: 60 },
  );
  for (const other of [files.slice(1), [...files, fact(-1)], [fact(-1), ...files.slice(1)]]) {
    expect(changedBlocks(known, listingDigest({ ...list, files: other }), other)).toBeNull();
  }
});

test("files of several blocks are followed one change after the other, as comparing all would", () => {
  const path = (at: number) => `memory/n${at}.md`;
  const count = 2 * BLOCK_FILES + 5;
  for (let at = 0; at < count; at++) world.write(path(at), `- note ${at}\n`);
  settle();
  expect(world.index.meta.listing()?.blocks).toHaveLength(3);
  expect(world.index.meta.listing()?.blocks).not.toContain("-");
  world.write(path(3), "- changed\n");
  world.write(path(count - 2), "- changed, too\n");
  expect(world.sync().files).toEqual({ seen: count, changed: 2, removed: 0, failed: 0 });
  expect(world.index.meta.listing()?.blocks.filter((block) => block === "-").length).toBeGreaterThan(0);
  world.write(path(3), "- changed again\n");
  expect(world.sync().files).toMatchObject({ changed: 1, removed: 0 });
  rmSync(join(world.layout.root, path(7)));
  world.write("memory/new.md", "- new\n");
  expect(world.sync().files).toMatchObject({ changed: 1, removed: 1 });
  settle();
  const { suspects, gone } = detect(listFiles(world.layout), world.index.sources.stamps(), new Set());
  expect([suspects, gone]).toEqual([[], []]);
  expect(world.index.meta.listing()?.blocks).not.toContain("-");
}, 240_000);
