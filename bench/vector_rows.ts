/**
 * The rows about vectors: how long a look at all of them takes, how much memory, and how large they make the index. No
 * model takes part; what it adds to a search is measured where whole searches are.
 *
 * @module
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openIndex } from "../src/store/index/open_index.ts";
import type { ChunkInput } from "../src/store/index/chunks.ts";
import { fillVectors } from "./fill_vectors.ts";
import type { Row } from "./row.ts";

/** Chunks of a file, and pieces of a chunk that no neighbour has: together with the shared ones 4.1 a chunk. */
const CHUNKS_PER_FILE = 10;
const OWN_PIECES = 4;
/** Counted processes. */
const RUNS = 5;
const FINGERPRINT = "bench";

/** The sizes of SPEC 12, with the floors in ms of a first and of a repeated look. */
const SIZES = [
  { chunks: 10_000, warmMs: 30 },
  { chunks: 100_000, warmMs: 120 },
] as const;

/** What `vector_scan.ts` prints. */
interface ScanTimes {
  readonly vectors: number;
  readonly cold: { readonly ms: number; readonly cpuMs: number };
  readonly warm: { readonly ms: number; readonly cpuMs: number };
  readonly peakMb: number;
}

/**
 * Measures an index of each size.
 *
 * @param scan `vector_scan.ts`, compiled
 */
export function vectorRows(scan: string): Row[] {
  return SIZES.flatMap(({ chunks, warmMs }) => {
    const folder = mkdtempSync(join(tmpdir(), "memory-bench-"));
    try {
      const path = join(folder, "index.sqlite");
      writeChunks(path, chunks / CHUNKS_PER_FILE);
      const before = statSync(path).size;
      const vectors = fillVectors(path, FINGERPRINT);
      const bytes = (statSync(path).size - before) / vectors;
      return rowsOf(runsOf(scan, path), { chunks, warmMs, bytes });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function runsOf(scan: string, path: string): ScanTimes[] {
  return Array.from({ length: RUNS }, () => {
    const child = Bun.spawnSync([scan, path, FINGERPRINT]);
    if (child.exitCode !== 0) throw new Error(`The scan failed: ${child.stderr}`);
    return JSON.parse(child.stdout.toString()) as ScanTimes;
  });
}

function rowsOf(
  runs: readonly ScanTimes[],
  { chunks, warmMs, bytes }: { readonly chunks: number; readonly warmMs: number; readonly bytes: number },
): Row[] {
  const middle = (of: (run: ScanTimes) => number) =>
    runs.map(of).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0;
  const vectors = middle((run) => run.vectors);
  const warm = middle((run) => run.warm.ms);
  const peakMb = middle((run) => run.peakMb);
  const size = `${chunks.toLocaleString("en")} chunks, ${vectors.toLocaleString("en")} vectors`;
  const cold = `first ${middle((run) => run.cold.ms).toFixed(0)} ms`;
  return [
    {
      what: `nearest of ${size}`,
      measured: `${warm.toFixed(0)} ms`,
      floor: `≤ ${warmMs} ms`,
      isMet: warm <= warmMs,
      detail: `repeated, without a model; ${cold}; ${middle((run) => run.warm.cpuMs).toFixed(0)} ms of processor`,
    },
    {
      what: `memory of that`,
      measured: `${peakMb.toFixed(0)} MB`,
      floor: "≤ 300 MB",
      isMet: peakMb <= 300,
      detail: `peak resident, without a model; ${bytes.toFixed(0)} bytes of file a vector`,
    },
  ];
}

function writeChunks(path: string, files: number): void {
  const index = openIndex(path);
  try {
    for (let first = 0; first < files; first += FILES_PER_TRANSACTION) {
      index.transaction(() => {
        for (let file = first; file < Math.min(files, first + FILES_PER_TRANSACTION); file++) {
          const name = `memory/${file}.md`;
          const chunks = Array.from({ length: CHUNKS_PER_FILE }, (_, ordinal) => chunkOf(file, ordinal));
          index.replaceFile({ ...SOURCE, path: name, hash: name }, chunks);
        }
      });
    }
  } finally {
    index.close();
  }
}

const FILES_PER_TRANSACTION = 200;
const SOURCE = {
  size: 1,
  mtimeMs: 1,
  ctimeMs: 1,
  isUnsettled: false,
  tier: "episodic",
  day: null,
  indexedAt: "2026-08-19T10:00:00+00:00",
  skipReason: null,
  hasMalformed: false,
} as const;

/** Short texts: only their number matters here. */
function chunkOf(file: number, ordinal: number): ChunkInput {
  const first = ordinal * OWN_PIECES;
  const lines = Array.from({ length: OWN_PIECES + 1 }, (_, at) => `${file} ${first + at}`);
  let start = 0;
  const pieces = lines.map((line, at) => {
    const piece = { start, end: start + line.length, startLine: first + at + 1, endLine: first + at + 1 };
    start += line.length + 1;
    return piece;
  });
  return {
    ...{ ordinal, startLine: first + 1, endLine: first + OWN_PIECES + 1, text: lines.join("\n"), context: "", pieces },
    ...{ importance: null, triggers: [], projects: null, key: null, entryKey: null, observed: null, expires: null },
    ...{ origin: "agent", classes: ["agent"], sessionKind: "interactive", observedAt: null },
  };
}
