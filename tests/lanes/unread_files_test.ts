/** Curated files that are there and cannot be shown. */
import { expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { unreadNotices } from "../../src/lanes/unread_files.ts";
import { memoryAt } from "../support/memory_at.ts";

test.each<[string, (path: string) => void, RegExp | null]>([
  ["is not there", () => undefined, null],
  ["is a folder", (path) => mkdirSync(path), /^Cannot show "MEMORY.md": it is not a file$/],
  ["is a pipe", (path) => Bun.spawnSync(["mkfifo", path]), /^Cannot show "MEMORY.md": it is not a file$/],
  ["is a link that leads out", (path) => symlinkSync("/etc/hostname", path), /leads out of the workspace$/],
])("a MEMORY.md that %s", (_, make, wanted) => {
  const memory = memoryAt("2026-08-19T09:00:00+08:00");
  try {
    const path = join(memory.layout.root, "MEMORY.md");
    rmSync(path, { force: true });
    make(path);
    const [notice] = unreadNotices(memory);
    if (wanted === null) expect(notice).toBeUndefined();
    else expect(notice).toMatch(wanted);
  } finally {
    memory.close();
  }
});
