/**
 * The rows about what a client or a runtime calls with every message and waits for: the prompt hook, which opens a turn as
 * well, and `recall`.
 *
 * @module
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
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

/** Entries of `MEMORY.md`, as many as its resident budget holds (SPEC 8.7), each with two phrases. */
const ENTRIES = 120;

/** Phrases that some of the questions hold, and words of which most hold one. */
const PHRASES = ["gateway port", "数据库迁移", "deployment window", "renew certificate", "备份位置", "invoice export"];

function curatedText(): string {
  const entries = Array.from({ length: ENTRIES }, (_, at) => {
    const own = `service ${at}`;
    const phrases = `${own} limits; ${PHRASES[at % PHRASES.length] ?? own} ${at < PHRASES.length ? "" : own}`.trim();
    return `- The limits of ${own} are kept in its own file <!-- trigger: ${phrases} --> <!-- importance: 5 -->`;
  });
  return `# Long-Term Memory\n\n${entries.join("\n")}\n`;
}

/**
 * Messages of one session, each answered, in 10,000 chunks without vectors and 120 entries with phrases; the whole process.
 *
 * @param memory the built executable
 * @param empty a compiled program that does nothing
 */
export function promptRows(memory: string, empty: string): Row[] {
  const home = openBenchHome(memory);
  try {
    writeCorpus(home.workspace, { files: 1000, itemsPerFile: ITEMS_FOR_TEN_CHUNKS, seed: SEED });
    writeFileSync(join(home.workspace, "MEMORY.md"), curatedText());
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
      {
        name: "recall",
        command: (round) => [memory, "recall", `${QUESTIONS[round % QUESTIONS.length] ?? ""} (${round})`, "--json"],
        environment,
        cwd,
      },
    ], { warmup: 3, counted: PROMPTS });
    const start = results.get("empty")?.medianMs ?? 1;
    const row = (title: string, name: string) => {
      const { medianMs = 0, p95Ms = 0 } = results.get(name) ?? {};
      const times = (medianMs / start).toFixed(1);
      const detail = `whole process; median ${ms(medianMs)}, ${times} × an empty program's ${ms(start)}`;
      return limitRow(title, p95Ms, { floor: FLOOR_MS, unit: "ms", detail });
    };
    return [row("prompt hook, 10,000 chunks, p95", "prompt"), row("recall, 10,000 chunks, p95", "recall")];
  } finally {
    home.remove();
  }
}
