/**
 * The row about the hook that a client calls with every prompt: it opens a turn, and the client waits for it.
 *
 * @module
 */
import { openBenchHome } from "./bench_home.ts";
import { ITEMS_FOR_TEN_CHUNKS, QUESTIONS, writeCorpus } from "./corpus.ts";
import { type Contestant, measure } from "./measure.ts";
import { limitRow, ms, type Row } from "./row.ts";

/** Seed of the corpus, the same as that of the other rows. */
const SEED = 20260819;
/** Counted prompts: enough for a share of ninety-five in a hundred. */
const PROMPTS = 60;
/** Floor of SPEC 12 for ninety-five in a hundred prompts, in ms. */
const FLOOR_MS = 60;

/**
 * Prompts of one session, each answered, in 10,000 chunks without vectors; the whole process.
 *
 * @param memory the built executable
 * @param empty a compiled program that does nothing
 */
export function hookRow(memory: string, empty: string): Row {
  const home = openBenchHome(memory);
  try {
    writeCorpus(home.workspace, { files: 1000, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: SEED });
    home.run(["index", "--no-embed", "--json"]);
    const { environment, workspace: cwd } = home;
    const hook = (name: string, event: object): Contestant => ({
      name,
      command: () => [memory, "hook", "claude-code"],
      // Every round is a new prompt: the same one again would be taken for the same event.
      input: (round) =>
        JSON.stringify({
          session_id: "bench",
          cwd,
          prompt: `${QUESTIONS[round % QUESTIONS.length] ?? ""} (${round})`,
          ...event,
        }),
      environment,
      cwd,
    });
    const results = measure([
      { name: "empty", command: () => [empty], environment, cwd },
      hook("prompt", { hook_event_name: "UserPromptSubmit" }),
      hook("reply", { hook_event_name: "Stop" }),
    ], { warmup: 3, counted: PROMPTS });
    const { medianMs = 0, p95Ms = 0 } = results.get("prompt") ?? {};
    const start = results.get("empty")?.medianMs ?? 1;
    return limitRow("prompt hook, 10,000 chunks, p95", p95Ms, {
      floor: FLOOR_MS,
      unit: "ms",
      detail: `whole process; median ${ms(medianMs)}, ${(medianMs / start).toFixed(1)} × an empty program's ${
        ms(start)
      }`,
    });
  } finally {
    home.remove();
  }
}
