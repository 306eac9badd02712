/**
 * Forty processes that note one fact after the other, under the real program (SPEC 7.1): every line is there once, those of
 * each process in its order, each with the origin of its writer. And rows whose line never came go.
 */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lineHash } from "../../src/base/text/normalise.ts";
import { memoryCommand, runMemory } from "../support/run_memory.ts";
import { openSmallDisk } from "../support/small_disk.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

setDefaultTimeout(1_800_000);

const DIARY = "memory/2026-08-19.md";
const WRITERS = 40;
/** A process is started for each: `MEMORY_NOTES_EACH=100` for the whole of it, which takes minutes. */
const NOTES_EACH = Number(Bun.env["MEMORY_NOTES_EACH"] ?? "5");
const NOW = { MEMORY_NOW: "2026-08-19T09:00:00+08:00" };

let home: TempHome;
beforeEach(() => {
  home = openTempHome(NOW);
});
afterEach(() => home.remove());

/** Of the owner, an agent and a page, in two languages each. */
const SUBJECTS = [
  ["times the crane of the pier was oiled", "号码头的吊车已经上油"],
  ["relays answer on the second port", "个中继在二号端口应答"],
  ["pumps are said to need no inspection", "台水泵据说从来不用检查"],
] as const;

interface Booked {
  readonly hash: string;
  readonly origin: string;
  readonly isSeen: number;
}

function ledgerOf(dataDir: string): Booked[] {
  const state = new Database(join(dataDir, "state.sqlite"), { readonly: true });
  const rows = state.query<Booked, [string]>(`SELECT lower(hex(hash)) AS hash, origin, is_seen AS isSeen
    FROM ledger AS l JOIN paths AS p ON p.id = l.path_id WHERE p.path = ?`).all(DIARY);
  state.close();
  return rows;
}

const bulletsOf = (workspace: string) =>
  readFileSync(join(workspace, DIARY), "utf8").split("\n").filter((line) => line.startsWith("- "));

test(`${WRITERS} processes note ${NOTES_EACH} facts each`, async () => {
  const options = { environment: home.environment, cwd: home.workspace };
  await runMemory(["init"], options);
  const classOf = (writer: number) => ["owner", "agent", "untrusted"][writer % 3] ?? "";
  // What agents say here repeats nothing that the pages say, or it would rightly be untrusted as well.
  const subject = (writer: number) => SUBJECTS[writer % 3] ?? SUBJECTS[0];
  const textOf = (writer: number, at: number) => `${writer}.${at} ${subject(writer)[at % 2]}`;
  const script = 'for at in $(seq 0 $2); do if [ $((at % 2)) = 0 ]; then text="$5"; else text="$6"; fi; ' +
    '"$4" note "$1.$at $text" $3 >/dev/null || exit 1; done';
  const [program = "", ...rest] = memoryCommand();
  expect(rest).toEqual([]);
  const codes = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => {
    const flag = classOf(writer) === "untrusted" ? "--derived-from web" : "";
    const words = [
      "bash",
      "-c",
      script,
      "bash",
      String(writer),
      String(NOTES_EACH - 1),
      flag,
      program,
      ...subject(writer),
    ];
    const caller = classOf(writer) === "owner" ? "owner" : "agent";
    const env = { ...home.environment, MEMORY_CALLER: caller };
    return Bun.spawn(words, { cwd: home.workspace, env, stdout: "ignore", stderr: "inherit" }).exited;
  }));
  expect(codes).toEqual(codes.map(() => 0));
  const bullets = bulletsOf(home.workspace);
  expect(bullets).toHaveLength(WRITERS * NOTES_EACH);
  const rows = new Map(ledgerOf(`${home.workspace}.memory`).map((row) => [row.hash, row]));
  for (let writer = 0; writer < WRITERS; writer++) {
    const mark = classOf(writer) === "untrusted" ? " <!-- origin: untrusted -->" : "";
    const own = Array.from({ length: NOTES_EACH }, (_, at) => `- ${textOf(writer, at)}${mark}`);
    const places = own.map((line) => bullets.indexOf(line));
    expect({ writer, isThere: !places.includes(-1) }).toEqual({ writer, isThere: true });
    expect({ writer, places }).toEqual({ writer, places: [...places].sort((a, b) => a - b) });
    const classes = new Set(own.map((line) => rows.get(lineHash(line))?.origin));
    expect({ writer, classes: [...classes] }).toEqual({ writer, classes: [classOf(writer)] });
  }
});

test("a row whose line could not be written goes with the next sweep, and one whose line came stays", async () => {
  const disk = openSmallDisk(64);
  if (disk === null) return;
  try {
    const workspace = join(disk.path, "notes");
    const dataDir = join(home.home, "data");
    mkdirSync(workspace);
    const at = (day: string, words: readonly string[]) =>
      runMemory([...words, "--data-dir", dataDir], {
        environment: { ...home.environment, MEMORY_CALLER: "owner", MEMORY_NOW: `${day}T09:00:00+08:00` },
        cwd: workspace,
      });
    expect(await at("2026-08-19", ["init"])).toMatchObject({ code: 0 });
    expect(await at("2026-08-19", ["note", "The pier has two cranes"])).toMatchObject({ code: 0 });
    // What is there fills three quarters of the page on which the file system keeps it.
    const room = "Room is kept. ".repeat(110);
    for (const words of [`${room}1`, `${room}2`]) {
      expect(await at("2026-08-19", ["note", words])).toMatchObject({ code: 0 });
    }
    disk.fill();
    const long = `Never written: ${"a crane and another one, ".repeat(60)}`;
    expect(await at("2026-08-19", ["note", long])).toMatchObject({ code: 1 });
    expect(bulletsOf(workspace)).toHaveLength(3);
    expect(ledgerOf(dataDir)).toHaveLength(4);
    Bun.spawnSync(["rm", join(disk.path, "filler")]);
    expect(await at("2026-08-19", ["index", "--no-embed"])).toMatchObject({ code: 0 });
    // Somebody may still be writing; two days later nobody is.
    expect(await at("2026-08-20", ["dream"])).toMatchObject({ code: 0 });
    expect(ledgerOf(dataDir)).toHaveLength(4);
    expect(await at("2026-08-22", ["dream"])).toMatchObject({ code: 0 });
    const left = bulletsOf(workspace).map((line) => ({ hash: lineHash(line), origin: "owner", isSeen: 1 }));
    expect(ledgerOf(dataDir)).toEqual(expect.arrayContaining(left));
    expect(ledgerOf(dataDir)).toHaveLength(3);
    expect(existsSync(join(workspace, DIARY))).toBe(true);
  } finally {
    disk.remove();
  }
});
