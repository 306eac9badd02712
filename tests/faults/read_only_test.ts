/** A workspace on a medium that cannot be written (SPEC 13): what only reads works and says so, what writes refuses. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runMemory, type RunResult } from "../support/run_memory.ts";
import { openSmallDisk, type SmallDisk } from "../support/small_disk.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

const DIARY = join("memory", "2026-08-19.md");
const NOTE = "The gateway listens on port 18789";

let disk: SmallDisk | null;
let home: TempHome;
let workspace = "";

beforeEach(async () => {
  home = openTempHome({ MEMORY_NOW: "2026-08-19T09:00:00+08:00", MEMORY_CALLER: "owner" });
  disk = openSmallDisk(2_000);
  if (disk === null) return;
  workspace = join(disk.path, "notes");
  mkdirSync(workspace);
  for (const words of [["init"], ["note", NOTE], ["index", "--no-embed"]]) expect((await run(...words)).code).toBe(0);
});

afterEach(() => {
  disk?.remove();
  home.remove();
});

function run(...words: string[]): Promise<RunResult> {
  return runMemory(words, { environment: home.environment, cwd: workspace });
}

const dataFile = (name: string) => `${workspace}.memory/${name}`;

describe("a read-only medium", () => {
  test.each(["search gateway --keyword-only", `get ${DIARY}`, "bootstrap", "status", "dream --dry-run"])(
    "lets %s work and say so",
    async (line) => {
      if (disk === null) return;
      disk.protect();
      const { code, stdout, stderr } = await run(...line.split(" "));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout).notices.join()).toContain("cannot be written here");
    },
  );

  test.each(["note x", "index", "dream", "forget x", "trust x"])(
    "makes %s fail, with nothing changed",
    async (line) => {
      if (disk === null) return;
      disk.protect();
      const before = readFileSync(join(workspace, DIARY), "utf8");
      const { code, stdout } = await run(...line.split(" "));
      expect([1, 2]).toContain(code);
      expect(JSON.parse(stdout).error.message).not.toBe("");
      expect(readFileSync(join(workspace, DIARY), "utf8")).toBe(before);
    },
  );

  test("without an index, or with a damaged one, has one built in memory", async () => {
    for (const isDamaged of [false, true]) {
      if (disk === null) return;
      for (const suffix of ["", "-wal", "-shm"]) rmSync(dataFile(`index.sqlite${suffix}`), { force: true });
      if (isDamaged) writeFileSync(dataFile("index.sqlite"), "no database at all\n".repeat(300));
      if (isDamaged) disk.protect();
      const { code, stdout } = await run("search", "gateway", "--keyword-only");
      expect(code).toBe(0);
      expect(JSON.parse(stdout).results).toMatchObject([{ path: DIARY, origin: "owner" }]);
    }
  });

  test("with a damaged or missing state refuses, since nobody knows where lines come from, and deletes nothing", async () => {
    if (disk === null) return;
    const bytes = "no database at all\n".repeat(300);
    for (const suffix of ["-wal", "-shm"]) rmSync(dataFile(`state.sqlite${suffix}`), { force: true });
    writeFileSync(dataFile("state.sqlite"), bytes);
    disk.protect();
    for (const line of ["search gateway --keyword-only", `get ${DIARY}`, "note x", "bootstrap"]) {
      const { code, stdout, stderr } = await run(...line.split(" "));
      expect({ line, code }).toEqual({ line, code: 1 });
      expect(JSON.parse(stdout).error.kind).toBe("failed");
      expect(stderr).toContain("state.sqlite");
    }
    expect(readFileSync(dataFile("state.sqlite"), "utf8")).toBe(bytes);
  });
});
