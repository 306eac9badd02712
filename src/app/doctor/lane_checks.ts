/**
 * The lanes of search, each tried by itself with a word that stands in the index: what answers works, whatever a flag says.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { causeChain, errorCode, MemoryError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { cacheDirOf } from "../../base/assets/cache_dir.ts";
import { inspectPart } from "../../base/assets/inspect_part.ts";
import type { NativePart, PartName } from "../../base/assets/native_part.ts";
import type { EmbedderAnswer } from "../../embed/embedder.ts";
import { search } from "../../lanes/search/search.ts";
import { SESSIONS_PREFIX } from "../../provenance/tier.ts";
import { absolute } from "../../workspace/layout.ts";
import type { App } from "../app.ts";
import { laneFacts } from "../status/lane_facts.ts";
import { nativeFacts } from "../status/native_facts.ts";
import { type Check, derived, type Finding, shellWord, stated } from "./finding.ts";
import type { Patient } from "./open_patient.ts";

/** Returns what the lanes answer. Nothing is logged: a question of the doctor's is no recall. */
export async function laneCheck(app: App, { configError }: Patient): Promise<Check> {
  const question = questionOf(app);
  if (question === null) {
    return { area: "lanes", summary: "nothing is indexed yet that could be asked for", findings: [] };
  }
  const words = triedByWords(app, question);
  const meaning = configError === null ? await triedByMeaning(app, question) : UNTRIED;
  return {
    area: "lanes",
    summary: `asked for "${question}": keyword ${words === null ? "ok" : "failed"}, ${meaning.summary}`,
    findings: [...(words === null ? [] : [words]), ...meaning.findings],
  };
}

/** Shortest word that is asked for, in chars: it should stand for something. */
const LEAST_CHARS = 4;
/** Chunks that are read to find one. */
const MOST_CHUNKS = 20;

/** A word of what is indexed: an index that is whole has an answer to it. */
function questionOf({ index, layout }: App): string | null {
  for (const [path, { hash }] of index.sources.all()) {
    // What changed since says nothing of the index, and transcripts are not searched unless somebody asks.
    if (path.startsWith(SESSIONS_PREFIX) || !isAsRead(absolute(layout, path), hash)) continue;
    const texts = index.chunks.ofPath(path).slice(0, MOST_CHUNKS).map(({ text }) => text).join("\n");
    const words = texts.match(/\p{L}{2,}/gu) ?? [];
    const word = words.find((each) => each.length >= LEAST_CHARS) ?? words[0];
    if (word !== undefined) return word.slice(0, MOST_CHARS);
  }
  return null;
}

function isAsRead(absPath: string, hash: string): boolean {
  try {
    return sha256Hex(readFileSync(absPath)) === hash;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** A run of CJK characters has no end of its own. */
const MOST_CHARS = 24;

function triedByWords(app: App, question: string): Finding | null {
  const { layout, index, clock, config, originsOf } = app;
  const failed = (message: string) =>
    derived({
      id: "lane-keyword",
      severity: "broken",
      place: index.path,
      message,
      command: "memory index --force",
    });
  try {
    const deps = { layout, originsOf, index, clock, settings: config.search, activeProjects: new Set<string>() };
    const { result } = search(deps, { query: question });
    // A file of that name, or what is near in other ways, is found by another lane.
    const isFound = result.results.some(({ scores }) => (scores.keyword ?? 0) > 0);
    return isFound ? null : failed(`The word "${question}" stands in the notes, and a search for it finds nothing`);
  } catch (error) {
    return failed(`A search for "${question}" failed: ${causeChain(error)[0] ?? ""}`);
  }
}

/** Which embedder is meant, nobody can tell. */
const UNTRIED: MeaningLane = { summary: "vector unknown: the settings cannot be used", findings: [] };

type MeaningLane = { readonly summary: string; readonly findings: readonly Finding[] };

async function triedByMeaning(app: App, question: string): Promise<MeaningLane> {
  const { vectors } = app.index;
  let answer: EmbedderAnswer;
  try {
    vectors.counts();
    answer = await app.embedder();
  } catch (error) {
    return { summary: "vector failed", findings: [vectorsGone(app, causeChain(error)[0] ?? "")] };
  }
  if (answer.kind === "off") return { summary: `vector off (${answer.reason})`, findings: [] };
  if (answer.kind === "failed") return noEmbedder(app, answer.reason, answer.hint);
  const { embedder } = answer;
  const facts = await laneFacts(app, undefined);
  const { done, pending } = facts.vectors;
  try {
    const vector = await inTime(embedder.embed([question], "query"), app.config.search.embedTimeoutMs);
    if (facts.vector === "paused") return { summary: "vector paused", findings: [otherModel(app, embedder.name)] };
    if (done > 0) vectors.scan(vector[0] ?? new Float32Array(), { fingerprint: embedder.fingerprint, limit: 1 });
  } catch (error) {
    if (!(error instanceof MemoryError)) {
      return { summary: "vector failed", findings: [vectorsGone(app, causeChain(error)[0] ?? "")] };
    }
    return noEmbedder(app, causeChain(error).join(": "), error.hint ?? null);
  }
  const isPartial = pending > 0;
  return {
    summary: `vector ${isPartial ? "partial" : "ok"}, embedder ok (${embedder.name})`,
    findings: isPartial ? [withoutVectors(app, { done, pending })] : [],
  };
}

async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MemoryError(`The embedder gave no vector within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Its failure comes too late for anybody.
    work.catch(() => undefined);
  }
}

function noEmbedder({ config }: App, reason: string, hint: string | null): MeaningLane {
  const isChosen = config.embed.provider !== "bundled";
  return {
    summary: "vector failed",
    findings: [stated({
      id: "embedder-failed",
      severity: isChosen ? "broken" : "warning",
      place: `embed.provider ${config.embed.provider}`,
      message: `The embedder does not answer: ${reason}${hint === null ? "" : ` (${hint})`}`,
      command: "memory model verify",
    })],
  };
}

function vectorsGone({ index }: App, reason: string): Finding {
  return derived({
    id: "lane-vector",
    severity: "broken",
    place: index.path,
    message: `A search by meaning failed: ${reason}`,
    command: "memory index --force",
  });
}

function otherModel({ index }: App, name: string): Finding {
  return derived({
    id: "vectors-other-model",
    severity: "warning",
    place: index.path,
    message: `The vectors are of "${
      index.vectors.fingerprint() ?? "no model"
    }", the embedder is ${name}: only words are looked for`,
    command: "memory index",
  });
}

function withoutVectors(
  { index }: App,
  { done, pending }: { readonly done: number; readonly pending: number },
): Finding {
  return derived({
    id: "vectors-pending",
    severity: "note",
    place: index.path,
    message: `${pending} of ${done + pending} pieces have no vector yet and are found by words only`,
    command: "memory index",
  });
}

const PARTS: readonly PartName[] = ["sqlite-vec", "onnxruntime", "embedding-model"];

/** Returns whether the libraries and the model that the program carries are unpacked as they should be, and load. */
export async function runtimeCheck({ request, config }: Patient): Promise<Check> {
  const { environment, homeDir } = request;
  const cacheDir = cacheDirOf({ environment, homeDir, platform: process.platform });
  // Looked at before they are loaded, which unpacks what is missing or was changed.
  const altered = PARTS.flatMap((name) => alteredIn(name, cacheDir));
  const parts = await nativeFacts(request);
  const isNeeded = config.embed.provider === "bundled";
  const failed = parts.filter(({ isLoaded, hint, name }) =>
    !isLoaded && hint !== null && (isNeeded || name === "sqlite-vec")
  );
  return {
    area: "runtime",
    summary: parts.map(({ name, version, isLoaded }) => `${name} ${isLoaded ? version ?? "" : "not loaded"}`.trim())
      .join(", "),
    findings: [...altered, ...failed.map((part) => notLoaded(part, cacheDir))],
  };
}

function alteredIn(name: PartName, cacheDir: string): Finding[] {
  const found = inspectPart(name, cacheDir);
  if (found.kind !== "packed") return [];
  // What was never unpacked is unpacked by whoever needs it first.
  if (found.files.every(({ state }) => state === "absent")) return [];
  return found.files.filter(({ state }) => state !== "intact").map((file) =>
    derived({
      id: "runtime-altered",
      severity: "warning",
      place: `${found.folder}/${file.name}`,
      message: `A file of ${name} is ${file.state === "absent" ? "gone" : "not the one that the program unpacked"}`,
      command: "memory doctor --fix",
    })
  );
}

function notLoaded({ name, reason, hint }: NativePart, cacheDir: string): Finding {
  return stated({
    id: "runtime-failed",
    severity: "warning",
    place: name,
    message: `${reason ?? "It does not load"}${hint === null ? "" : ` (${hint})`}`,
    command: `ls -la ${shellWord(cacheDir)}`,
  });
}
