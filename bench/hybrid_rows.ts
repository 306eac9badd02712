/**
 * The rows about whole searches by words and meaning: a process of its own that loads the model, and a process that has
 * it. The vectors of the notes are made up, since a model would need an hour; the question's are real.
 *
 * @module
 */
import { statSync } from "node:fs";
import { DEFAULT_CONFIG } from "../src/app/default_config.ts";
import { openEmbedder } from "../src/app/open_embedder.ts";
import { systemClock } from "../src/base/clock.ts";
import { search } from "../src/lanes/search/search.ts";
import { openIndex } from "../src/store/index/open_index.ts";
import { openState } from "../src/store/state/open_state.ts";
import { originReader } from "../src/store/state/origin_reader.ts";
import { layoutOf } from "../src/workspace/layout.ts";
import { openBenchHome } from "./bench_home.ts";
import { ITEMS_FOR_TEN_CHUNKS, QUESTIONS, writeCorpus } from "./corpus.ts";
import { fillVectors } from "./fill_vectors.ts";
import { mcpRows } from "./mcp_rows.ts";
import { type Contestant, measure, peakMemoryMb } from "./measure.ts";
import { limitRow, median, ms, type Row } from "./row.ts";

/** Seed of the corpus, the same as that of the other rows. */
const SEED = 20260819;
/** Counted cold processes, and rounds of all questions in a warm one. */
const COLD_RUNS = 21;
const WARM_ROUNDS = 5;
/** Floors of SPEC 12 for 10,000 chunks, in ms, and for the memory of a search, in MB. */
const COLD_MS = 150;
const WARM_MS = 30;
const MEMORY_MB = 300;

/** Cold and warm searches of 10,000 chunks in 1,000 files. @param memory the built executable, with a model */
export async function hybridRows(memory: string): Promise<Row[]> {
  const home = openBenchHome(memory);
  try {
    const bytes = writeCorpus(home.workspace, { files: 1000, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: SEED });
    home.run(["index", "--no-embed", "--json"]);
    const { environment, workspace } = home;
    const layout = layoutOf(workspace, `${workspace}.memory`);
    const answer = await openEmbedder({ environment, homeDir: environment["HOME"] ?? "" }, DEFAULT_CONFIG.embed);
    if (answer.kind !== "ready") throw new Error(`The bench needs the model: ${answer.reason}`);
    const { embedder } = answer;
    const vectors = fillVectors(layout.indexPath, embedder.fingerprint);
    const size = statSync(layout.indexPath).size / bytes;
    // An explained search is no recall: what is logged after the answer is not part of the wait for it.
    const searching = (name: string, ...flags: readonly string[]): Contestant => ({
      name,
      command: (
        round,
      ) => [memory, "search", QUESTIONS[round % QUESTIONS.length] ?? "", "--explain", "--json", ...flags],
      environment,
      cwd: workspace,
    });
    const cold = searching("hybrid");
    const runs = measure([cold, searching("words", "--keyword-only")], { warmup: 2, counted: COLD_RUNS });
    const { medianMs = 0, minMs = 0, p95Ms = 0 } = runs.get("hybrid") ?? {};
    const words = runs.get("words")?.medianMs ?? 0;

    const clock = systemClock();
    const state = openState({ path: layout.statePath, isRegistered: true, isSimulated: true, now: clock.now().iso });
    const index = openIndex(layout.indexPath);
    const originsOf = originReader(state, { unbooked: "agent", isLost: false });
    const deps = {
      layout,
      state,
      index,
      clock,
      originsOf,
      settings: DEFAULT_CONFIG.search,
      activeProjects: new Set<string>(),
    };
    const times: number[] = [];
    for (let round = 0; round <= WARM_ROUNDS; round++) {
      for (const query of QUESTIONS) {
        const startedMs = performance.now();
        const [vector] = await embedder.embed([query], "query");
        if (vector === undefined) throw new Error("The embedder gave no vector");
        search(deps, { query, meaning: { vector, fingerprint: embedder.fingerprint } });
        if (round > 0) times.push(performance.now() - startedMs);
      }
    }
    index.close();
    state.close();
    await embedder.close();
    return [
      limitRow("hybrid search, cold process", medianMs, {
        floor: COLD_MS,
        unit: "ms",
        detail: `${vectors} vectors; fastest ${ms(minMs)}, p95 ${ms(p95Ms)}; ${ms(words)} by words alone`,
      }),
      limitRow("hybrid search, warm", median(times), {
        floor: WARM_MS,
        unit: "ms",
        detail: "the question's vector included, without comparing files",
      }),
      ...await mcpRows(memory, home),
      limitRow("memory of a hybrid search", await peakMemoryMb(cold, QUESTIONS.length), {
        floor: MEMORY_MB,
        unit: "MB",
        detail: `peak resident; the index has ${size.toFixed(1)} MB for a MB of text, with vectors`,
      }),
    ];
  } finally {
    home.remove();
  }
}
