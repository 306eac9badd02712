/**
 * The rows of SPEC 12 that concern the bundled model: what a cold question pays for it, and what is lost between the
 * runtime and its caller.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_CONFIG } from "../src/app/default_config.ts";
import { openPart } from "../src/base/assets/open_part.ts";
import { BUNDLED_MODEL, bundledEmbedder } from "../src/embed/bundled_embedder.ts";
import { openBinding } from "../src/embed/onnx_binding.ts";
import { OnnxTensor } from "../src/embed/onnx_tensor.ts";
import { encodeUnigram } from "../src/embed/unigram_tokenizer.ts";
import { readUnigramTable } from "../src/embed/unigram_table.ts";
import { QUESTIONS } from "./corpus.ts";
import { limitRow, median, ms, type Row } from "./row.ts";

/** Counted runs of the cold program. */
const COLD_RUNS = 15;

/** What loading and asking the model may add to a start, in ms: 15 for the library, 30 for the session, the rest to spare. */
const COLD_FLOOR_MS = 60;

/** Rounds in which own way and raw runtime take turns. */
const ROUNDS = 5;

/** Pieces of a round: four batches. */
const TEXTS = 64;

/** Share of the raw throughput that has to be left. */
const SHARE_FLOOR = 0.9;

/** What `embed_cold.ts` prints. */
interface ColdRun {
  readonly steps: Readonly<Record<string, number>>;
  readonly cpuMs: number;
}

/** One question in a process of its own, step by step. @param program `embed_cold.ts`, compiled */
export function coldRow(program: string): Row {
  const cache = mkdtempSync(join(tmpdir(), "memory-cold-"));
  try {
    const runs = Array.from({ length: COLD_RUNS + 1 }, (_, round): ColdRun => {
      const child = Bun.spawnSync([program, cache, QUESTIONS[round % QUESTIONS.length] ?? ""], { stdin: "ignore" });
      if (child.exitCode !== 0) throw new Error(`The cold question failed: ${child.stderr.toString()}`);
      return JSON.parse(child.stdout.toString());
    }).slice(1); // The first one unpacks.
    const names = Object.keys(runs[0]?.steps ?? {});
    const medians = names.map((name): [string, number] => [name, median(runs.map(({ steps }) => steps[name] ?? 0))]);
    const total = medians.filter(([name]) => name !== "start").reduce((sum, [, value]) => sum + value, 0);
    const detail = `${medians.map(([name, value]) => `${name} ${value.toFixed(1)}`).join(" + ")} ms; ` +
      `${ms(median(runs.map(({ cpuMs }) => cpuMs)))} of processor time`;
    return limitRow("embedding in a cold question, over the start", total, {
      floor: COLD_FLOOR_MS,
      unit: "ms",
      detail,
    });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Own way, from text to vectors, against the runtime alone on the same batches, with the runtime's own defaults. */
export async function throughputRow(): Promise<Row> {
  const part = openPart("embedding-model", "").part;
  const { binding } = openBinding("");
  if (part === null || binding === null) throw new Error("Model or runtime is missing");
  const settings = DEFAULT_CONFIG.embed;
  const embedder = bundledEmbedder({ part, content: "bench", settings, cacheDir: "" });
  const texts = benchTexts();
  const file = await Bun.file(`${part.folder}/${BUNDLED_MODEL.table}`).arrayBuffer();
  const table = readUnigramTable(new Uint8Array(file));
  const ids = texts.map((text) => encodeUnigram(table, BUNDLED_MODEL.prefixes.passage + text, BUNDLED_MODEL.maxIds))
    .sort((a, b) => b.length - a.length);
  const batches = Array.from({ length: Math.ceil(ids.length / settings.batch) }, (_, at) => {
    return feedsOf(ids.slice(at * settings.batch, (at + 1) * settings.batch));
  });
  const session = new binding.InferenceSession();
  session.loadModel(`${part.folder}/${BUNDLED_MODEL.graph}`, { intraOpNumThreads: navigator.hardwareConcurrency });
  const times: { own: number[]; raw: number[] } = { own: [], raw: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const ownMs = await timed(() => embedder.embed(texts, "passage"));
    const rawMs = await timed(() => batches.forEach((feeds) => session.run(feeds, { "sentence_embedding": null }, {})));
    if (round < 0) continue;
    times.own.push(ownMs);
    times.raw.push(rawMs);
  }
  session.dispose();
  await embedder.close();
  const [own, raw] = [median(times.own), median(times.raw)];
  const count = ids.reduce((sum, each) => sum + each.length, 0);
  const perSecond = (time: number) => `${Math.round(count / time * 1_000)} ids/s`;
  const share = raw / own;
  return {
    what: "embedding, share of the raw runtime's throughput",
    measured: `${(share * 100).toFixed(0)} %`,
    floor: `≥ ${SHARE_FLOOR * 100} %`,
    isMet: share >= SHARE_FLOOR,
    detail: `${perSecond(own)} of ${perSecond(raw)}; ${TEXTS} texts, ${count} ids; resident ${residentMb()} MB`,
  };
}

async function timed(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Texts of many lengths up to some 100 tokens, in both languages, as pieces of a diary are. */
function benchTexts(): string[] {
  const sentences = [
    "The gateway of the north site listens on port 18789 and restarts at night.",
    "数据库已迁移到新的集群，端口没有变化。",
  ];
  return Array.from({ length: TEXTS }, (_, at) => {
    return Array.from({ length: 1 + at % 5 }, (__, line) => `${sentences[(at + line) % 2]} ${at * 7 + line}`).join(
      "\n",
    );
  });
}

function feedsOf(ids: readonly (readonly number[])[]): Readonly<Record<string, OnnxTensor>> {
  const length = Math.max(...ids.map((each) => each.length));
  const inputs = new BigInt64Array(ids.length * length).fill(1n);
  const mask = new BigInt64Array(ids.length * length);
  for (const [row, each] of ids.entries()) {
    each.forEach((id, at) => inputs[row * length + at] = BigInt(id));
    mask.fill(1n, row * length, row * length + each.length);
  }
  const dims = [ids.length, length];
  return {
    "input_ids": new OnnxTensor("int64", inputs, dims),
    "attention_mask": new OnnxTensor("int64", mask, dims),
  };
}

function residentMb(): string {
  return (process.memoryUsage.rss() / 1_000_000).toFixed(0);
}
