/**
 * The row about a message that asks for earlier days: no trigger answers it, so notes and transcripts are looked through.
 *
 * @module
 */
import { openBenchHome } from "./bench_home.ts";
import { ITEMS_FOR_TEN_CHUNKS, writeCorpus } from "./corpus.ts";
import { measure } from "./measure.ts";
import { limitRow, ms, type Row } from "./row.ts";

/** Seed of the corpus, the same as that of the other rows. */
const SEED = 20260819;
/** Counted messages: enough for a share of ninety-five in a hundred. */
const MESSAGES = 40;
/** Lane 2 is not in the path of every prompt: it may take as long as a cold search by meaning (SPEC 12). In ms. */
const FLOOR_MS = 150;

/** In both languages, with days and without. */
const ASKED = [
  "What did we decide about the gateway port last week?",
  "我们上次怎么决定数据库迁移的？",
  "Do you remember which certificate the gateway uses?",
  "上个月备份放在哪里了？",
  "Why did we change the deployment latency two months ago?",
];

/**
 * Messages with recall intent on 10,000 chunks without vectors; the whole process.
 *
 * @param memory the built executable
 * @param empty a compiled program that does nothing
 */
export function recallRow(memory: string, empty: string): Row {
  const home = openBenchHome(memory);
  try {
    writeCorpus(home.workspace, { files: 1000, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: SEED });
    home.run(["index", "--no-embed", "--json"]);
    const { environment, workspace: cwd } = home;
    const recall = (message: string) => [memory, "recall", message, "--json"];
    const results = measure([
      { name: "empty", command: () => [empty], environment, cwd },
      { name: "asks", command: (round) => recall(ASKED[round % ASKED.length] ?? ""), environment, cwd },
      { name: "does not", command: () => recall("Rename the helper in the parser."), environment, cwd },
    ], { warmup: ASKED.length, counted: MESSAGES });
    const { medianMs = 0, p95Ms = 0 } = results.get("asks") ?? {};
    const start = results.get("empty")?.medianMs ?? 1;
    const other = results.get("does not")?.medianMs ?? 0;
    return limitRow("recall with intent, 10,000 chunks, p95", p95Ms, {
      floor: FLOOR_MS,
      unit: "ms",
      detail: `whole process; median ${ms(medianMs)}, ${
        (medianMs / start).toFixed(1)
      } × an empty program's; without intent ${ms(other)}`,
    });
  } finally {
    home.remove();
  }
}
