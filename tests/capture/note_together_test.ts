/** Many writers of one diary, and writers that die. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openState } from "../../src/store/state/open_state.ts";
import { NOTE_TIME, type NoteWorld, openNoteWorld } from "../support/note_world.ts";

const DIARY = "memory/2026-08-19.md";
const WORKER = join(import.meta.dir, "..", "support", "note_worker.ts");

let world: NoteWorld;

beforeEach(() => {
  world = openNoteWorld();
});

afterEach(() => world.remove());

function startWriter(name: string, count: number) {
  return Bun.spawn([process.execPath, WORKER, world.layout.root, world.layout.dataDir, name, String(count)], {
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** The bullets of the diary; its other lines must be the header. */
function bullets(): string[] {
  const lines = (world.read(DIARY) ?? "# 2026-08-19\n\n").split("\n");
  expect(lines.slice(0, 2)).toEqual(["# 2026-08-19", ""]);
  expect(lines.at(-1)).toBe("");
  return lines.slice(2, -1);
}

/** Checks that no line is torn and that each has its row. */
function checkLines(lines: readonly string[]): void {
  expect(lines.filter((line) => !/^- Claim number \d+ of writer \w+$/.test(line))).toEqual([]);
  const unbooked = lines.filter((line) => world.state.ledger.find(DIARY, line)?.state !== "booked");
  expect(unbooked).toEqual([]);
}

test(
  "40 processes that note three claims each lose none, and each is told the right line",
  async () => {
    const names = Array.from({ length: 40 }, (_, at) => `w${at}`);
    const writers = names.map((name) => startWriter(name, 3));
    const said = await Promise.all(writers.map((writer) => new Response(writer.stdout).text()));
    const problems = await Promise.all(writers.map((writer) => new Response(writer.stderr).text()));
    expect(problems.filter((text) => text !== "")).toEqual([]);
    const lines = bullets();
    checkLines(lines);
    const wanted = names.flatMap((name) => [0, 1, 2].map((at) => `- Claim number ${at} of writer ${name}`));
    expect([...lines].sort()).toEqual([...wanted].sort());
    const all = world.read(DIARY)?.split("\n") ?? [];
    const told = said.map((text, at) =>
      text.trim().split("\n").map((number) => all[Number(number) - 1]).join() ===
        wanted.slice(at * 3, at * 3 + 3).join()
    );
    expect(told).toEqual(names.map(() => true));
  },
  240_000,
);

test(
  "writers that are killed leave whole lines with an origin, and the next one goes on",
  async () => {
    // Spread over start-up and over many notes; the exact moments are the machine's.
    const delaysMs = [20, 35, 45, 55, 65, 75, 90, 105, 120, 150, 180, 220];
    let before = 0;
    for (const [at, delayMs] of delaysMs.entries()) {
      const writer = startWriter(`k${at}`, 10_000);
      await Bun.sleep(delayMs);
      writer.kill("SIGKILL");
      await writer.exited;
      const lines = bullets();
      checkLines(lines);
      expect(lines.length).toBeGreaterThanOrEqual(before);
      before = lines.length;
    }
    expect(await startWriter("last", 1).exited).toBe(0);
    expect(bullets().at(-1)).toBe("- Claim number 0 of writer last");
    const again = openState({ path: world.layout.statePath, isRegistered: true, isSimulated: false, now: NOTE_TIME });
    expect([again.notices, again.meta.lostSince]).toEqual([[], null]);
    again.close();
    expect(readdirSync(world.layout.memoryDir)).toContain("2026-08-19.md");
  },
  240_000,
);
