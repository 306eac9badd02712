/**
 * What bringing the index up to date costs: when nothing changed, when one file did, and for the first time.
 *
 * @module
 */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchHome, openBenchHome } from "./bench_home.ts";
import { peakMemoryMb } from "./measure.ts";
import { limitRow, median, ms, type Row } from "./row.ts";

/** Counted rounds; each waits until the stamp of the file that it changed proves something. */
const ROUNDS = 7;
/** Longer than the coarsest step of a file system's clock, in milliseconds (`isUnsettled`). */
const SETTLED_MS = 2_100;
const FILES = 10_000;
/** Between so few and so many files the cost of one may not change. */
const FEW_FILES = 1_000;
const MANY_FILES = 20_000;
/** How much dearer a file may be among many: its rows lie in trees that are a level deeper. */
const MAX_GROWTH = 1.3;

const INDEX = ["index", "--no-embed", "--json"] as const;

/** No change and one change among 10,000 small files, and the memory that takes. */
export async function syncRows(memory: string): Promise<Row[]> {
  const home = openBenchHome(memory);
  try {
    writeSmallFiles(home, FILES);
    home.run(INDEX);
    const quiet: number[] = [];
    const changed: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      Bun.sleepSync(SETTLED_MS);
      home.run(INDEX);
      quiet.push(timed(home));
      appendFileSync(join(home.workspace, pathOf(round)), `- Round ${round}\n`);
      changed.push(timed(home));
    }
    const [none, one] = [median(quiet), median(changed)];
    const command = () => [memory, ...INDEX];
    const { environment, workspace: cwd } = home;
    const peak = await peakMemoryMb({ name: "sync", command, environment, cwd }, 2);
    // The first one, which unpacks the native parts.
    const status = await peakMemoryMb({
      name: "status",
      command: () => [memory, "status", "--json"],
      environment,
      cwd,
    }, 1);
    const options = (floor: number, detail: string) => ({ floor, unit: "ms", detail });
    return [
      limitRow("no-change sync, 10,000 files", none, options(150, `whole process; fastest ${ms(Math.min(...quiet))}`)),
      limitRow("one changed of 10,000 files, over that", one - none, options(30, `${ms(one)} whole process`)),
      limitRow("memory of a sync, 10,000 files", peak, { floor: 150, unit: "MB", detail: "peak resident" }),
      limitRow("memory of the first status, 10,000 files", status, {
        floor: 150,
        unit: "MB",
        detail: "peak resident, native parts unpacked on the way",
      }),
    ];
  } finally {
    home.remove();
  }
}

/** The first index run over few and over many small files: the cost of one file, and the memory of the longer run. */
export async function firstIndexRows(memory: string): Promise<Row[]> {
  const few = firstIndex(memory, FEW_FILES);
  const many = firstIndex(memory, MANY_FILES);
  const home = openBenchHome(memory);
  try {
    writeSmallFiles(home, MANY_FILES);
    const { environment, workspace: cwd } = home;
    const peak = await peakMemoryMb({ name: "index", command: () => [memory, ...INDEX], environment, cwd }, 1);
    const each = (total: number, files: number) => `${(1_000 * total / files).toFixed(0)} µs`;
    const growth = (many / MANY_FILES) / (few / FEW_FILES);
    return [
      {
        what: "first indexing, cost of a file among 20,000",
        measured: `${growth.toFixed(2)} ×`,
        floor: `≤ ${MAX_GROWTH} ×`,
        isMet: growth <= MAX_GROWTH,
        detail: `${each(many, MANY_FILES)} a file, ${each(few, FEW_FILES)} among 1,000; whole process`,
      },
      limitRow("memory of first indexing, 20,000 files", peak, { floor: 150, unit: "MB", detail: "peak resident" }),
    ];
  } finally {
    home.remove();
  }
}

/** Returns the median time of a first index run in ms. */
function firstIndex(memory: string, files: number): number {
  const home = openBenchHome(memory);
  try {
    writeSmallFiles(home, files);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (const suffix of ["", "-wal", "-shm"]) {
        rmSync(`${home.workspace}.memory/index.sqlite${suffix}`, { force: true });
      }
      times.push(timed(home));
    }
    return median(times);
  } finally {
    home.remove();
  }
}

function timed(home: BenchHome): number {
  const startedMs = performance.now();
  home.run(INDEX);
  return performance.now() - startedMs;
}

function writeSmallFiles(home: BenchHome, count: number): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(home.workspace, `memory/topic-${folder}`), { recursive: true });
  }
  for (let file = 0; file < count; file++) {
    writeFileSync(
      join(home.workspace, pathOf(file)),
      `# Note ${file}\n\n- The gateway of site ${file} 的端口是 ${10_000 + file}.\n`,
    );
  }
}

/** Undated notes in a hundred folders: a diary would need a day of its own for each file. */
const FOLDERS = 100;

function pathOf(file: number): string {
  return `memory/topic-${file % FOLDERS}/note-${file}.md`;
}
