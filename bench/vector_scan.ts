/**
 * Searches an index by meaning as a search does, without a model: opens it, asks once, then asks again a number of times.
 * Prints JSON: milliseconds of the first scan with all reading, processor time of it, the median of the others, peak
 * memory, and the same for the reading alone.
 *
 *     vector_scan INDEX FINGERPRINT [ROUNDS]
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { openIndex } from "../src/store/index/open_index.ts";
import { loadVectorExtension } from "../src/store/vec_extension.ts";
import { syntheticVectors } from "./fill_vectors.ts";

const [path = "", fingerprint = "", rounds = "30", cacheDir = ""] = Bun.argv.slice(2);
/** Chunks that a search fuses. */
const LIMIT = 100;

const vectorOf = syntheticVectors();
const questions = Array.from({ length: Number(rounds) + 1 }, (_, at) => vectorOf(`question ${at}`));
const load = (index: ReturnType<typeof openIndex>, question: Float32Array) => {
  const startedMs = performance.now();
  const used = process.cpuUsage();
  const { hits } = index.vectors.scan(question, { fingerprint, limit: LIMIT });
  const { user, system } = process.cpuUsage(used);
  if (hits.length === 0) throw new Error("Nothing found");
  return { ms: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
};
const index = openIndex(
  path,
  cacheDir === "" ? {} : { loadExtension: (database) => loadVectorExtension(database, cacheDir).isLoaded },
);
const [first, ...others] = questions.map((question) => load(index, question));
const middle = (key: "ms" | "cpuMs") =>
  others.map((each) => each[key]).sort((a, b) => a - b)[Math.floor(others.length / 2)];
const { count } = index.vectors.scan(questions[0] ?? new Float32Array(), { fingerprint, limit: 1 }).backgrounds.latin;
index.close();
console.log(JSON.stringify({
  vectors: count,
  cold: first,
  warm: { ms: middle("ms"), cpuMs: middle("cpuMs") },
  peakMb: peakBytes() / 1_000_000,
}));

/**
 * What the kernel counts for a child begins with what its parent had when it was started, and the parent of this one has
 * written the vectors; the high-water mark of its own memory does not.
 */
function peakBytes(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1_024;
  const [, kilobytes = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
