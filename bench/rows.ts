/**
 * The rows of SPEC 12 that can be measured, each as figures and their floors.
 *
 * @module
 */
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBenchHome } from "./bench_home.ts";
import { chunkTexts } from "./chunk_texts.ts";
import { ITEMS_FOR_TEN_CHUNKS, QUESTIONS, writeCorpus } from "./corpus.ts";
import { type Contestant, measure, peakMemoryMb } from "./measure.ts";
import { limitRow, median, ms, ratioRow, type Row } from "./row.ts";

/** The programs that are compared. */
export interface Programs {
  /** The built executable. */
  readonly memory: string;
  /** A compiled program that does nothing. */
  readonly empty: string;
  /** `keyword_baseline.ts`, compiled. */
  readonly baseline: string;
}

/** Seed of every corpus: the same texts in every run and on every machine. */
const SEED = 20260819;

/** Counted runs of short processes; their median then moves by less than a tenth between benches. */
const RUNS = 41;

/** Start-up, keyword search and its memory, all in turns with the empty program, on 10,000 chunks in 1,000 files. */
export async function searchRows(programs: Programs): Promise<Row[]> {
  const home = openBenchHome(programs.memory);
  try {
    writeCorpus(home.workspace, { files: 1000, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: SEED });
    const chunks = chunkCount(home.run(["index", "--no-embed", "--json"]));
    const { environment, workspace: cwd } = home;
    const question = (round: number) => QUESTIONS[round % QUESTIONS.length] ?? "";
    const searching: Contestant = {
      name: "search",
      command: (round) => [programs.memory, "search", question(round), "--json"],
      environment,
      cwd,
    };
    const results = measure([
      { name: "empty", command: () => [programs.empty], environment, cwd },
      { name: "version", command: () => [programs.memory, "--version"], environment, cwd },
      searching,
    ], { warmup: QUESTIONS.length, counted: RUNS });
    const [empty, version, search] = ["empty", "version", "search"].map((name) => results.get(name));
    if (empty === undefined || version === undefined || search === undefined) throw new Error("A run is missing");
    const detail = `${ms(version.medianMs)} of ${ms(empty.medianMs)} empty`;
    return [
      ratioRow("memory --version", version.medianMs / empty.medianMs, { floor: 2, detail }),
      ratioRow(`keyword search, ${chunks} chunks`, search.medianMs / empty.medianMs, {
        floor: 3,
        detail: `${ms(search.medianMs)} of ${ms(empty.medianMs)} empty; p95 ${ms(search.p95Ms)}`,
      }),
      limitRow("memory of a keyword search", await peakMemoryMb(searching, QUESTIONS.length), {
        floor: 150,
        unit: "MB",
        detail: "peak resident",
      }),
    ];
  } finally {
    home.remove();
  }
}

/** A first index run against tokenising the same texts once and a bare insert. */
export function indexRow(programs: Programs): Row {
  const home = openBenchHome(programs.memory);
  try {
    const bytes = writeCorpus(home.workspace, { files: 1000, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: SEED });
    const texts = join(home.workspace, "..", "texts.json");
    writeFileSync(texts, JSON.stringify(chunkTexts(home.workspace)));
    const index: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < 5; round++) {
      const target = join(home.workspace, "..", `bare-${round}.sqlite`);
      bare.push(Number(Bun.spawnSync([programs.baseline, texts, target]).stdout.toString()));
      for (const suffix of ["", "-wal", "-shm"]) {
        rmSync(`${home.workspace}.memory/index.sqlite${suffix}`, { force: true });
      }
      const startedMs = performance.now();
      home.run(["index", "--no-embed", "--json"]);
      index.push(performance.now() - startedMs);
    }
    const size = statSync(`${home.workspace}.memory/index.sqlite`).size / bytes;
    const detail = `${ms(median(index))} whole process, ${ms(median(bare))} tokenise and insert; ` +
      `the index has ${size.toFixed(1)} MB for a MB of text`;
    return ratioRow("keyword indexing, 10,000 chunks", median(index) / median(bare), { floor: 2, detail });
  } finally {
    home.remove();
  }
}

function chunkCount(answer: unknown): number {
  const chunks = typeof answer === "object" && answer !== null && "chunks" in answer ? answer.chunks : undefined;
  if (typeof chunks !== "number" || chunks < 9000 || chunks > 11_000) {
    throw new Error(`The corpus should make about 10,000 chunks, "memory index" says: ${JSON.stringify(answer)}`);
  }
  return chunks;
}
