/** What writers leave when the system refuses: full disks, size limits, missing permissions. */
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendLine } from "../../src/workspace/append_line.ts";
import { writeFileAtomic } from "../../src/workspace/atomic_write.ts";
import { errorOf } from "../support/error_of.ts";
import { runScript, withoutPowers } from "../support/run_script.ts";
import { openSmallDisk } from "../support/small_disk.ts";

/** One page of the file system in memory. */
const PAGE = 4096;

describe("a full disk", () => {
  test("leaves the old file whole and no temporary file when a file is replaced", () => {
    const disk = openSmallDisk(16);
    if (disk === null) return;
    try {
      const file = join(disk.path, "MEMORY.md");
      writeFileAtomic(file, "old\n");
      const error = errorOf(() => writeFileAtomic(file, "x".repeat(5 * PAGE)));
      expect(error).toMatchObject({
        kind: "failed",
        message: `Cannot write "${file}": the disk is full; its content is as it was`,
        hint: "free some space, then run the command again",
      });
      expect(readFileSync(file, "utf8")).toBe("old\n");
      expect(readdirSync(disk.path)).toEqual(["MEMORY.md"]);
    } finally {
      disk.remove();
    }
  });

  test("takes back a line of which only a part found room", () => {
    const disk = openSmallDisk(16);
    if (disk === null) return;
    try {
      const file = join(disk.path, "2026-08-19.md");
      const before = `${"x".repeat(PAGE - 101)}\n`;
      writeFileSync(file, before);
      writeFileSync(join(disk.path, "filler"), "");
      try {
        while (true) writeFileSync(join(disk.path, "filler"), "x".repeat(PAGE), { flag: "a" });
      } catch {
        // The disk is full now, but for the rest of the diary's last page.
      }
      expect(errorOf(() => appendLine(file, `- ${"y".repeat(2 * PAGE)}`)).message).toContain("the disk is full");
      expect(readFileSync(file, "utf8")).toBe(before);
      expect(appendLine(file, "- fits")).toEqual({ line: 2 });
    } finally {
      disk.remove();
    }
  });
});

describe("a limit on file sizes", () => {
  test("leaves old files whole, half lines taken back and no temporary file", () => {
    const folder = mkdtempSync(join(tmpdir(), "memory-limit-"));
    try {
      const [core, diary] = [join(folder, "MEMORY.md"), join(folder, "2026-08-19.md")];
      writeFileSync(core, "old\n");
      writeFileSync(diary, `${"x".repeat(1000)}\n`);
      const script = `import { writeFileAtomic } from "src/workspace/atomic_write.ts";
        import { appendLine } from "src/workspace/append_line.ts";
        const attempts = [
          () => writeFileAtomic(${JSON.stringify(core)}, "x".repeat(5000)),
          () => appendLine(${JSON.stringify(diary)}, "- " + "y".repeat(100)),
        ];
        for (const attempt of attempts) try { attempt(); console.log("written"); } catch (error) { console.log(error.message); }`;
      // One block of 1,024 bytes is the largest file that the script may write.
      const { stdout } = runScript(script, ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash"]);
      expect(stdout.split("\n")).toEqual([
        `Cannot write "${core}": it would grow over the file size limit; its content is as it was`,
        `Cannot append to "${diary}": it would grow over the file size limit; its content is as it was`,
      ]);
      expect(readFileSync(core, "utf8")).toBe("old\n");
      expect(readFileSync(diary, "utf8")).toBe(`${"x".repeat(1000)}\n`);
      expect(readdirSync(folder).sort()).toEqual(["2026-08-19.md", "MEMORY.md"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("missing permissions", () => {
  test("are named, and nothing is changed or left behind", () => {
    const prefix = withoutPowers();
    if (prefix === null) return;
    const folder = mkdtempSync(join(tmpdir(), "memory-modes-"));
    try {
      chmodSync(folder, 0o755);
      const closed = join(folder, "closed");
      mkdirSync(closed);
      const [inClosed, protectedFile] = [join(closed, "MEMORY.md"), join(folder, "open", "MEMORY.md")];
      mkdirSync(join(folder, "open"));
      chmodSync(join(folder, "open"), 0o777);
      for (const file of [inClosed, protectedFile]) {
        writeFileSync(file, "old\n");
        chmodSync(file, 0o444);
      }
      chmodSync(closed, 0o555);
      const script = `import { writeFileAtomic } from "src/workspace/atomic_write.ts";
        import { appendLine } from "src/workspace/append_line.ts";
        for (const file of ${JSON.stringify([inClosed, protectedFile])}) {
          for (const attempt of [() => writeFileAtomic(file, "new"), () => appendLine(file, "- new")]) {
            try { attempt(); console.log("written"); } catch (error) { console.log(error.message); }
          }
        }`;
      expect(runScript(script, prefix).stdout.split("\n")).toEqual([
        `Cannot write "${inClosed}": this user may not write there; its content is as it was`,
        `Cannot append to "${inClosed}": this user may not write there; its content is as it was`,
        // The folder may be written, so a rename would go through: the file's own mode has to count.
        `Cannot write "${protectedFile}": this user may not write there; its content is as it was`,
        `Cannot append to "${protectedFile}": this user may not write there; its content is as it was`,
      ]);
      expect([inClosed, protectedFile].map((file) => readFileSync(file, "utf8"))).toEqual(["old\n", "old\n"]);
      expect([readdirSync(closed), readdirSync(join(folder, "open"))]).toEqual([["MEMORY.md"], ["MEMORY.md"]]);
    } finally {
      chmodSync(join(folder, "closed"), 0o755);
      rmSync(folder, { recursive: true });
    }
  });
});
