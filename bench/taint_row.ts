/**
 * What tainted lines cost: with one of them in a workspace every line that nobody booked is asked whether it repeats it
 * (SPEC 4.3).
 *
 * @module
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchHome, openBenchHome } from "./bench_home.ts";
import { ITEMS_FOR_TEN_CHUNKS, writeCorpus } from "./corpus.ts";
import { median, ratioRow, type Row } from "./row.ts";

/** Files of the workspace: some 32,000 lines. */
const FILES = 300;
/** Tainted lines: a long import. */
const TAINTED = 1_000;
/** Seeds of the workspace and of the import, whose lines repeat none of it. */
const SEEDS = { workspace: 20260819, taints: 20260820 };
/** Forced runs of each, in turns. */
const ROUNDS = 3;

/**
 * A forced index run with 1,000 tainted lines against one without, by processor time. SPEC 12 has no floor for it; twice is
 * where it would be felt.
 */
export function taintRow(memory: string): Row {
  const homes = [openBenchHome(memory), openBenchHome(memory)] as const;
  const [clean, tainted] = homes;
  try {
    for (const home of homes) {
      writeCorpus(home.workspace, { files: FILES, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: SEEDS.workspace });
    }
    writeImport(clean, tainted);
    for (const home of homes) home.run(["index", "--no-embed", "--json"]);
    const seconds = homes.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, home] of homes.entries()) seconds[at]?.push(forcedRun(memory, home));
    }
    const [without = 0, withTaints = 0] = seconds.map(median);
    const detail = `${withTaints.toFixed(2)} s of ${without.toFixed(2)} s without; user and system time`;
    return ratioRow(`forced indexing with ${TAINTED} tainted lines`, withTaints / without, { floor: 2, detail });
  } finally {
    for (const home of homes) home.remove();
  }
}

/** Both get the same import, so that both have the same to index; one of them has it as its own notes. */
function writeImport(clean: BenchHome, tainted: BenchHome): void {
  const place = join(clean.workspace, "..", "import");
  writeCorpus(place, { files: 1, itemsPerFile: TAINTED, seed: SEEDS.taints });
  const text = Bun.spawnSync(["cat", ...new Bun.Glob("memory/*.md").scanSync({ cwd: place, absolute: true })]).stdout;
  for (const [home, folder] of [[clean, "memory/topics"], [tainted, "memory/imports/web"]] as const) {
    mkdirSync(join(home.workspace, folder), { recursive: true });
    writeFileSync(join(home.workspace, folder, "page.md"), text);
  }
}

/** Returns the processor time of a run in seconds: wall time would tell of the machine's other work, too. */
function forcedRun(memory: string, { workspace, environment }: BenchHome): number {
  const child = Bun.spawnSync([memory, "index", "--force", "--no-embed", "--json"], {
    cwd: workspace,
    env: environment,
    stdin: "ignore",
  });
  if (child.exitCode !== 0) throw new Error(`"memory index --force" failed: ${child.stderr}`);
  return Number(child.resourceUsage.cpuTime.total) / MICROSECONDS;
}

const MICROSECONDS = 1_000_000;
