/** What each command does when the disk of the workspace and its data folder is full. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runMemory, type RunResult } from "../support/run_memory.ts";
import { openSmallDisk, type SmallDisk } from "../support/small_disk.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

/** Twice an empty state with its log, an index, and little more: what a test adds fills it. */
const ROOM_KILOBYTES = 1_300;

const DIARY = join("memory", "2026-08-19.md");

let disk: SmallDisk | null;
let home: TempHome;
let workspace = "";

beforeEach(async () => {
  home = openTempHome({ MEMORY_NOW: "2026-08-19T09:00:00+08:00", MEMORY_CALLER: "owner" });
  disk = openSmallDisk(ROOM_KILOBYTES);
  if (disk === null) return;
  workspace = join(disk.path, "notes");
  mkdirSync(workspace);
  for (const words of [["init"], ["note", "The gateway listens on port 18789"], ["index"]]) {
    expect((await run(...words)).code).toBe(0);
  }
  writeFileSync(join(workspace, "MEMORY.md"), "# Long-Term Memory\n\n- Backups run at 02:30\n");
});

afterEach(() => {
  disk?.remove();
  home.remove();
});

function run(...words: string[]): Promise<RunResult> {
  return runMemory(words, { environment: home.environment, cwd: workspace });
}

describe("a full disk", () => {
  test.each([
    "search gateway",
    "get MEMORY.md",
    "bootstrap",
    "status",
    "dream --dry-run",
    "dream --explain gateway",
  ])("lets %s go on and say so", async (line) => {
    if (disk === null) return;
    disk.fill();
    const { code, stdout, stderr } = await run(...line.split(" "));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout).notices.join()).toContain("The disk is full");
  });

  test("does not keep what is known from being found", async () => {
    if (disk === null) return;
    disk.fill();
    const { results } = JSON.parse((await run("search", "gateway")).stdout);
    expect(results).toMatchObject([{ path: "memory/2026-08-19.md", origin: "owner" }]);
  });

  test("without an index has one built in memory", async () => {
    if (disk === null) return;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${workspace}.memory/index.sqlite${suffix}`, { force: true });
    disk.fill();
    const { results, notices } = JSON.parse((await run("search", "backups")).stdout);
    expect(results).toMatchObject([{ path: "MEMORY.md" }]);
    expect(notices.join()).toContain("The disk is full: the index is built in memory each time");
  });

  test.each(["note x", "index", "dream"])(
    "makes %s fail with the reason and the next step",
    async (line) => {
      if (disk === null) return;
      disk.fill();
      const before = readFileSync(join(workspace, DIARY), "utf8");
      const { code, stdout, stderr } = await run(...line.split(" "));
      expect(code).toBe(1);
      expect(stderr).toContain("the disk is full");
      expect(JSON.parse(stdout).error.hint).toContain("free some space");
      expect(readFileSync(join(workspace, DIARY), "utf8")).toBe(before);
      rmSync(join(disk.path, "filler"));
      expect((await run(...line.split(" "))).code).toBe(0);
    },
  );

  test("with little room left makes no command a defect", async () => {
    if (disk === null) return;
    for (let leftKb = 20; leftKb <= 260; leftKb += 60) {
      disk.fill();
      const filler = join(disk.path, "filler");
      writeFileSync(filler, readFileSync(filler).subarray(leftKb * 1024));
      for (const words of [["search", "backups"], ["bootstrap"], ["note", `x ${leftKb}`], ["index", "--force"]]) {
        const { code, stderr } = await run(...words);
        const isDone = code === 0 || (code === 1 && stderr.includes("disk is full"));
        expect({ words, leftKb, code, stderr, isDone }).toMatchObject({ isDone: true });
      }
      rmSync(filler);
    }
  });
});
