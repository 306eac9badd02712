/**
 * What a long transcript costs (SPEC 12): memory and throughput of `ingest`. The transcript is made here, with what real ones
 * are made of: snapshots of files, answers of tools, and a few words in between.
 *
 * @module
 */
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openBenchHome } from "./bench_home.ts";
import { peakMemoryMb } from "./measure.ts";
import { randomFrom } from "./random.ts";
import { limitRow, median, type Row } from "./row.ts";

/** Megabytes of the transcript; the floor is one for 1,000, to which throughput and memory hardly change. */
const DEFAULT_MB = 300;
const MB = 1_000_000;
const SEED = 20260819;

/** Times it is read, each in a workspace of its own. */
const RUNS = 3;

/** Memory and throughput of a transcript of Claude Code. `INGEST_MB=1000` makes it a gigabyte. */
export async function ingestRows(memory: string): Promise<Row[]> {
  const sizeMb = Number(Bun.env["INGEST_MB"] ?? DEFAULT_MB);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-transcripts-")));
  const first = openBenchHome(memory);
  const homes = [first, ...Array.from({ length: RUNS - 1 }, () => openBenchHome(memory))];
  try {
    const path = join(folder, "s-1.jsonl");
    const bytes = writeTranscript(path, sizeMb * MB);
    const runs = homes.map(({ workspace, environment }) =>
      secondsOf(workspace, environment, [memory, "ingest", path, "--json"])
    );
    const rate = bytes / MB / median(runs.map(({ wall }) => wall));
    const parsing = secondsOfParsing(path);
    // Another session in another file: the first one is known already.
    const second = join(folder, "s-2.jsonl");
    writeTranscript(second, sizeMb * MB, "s-2");
    const { environment, workspace: cwd } = first;
    const command = () => [memory, "ingest", second, "--json"];
    const peak = await peakMemoryMb({ name: "ingest", command, environment, cwd }, 1);
    const what = `of ${sizeMb} MB of a transcript`;
    return [
      {
        what: `ingesting, throughput ${what}`,
        measured: `${rate.toFixed(0)} MB/s`,
        floor: "≥ 50 MB/s",
        isMet: rate >= FLOOR_MB_PER_SECOND,
        detail: `whole process, median of ${RUNS}; ${
          median(runs.map(({ processor }) => processor)).toFixed(1)
        } s of processor time, with those of the compiler and the collector beside it; ` +
          `reading and JSON.parse alone take ${parsing.toFixed(1)} s`,
      },
      limitRow(`memory of ${sizeMb} MB more`, peak, { floor: 200, unit: "MB", detail: "peak resident" }),
    ];
  } finally {
    for (const home of homes) home.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const FLOOR_MB_PER_SECOND = 50;

/** What no reader of such a file can do without, in seconds of processor time. */
function secondsOfParsing(path: string): number {
  const code = `
    import { readSync, openSync } from "node:fs";
    const file = openSync(${JSON.stringify(path)}, "r");
    let [bytes, filled] = [Buffer.alloc(1 << 22), 0];
    for (let count; (count = readSync(file, bytes, filled, bytes.length - filled)) > 0;) {
      filled += count;
      let start = 0;
      for (let end; (end = bytes.subarray(0, filled).indexOf(10, start)) >= 0; start = end + 1) {
        JSON.parse(bytes.toString("utf8", start, end));
      }
      bytes.copyWithin(0, start, filled);
      filled -= start;
    }`;
  return secondsOf(".", {}, [process.execPath, "-e", code]).processor;
}

/** What a process took, in seconds. */
interface Seconds {
  readonly wall: number;
  /** User and system, of all its threads. */
  readonly processor: number;
}

function secondsOf(cwd: string, env: Readonly<Record<string, string>>, command: readonly string[]): Seconds {
  const startedMs = performance.now();
  const child = Bun.spawnSync([...command], { cwd, env, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  if (child.exitCode !== 0) throw new Error(`"${command.join(" ")}" exited with ${child.exitCode}: ${child.stderr}`);
  const wall = (performance.now() - startedMs) / MILLISECONDS;
  return { wall, processor: Number(child.resourceUsage.cpuTime.total) / MICROSECONDS };
}

const MICROSECONDS = 1_000_000;
const MILLISECONDS = 1_000;

/** Bytes of the parts of one turn: of a real transcript two thirds are snapshots, and most of the rest comes from tools. */
const SNAPSHOT_BYTES = 60_000;
const OUTPUT_BYTES = 12_000;
/** Bytes of what somebody says: a sentence. */
const WORDS_BYTES = 60;
/** Answers of tools in a turn. */
const ANSWERS = 3;

/** Writes a transcript and returns its size. */
export function writeTranscript(path: string, size: number, session = "s-1"): number {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  const random = randomFrom(SEED);
  let written = 0;
  try {
    for (let turn = 0; written < size; turn++) {
      const lines = turnLines(turn, session, () => random.next());
      const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      writeSync(file, bytes);
      written += bytes.length;
    }
  } finally {
    closeSync(file);
  }
  return written;
}

function turnLines(turn: number, session: string, random: () => number): object[] {
  const entry = (step: number, type: string, message: object) => ({
    parentUuid: `${session}-${turn}-${step - 1}`,
    isSidechain: false,
    userType: "external",
    cwd: "/home/ann/app",
    sessionId: session,
    version: "2.1.1",
    type,
    message,
    uuid: `${session}-${turn}-${step}`,
    timestamp: new Date(Date.UTC(2026, 7, session === "s-1" ? 1 : 9) + turn * 20_000 + step * 1_000).toISOString(),
  });
  const say = (step: number, text: string) =>
    entry(step, "assistant", {
      id: `m-${session}-${turn}-${step}`,
      role: "assistant",
      content: [{ type: "text", text }],
    });
  const tools = Array.from({ length: ANSWERS }, (_, nth) => {
    const id = `t-${session}-${turn}-${nth}`;
    const use = { type: "tool_use", id, name: "Bash", input: { command: "make test" } };
    const result = { type: "tool_result", "tool_use_id": id, content: prose(OUTPUT_BYTES, random) };
    return [
      entry(2 + 2 * nth, "assistant", { id: `m-${session}-${turn}-${nth}`, role: "assistant", content: [use] }),
      entry(3 + 2 * nth, "user", { role: "user", content: [result] }),
    ];
  });
  return [
    {
      type: "file-history-snapshot",
      messageId: `${session}-${turn}-1`,
      snapshot: { text: "x".repeat(SNAPSHOT_BYTES) },
    },
    entry(1, "user", { role: "user", content: `Please look at this: ${prose(WORDS_BYTES, random)}.` }),
    ...tools.flat(),
    say(90, `The ${prose(WORDS_BYTES, random)} listens on port ${10_000 + (turn % 50_000)}.`),
  ];
}

function prose(bytes: number, random: () => number): string {
  const words: string[] = [];
  for (let size = 0; size < bytes;) {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? "";
    const numbered = random() < 0.05 ? `${word}${Math.floor(random() * 100_000)}` : word;
    words.push(numbered);
    size += numbered.length + 1;
  }
  return words.join(" ");
}

const WORDS = "test passes fails module relay gateway port line warning error build step cache file 网关 端口 测试 通过"
  .split(" ");
