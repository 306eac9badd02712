/**
 * Embeds one question in a process of its own and prints where the time went, as JSON: the share of a cold hybrid search
 * that is not search. Compiled like the product, with the same files inside.
 *
 * @module
 */
import { openPart } from "../src/base/assets/open_part.ts";
import { BUNDLED_MODEL } from "../src/embed/bundled_embedder.ts";
import { loadModel } from "../src/embed/loaded_model.ts";
import { encodeUnigram } from "../src/embed/unigram_tokenizer.ts";

const [cacheDir = "", question = ""] = Bun.argv.slice(2);
const steps: Record<string, number> = {};

/** Does one step and notes how long it took. */
function step<T>(name: string, work: () => T): T {
  const startedMs = performance.now();
  const result = work();
  steps[name] = performance.now() - startedMs;
  return result;
}

// Counted from the start of the process: what the runtime itself needs before the first line of a program.
steps["start"] = performance.now();
const { part } = step("unpacked model", () => openPart("embedding-model", cacheDir));
if (part === null) throw new Error("The model is missing");
const model = step("files", () => loadModel({ folder: part.folder, cacheDir, threads: 1 }));
const ids = step(
  "tokenise",
  () => encodeUnigram(model.table, BUNDLED_MODEL.prefixes.query + question, BUNDLED_MODEL.maxIds),
);
step("run", () => model.encoderFor([ids]).run([ids]));
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ steps, cpuMs: (user + system) / 1_000 }));
process.exit(0);
