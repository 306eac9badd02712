/**
 * Indexes with many vectors that no model had to make.
 *
 * @module
 */
import { type Random, randomFrom } from "../../bench/random.ts";
import type { ChunkInput } from "../../src/store/index/chunks.ts";
import type { IndexStore } from "../../src/store/index/open_index.ts";

/** Vectors of unit length that lie as those of a model do: most of each is the same in all of them. */
export interface Cloud {
  readonly dimensions: number;
  /** Returns the vector of a text: always the same one. */
  vector(text: string): Float32Array;
}

/** How much of a vector is its own, beside what all have in common: about as much as with E5. */
const OWN_SHARE = 0.5;
/** Directions that texts have more or less of, and what is left to each alone: meaning has few dimensions. */
const TOPICS = 12;
const ALONE_SHARE = 0.3;

/** Returns a cloud around one direction. */
export function cloudOf(dimensions: number): Cloud {
  const shared = randomFrom(1);
  const common = normals(shared, dimensions);
  const topics = Array.from({ length: TOPICS }, () => normals(shared, dimensions));
  return {
    dimensions,
    vector(text) {
      const random = randomFrom(Number(Bun.hash(text) & 0x7fff_ffffn));
      const weights = normals(random, TOPICS);
      const alone = normals(random, dimensions);
      return unit(common.map((value, at) => {
        const mixed = topics.reduce((sum, topic, each) => sum + (topic[at] ?? 0) * (weights[each] ?? 0), 0);
        return value + OWN_SHARE * (mixed / Math.sqrt(TOPICS) + ALONE_SHARE * (alone[at] ?? 0));
      }));
    },
  };
}

/** What to write. */
export interface FillShape {
  readonly files: number;
  readonly chunksPerFile: number;
  readonly fingerprint: string;
  readonly cloud: Cloud;
  /** Whether the lines of a file are Chinese. @default none are */
  readonly isWide?: (file: number) => boolean;
}

/** Pieces of a chunk that no neighbour has. */
const OWN_PIECES = 3;

/**
 * Fills an index with `memory/note-000.md` and so on, and with the vectors of every piece. A piece is one line of a chunk;
 * neighbouring chunks share one.
 */
export function fillIndex(index: IndexStore, { files, chunksPerFile, fingerprint, cloud, isWide }: FillShape): void {
  index.transaction(() => {
    for (let file = 0; file < files; file++) {
      const path = `memory/note-${String(file).padStart(3, "0")}.md`;
      const chunks = Array.from(
        { length: chunksPerFile },
        (_, ordinal) => chunkOf(file, ordinal, isWide?.(file) === true),
      );
      index.replaceFile({ ...SOURCE, path, hash: path }, chunks);
    }
  });
  embedAll(index, fingerprint, cloud);
}

/** Gives every piece that waits the vector that a cloud has for it. */
export function embedAll(index: IndexStore, fingerprint: string, cloud: Cloud): void {
  index.vectors.use(fingerprint, cloud.dimensions);
  for (;;) {
    const { texts, sourceIds } = index.vectors.nextWindow(10_000);
    if (texts.length === 0) return;
    index.vectors.store(fingerprint, texts.map((text) => ({ text, vector: cloud.vector(text) })));
    index.vectors.link(sourceIds);
  }
}

const SOURCE = {
  size: 1,
  mtimeMs: 1,
  ctimeMs: 1,
  isUnsettled: false,
  tier: "episodic",
  day: null,
  indexedAt: "2026-08-19T03:00:00+08:00",
  skipReason: null,
  hasMalformed: false,
} as const;

function chunkOf(file: number, ordinal: number, isWide: boolean): ChunkInput {
  const first = ordinal * OWN_PIECES;
  const lines = Array.from(
    { length: OWN_PIECES + 1 },
    (_, at) => isWide ? `这是文件 ${file} 的第 ${first + at} 行` : `file ${file} line ${first + at}`,
  );
  let start = 0;
  const pieces = lines.map((line, at) => {
    const piece = { start, end: start + line.length, startLine: first + at + 1, endLine: first + at + 1 };
    start += line.length + 1;
    return piece;
  });
  const projects = file === 7 && ordinal === 1 ? ["only one"] : null;
  return {
    ordinal,
    startLine: first + 1,
    endLine: first + OWN_PIECES + 1,
    text: lines.join("\n"),
    context: "",
    pieces,
    importance: null,
    triggers: [],
    projects,
    key: null,
    entryKey: null,
    observed: null,
    expires: null,
    origin: "agent",
    classes: ["agent"],
    sessionKind: "interactive",
    observedAt: null,
  };
}

function normals(random: Random, count: number): Float32Array {
  return Float32Array.from({ length: count }, () => {
    return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
