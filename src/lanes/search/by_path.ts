/**
 * The path lane: files that the question names (SPEC 6). What it finds forms tiers above everything found by words.
 *
 * @module
 */
import { type ChunkSource, chunkSource } from "../../store/index/chunk_ids.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import type { PathTier } from "./fuse.ts";

/** A file whose name is the question. */
export interface NamedFile {
  /** As in the index. */
  readonly path: string;
  /** 3 for the whole path, 2 for the name, 1 for the name without its ending. */
  readonly tier: Exclude<PathTier, 0>;
}

/** A longer question is no file name. */
const MAX_NAME_CHARS = 200;
/** Files of one name that are shown; a name used more often says little. */
const MAX_FILES = 5;

/** Returns the indexed files of a source that the question names, highest tier first, then by path. */
export function byPath(index: Pick<IndexStore, "sources">, question: string, source: ChunkSource): NamedFile[] {
  const wanted = plainName(question);
  // Nearly all questions name no file: one look at all paths tells.
  if (!isLikeName(wanted) || !plainName(index.sources.allPaths()).includes(wanted)) return [];
  const named: NamedFile[] = [];
  for (const { path } of index.sources.stamps()) {
    const tier = tierOf(plainName(path), wanted);
    if (tier !== 0 && (source === "all" || source === chunkSource(path))) named.push({ path, tier });
  }
  return named.sort((a, b) => b.tier - a.tier || (a.path < b.path ? -1 : 1)).slice(0, MAX_FILES);
}

/** Several words are a question, unless they end as a file does: looking through all files for each would cost time. */
function isLikeName(text: string): boolean {
  return text !== "" && text.length <= MAX_NAME_CHARS && (!/\s/.test(text) || text.endsWith(".md"));
}

function tierOf(path: string, wanted: string): PathTier {
  if (!path.includes(wanted)) return 0;
  if (path === wanted) return 3;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === wanted) return 2;
  return name.replace(/\.md$/, "") === wanted ? 1 : 0;
}

/** Two spellings of one path that differ in case, composition or a leading `./` are one name. */
function plainName(text: string): string {
  const lower = text.normalize("NFC").trim().toLowerCase();
  return lower.startsWith("./") ? lower.replace(/^(?:\.\/)+/, "") : lower;
}
