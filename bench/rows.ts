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
  /** `bare_start.ts`, compiled. */
  readonly bare: string;
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
    writeCore(home.workspace);
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
      { name: "bare start", command: () => [programs.bare, cwd], environment, cwd },
      { name: "bootstrap", command: () => [programs.memory, "bootstrap", "--json"], environment, cwd },
      {
        name: "first bootstrap",
        command: (round) => [programs.memory, "bootstrap", "--json", "--session", `bench-${round}`],
        environment,
        cwd,
      },
    ], { warmup: QUESTIONS.length, counted: RUNS });
    const resultOf = (name: string) => {
      const found = results.get(name);
      if (found === undefined) throw new Error(`The runs of "${name}" are missing`);
      return found;
    };
    const [empty, version, search] = [resultOf("empty"), resultOf("version"), resultOf("search")];
    const [start, first, bare] = [resultOf("bootstrap"), resultOf("first bootstrap"), resultOf("bare start")];
    const detail = `${ms(version.medianMs)} of ${ms(empty.medianMs)} empty`;
    return [
      ratioRow("memory --version", version.medianMs / empty.medianMs, { floor: 2, detail }),
      ratioRow(`keyword search, ${chunks} chunks`, search.medianMs / empty.medianMs, {
        floor: 3,
        detail: `${ms(search.medianMs)} of ${ms(empty.medianMs)} empty; p95 ${ms(search.p95Ms)}`,
      }),
      ratioRow("bootstrap", start.medianMs / empty.medianMs, {
        floor: 2.5,
        detail: `${ms(start.medianMs)} of ${ms(empty.medianMs)} empty; a session's first, with its log, ${
          ms(first.medianMs)
        }; its files and databases alone, by a bare program, ${(bare.medianMs / empty.medianMs).toFixed(2)} ×`,
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

/** Writes curated files as large as a start through a hook can show: 60 facts, 20 directives. */
function writeCore(workspace: string): void {
  const facts = Array.from(
    { length: 60 },
    (_, at) =>
      `- Service ${at} of the gateway listens on port ${18_000 + at}; 它的备份在${at}号机房 <!-- importance: ${
        at % 10 + 1
      } -->`,
  );
  const directives = Array.from({ length: 20 }, (_, at) => `- Prefer answer number ${at} where it fits`);
  writeFileSync(join(workspace, "MEMORY.md"), `# Long-Term Memory\n\n## Facts\n\n${facts.join("\n")}\n`);
  writeFileSync(join(workspace, "USER.md"), `${directives.join("\n")}\n`);
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
