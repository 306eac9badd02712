/**
 * The rows about what a client or a runtime calls with every message and waits for: the prompt hook, which opens a turn as
 * well, and `recall`.
 *
 * @module
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** The client's name of the session. */
const SESSION = "bench";

/** What Claude Code writes of a turn into the transcript that its events name, as far as it is read. */
function turnLines(round: number, cwd: string, prompt: string): string {
  const entry = (step: number, type: string, message: object) => ({
    parentUuid: step === 1 ? null : `${round}-${step - 1}`,
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId: SESSION,
    version: "2.1.1",
    type,
    message,
    uuid: `${round}-${step}`,
    timestamp: new Date(Date.UTC(2026, 7, 19, 8) + round * 60_000 + step * 1_000).toISOString(),
  });
  const answer = { id: `m-${round}`, role: "assistant", content: [{ type: "text", text: `Looking into ${prompt}.` }] };
  return [entry(1, "user", { role: "user", content: prompt }), entry(2, "assistant", answer)]
    .map((line) => `${JSON.stringify(line)}\n`).join("");
}

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
    const transcript = join(environment["HOME"] ?? cwd, ".claude", "projects", "bench", `${SESSION}.jsonl`);
    mkdirSync(dirname(transcript), { recursive: true });
    // Every round is a new prompt: the same one again would be taken for the same event.
    const promptOf = (round: number) => `${QUESTIONS[round % QUESTIONS.length] ?? ""} (${round})`;
    const common = { "session_id": SESSION, "transcript_path": transcript, cwd, "permission_mode": "default" };
    const hook = (name: string, input: (round: number) => object): Contestant => ({
      name,
      command: () => [memory, "hook", "claude-code"],
      input: (round) => JSON.stringify({ ...common, ...input(round) }),
      environment,
      cwd,
    });
    const reply = (round: number) => {
      appendFileSync(transcript, turnLines(round, cwd, promptOf(round)));
      return { "hook_event_name": "Stop", "stop_hook_active": false };
    };
    const results = measure([
      { name: "empty", command: () => [empty], environment, cwd },
      hook("prompt", (round) => ({ "hook_event_name": "UserPromptSubmit", prompt: promptOf(round) })),
      hook("reply", reply),
      {
        name: "recall",
        command: (round) => [memory, "recall", promptOf(round), "--json"],
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
