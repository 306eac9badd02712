/**
 * What a night costs (SPEC 12): a sweep over 100,000 candidates, its memory, and a quiet night.
 *
 * @module
 */
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchHome, openBenchHome } from "./bench_home.ts";
import { writeCorpus } from "./corpus.ts";
import { fillCandidates, type Filled, type Filling } from "./fill_candidates.ts";
import { type Contestant, measure, peakMemoryMb } from "./measure.ts";
import { limitRow, median, ms, ratioRow, type Row } from "./row.ts";

/** The corpus ends on this day, and so do its candidates. */
const TODAY = "2026-08-19";
const FILES = 1_000;
const CLAIMS_PER_FILE = 100;
/** Nights measured: each starts from the same state. */
const NIGHTS = 3;
/** Counted runs of a quiet night; it is a short process. */
const RUNS = 21;
const MICROSECONDS = 1_000;

/** Compiled programs. */
export interface NightPrograms {
  /** The built executable. */
  readonly memory: string;
  /** A program that does nothing. */
  readonly empty: string;
  /** `bare_night.ts`. */
  readonly bareNight: string;
}

/** Sweeps over a memory of many years, and what one of them needs where nothing is to be done. */
export async function dreamRows(programs: NightPrograms): Promise<Row[]> {
  // First: what the sweeps leave to be written out makes every commit wait for the disk.
  const quiet = quietRow(programs);
  return [...await sweepRows(programs.memory), quiet];
}

async function sweepRows(memory: string): Promise<Row[]> {
  const home = openBenchHome(memory);
  try {
    const steady = fill(home, "steady");
    // What a look at the same memory takes: the pool of a night, and one claim of it.
    const looks = [["preview"], ["--explain", steady.key]].map((words) =>
      processorMs(home, [memory, "dream", ...words, "--json"])
    );
    const dry = Array.from({ length: NIGHTS }, () => processorMs(home, [memory, "dream", "--dry-run", "--json"]));
    const { environment, workspace: cwd } = home;
    const night: Contestant = {
      name: "dream",
      command: () => [memory, "dream", "--dry-run", "--json"],
      environment,
      cwd,
    };
    const peak = await peakMemoryMb(night, 1);
    const real = processorMs(home, [memory, "dream", "--json"]);
    const [preview = 0, explain = 0] = looks;
    const told = `processor time; ${steady.recalls} recalls; preview ${ms(preview)}, explain ${ms(explain)}`;
    const flood = floodNight(memory);
    return [
      limitRow(`a real sweep over ${steady.candidates} candidates`, real, {
        floor: 2_000,
        unit: "ms",
        detail: `${told}; dry ${ms(median(dry))}; with all ${flood.recalls} recalls new ${ms(flood.ms)}`,
      }),
      limitRow("memory of that sweep, dry", peak, { floor: 300, unit: "MB", detail: "peak resident" }),
    ];
  } finally {
    home.remove();
  }
}

/** The first night after a long pause. In a home of its own: where a state was removed, every line is held as untrusted. */
function floodNight(memory: string): { readonly recalls: number; readonly ms: number } {
  const home = openBenchHome(memory);
  try {
    const { recalls } = fill(home, "flood");
    return { recalls, ms: processorMs(home, [memory, "dream", "--json"]) };
  } finally {
    home.remove();
  }
}

/** A night in which nothing was asked for, against the start of an empty program. */
function quietRow({ memory, empty, bareNight }: NightPrograms): Row {
  const home = openBenchHome(memory);
  try {
    home.run(["note", "The relay of the pier is painted green", "--json"]);
    home.run(["dream", "--json"]);
    const { environment, workspace: cwd } = home;
    copyFileSync(`${cwd}.memory/state.sqlite`, `${cwd}.memory/bare.sqlite`);
    const results = measure([
      { name: "empty", command: () => [empty], environment, cwd },
      { name: "start", command: () => [memory, "status", "--json"], environment, cwd },
      { name: "bare", command: () => [bareNight, cwd], environment, cwd },
      { name: "quiet", command: () => [memory, "dream", "--force", "--json"], environment, cwd },
    ], { warmup: 2, counted: RUNS });
    const of = (name: string) => results.get(name)?.medianMs ?? 0;
    const [none, start, bare, quiet] = [of("empty"), of("start"), of("bare"), of("quiet")];
    if (none === 0) throw new Error("A run is missing");
    return ratioRow("a quiet night", quiet / none, {
      floor: 3,
      detail:
        `${ms(quiet)} of ${ms(none)} empty; "memory status" ${ms(start)}; its files and databases alone, by a bare ` +
        `program, ${(bare / none).toFixed(2)} ×`,
    });
  } finally {
    home.remove();
  }
}

function fill(home: BenchHome, mood: Filling["mood"]): Filled {
  writeCorpus(home.workspace, { files: FILES, itemsPerFile: CLAIMS_PER_FILE, seed: 20260819 });
  home.run(["index", "--no-embed", "--json"]);
  const folder = join(home.workspace, "memory");
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const files = new Map(names.map((name) => [`memory/${name}`, readFileSync(join(folder, name), "utf8")]));
  const filled = fillCandidates({ statePath: `${home.workspace}.memory/state.sqlite`, files, today: TODAY, mood });
  // What was indexed within moments of its writing is hashed once more; a night meets files of earlier days.
  home.run(["index", "--no-embed", "--json"]);
  return filled;
}

/** Processor time of a whole process, user and system, in ms: what else the machine does hardly changes it. */
function processorMs({ workspace, environment }: BenchHome, command: readonly string[]): number {
  const child = Bun.spawnSync([...command], { cwd: workspace, env: environment, stdin: "ignore", stdout: "ignore" });
  if (child.exitCode !== 0) throw new Error(`"${command.join(" ")}" exited with ${child.exitCode}: ${child.stderr}`);
  return Number(child.resourceUsage.cpuTime.total) / MICROSECONDS;
}
