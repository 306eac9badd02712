/** Another process edits `MEMORY.md` all the time while nights, orders and undos write it (SPEC 8.8, 13). */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { addDays } from "../../src/base/clock.ts";
import { MemoryError } from "../../src/base/errors.ts";
import { defaultDreamConfig } from "../../src/dream/config.ts";
import { accept } from "../../src/dream/orders/accept.ts";
import { undo } from "../../src/dream/orders/undo.ts";
import { sweep } from "../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

const ROUNDS = 30;
const OWNER = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };
const NAMES = "amber birch cedar delta ember fjord grove heron islet jetty kiosk larch maple north ocean".split(" ");

/** What the editor adds must not fill the file. */
function roomy() {
  const config = defaultDreamConfig();
  return { ...config, deep: { ...config.deep, budgetChars: 1_000_000 } };
}

function factOf(round: number): string {
  const [name, other] = [NAMES[round % NAMES.length], NAMES[Math.floor(round / NAMES.length) + 3]];
  return `The ${name} ${other} machine answers on port ${20_000 + round} in the long hall`;
}

/** What a busy editor may make an order say; nothing is written then. */
function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof MemoryError && /was changed (?:3 times|twice)/.test(error.message)) return null;
    throw error;
  }
}

test("no edit and no entry is lost while an editor saves all the time", async () => {
  world.write("MEMORY.md", "# Mine\n\n- the first line\n");
  const file = join(world.layout.root, "MEMORY.md");
  const worker = join(import.meta.dir, "..", "support", "editor_worker.ts");
  const editor = Bun.spawn([process.execPath, worker, file, "250"], { stdin: "pipe", stdout: "pipe" });
  const kept = new Set<string>();
  const gone = new Set<string>();
  let undone = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const day = addDays("2026-08-10", round);
    const path = `memory/${addDays(day, -5)}.md`;
    const text = factOf(round);
    const key = world.note(path, text);
    const isAsked = round % 3 !== 2;
    const asked = [4, 3, 2, 1].map((ago) => ({
      question: `${round} ${ago}`,
      at: `${addDays(day, -ago)}T10:00:00+08:00`,
    }));
    world.recall(path, text, isAsked ? asked : asked.slice(0, 1));
    const night = sweep(world.at(`${day}T03:00:00+08:00`, roomy()), OWNER);
    for (const { text: promoted } of night.promoted) kept.add(promoted);
    const morning = world.at(`${day}T09:00:00+08:00`, roomy());
    if (!isAsked && tried(() => accept(morning, key)) !== null) kept.add(text);
    await Bun.sleep(1);
    if (round % 4 !== 3 || night.promoted.length === 0) continue;
    for (const removed of tried(() => undo(morning, null))?.removed ?? []) {
      undone++;
      kept.delete(removed);
      gone.add(removed);
    }
  }
  editor.stdin.end();
  const edits = Number(await new Response(editor.stdout).text());
  await editor.exited;
  const lines = (world.read("MEMORY.md") ?? "").split("\n").map((line) => line.replace(/ <!--.*$/, ""));
  const count = (line: string) => lines.filter((it) => it === line).length;
  const wrong = [
    ...Array.from({ length: edits }, (_, at) => `- edit ${at} of the editor`).filter((line) => count(line) !== 1),
    ...[...kept].map((text) => `- ${text}`).filter((line) => count(line) !== 1),
    ...[...gone].filter((text) => !kept.has(text)).map((text) => `- ${text}`).filter((line) => count(line) !== 0),
  ];
  expect({ wrong, first: count("- the first line") }).toEqual({ wrong: [], first: 1 });
  // However slow the machine is: something was kept between two saves, and the editor was at work.
  expect({ kept: kept.size + undone > 0, edits: edits > 0 }).toEqual({ kept: true, edits: true });
}, 300_000);
