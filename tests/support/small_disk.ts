/**
 * A disk that is soon full.
 *
 * @module
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One page of the file system in memory, in bytes. */
const PAGE_BYTES = 4096;

/** A mounted file system of a few pages. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it to the last page. */
  fill(): void;
  /** Makes it read-only. */
  protect(): void;
  /** Unmounts it. */
  remove(): void;
}

/**
 * Mounts a file system in memory.
 *
 * @param kilobytes its size, a multiple of 4
 * @returns `null` where this user may not mount; the reason is printed
 */
export function openSmallDisk(kilobytes: number): SmallDisk | null {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "memory-disk-")));
  const mount = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${kilobytes}k`, "none", path]);
  if (!mount.success) {
    rmSync(path, { recursive: true });
    console.warn(`skipped: cannot mount a small disk (${mount.stderr.toString().trim()})`);
    return null;
  }
  return {
    path,
    fill() {
      try {
        for (;;) writeFileSync(join(path, "filler"), "x".repeat(PAGE_BYTES), { flag: "a" });
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      }
    },
    protect() {
      const mount = Bun.spawnSync(["mount", "-o", "remount,ro", path]);
      if (!mount.success) throw new Error(`Cannot protect the small disk: ${mount.stderr}`);
    },
    remove: () => {
      Bun.spawnSync(["umount", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
