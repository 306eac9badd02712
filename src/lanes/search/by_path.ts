/**
 * The path lane: files that the question names (SPEC 6). What it finds forms tiers above everything found by words.
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import type { PathTier } from "./fuse.ts";

/** A file whose name is the question. */
export interface NamedFile {
  readonly path: string;
  /** 3 for the whole path, 2 for the name, 1 for the name without its ending. */
  readonly tier: Exclude<PathTier, 0>;
}

/** A longer question is no file name, and looking through all files for it would be wasted time. */
const MAX_NAME_CHARS = 120;
/** Blanks in a file name that are still looked for: more make a sentence. */
const MAX_BLANKS = 2;
/** Files of one name that are shown; a name used more often says little. */
const MAX_FILES = 5;

/** Returns the indexed files that the question names, highest tier first, then by path. */
export function byPath(index: Pick<IndexStore, "sources">, question: string): NamedFile[] {
  const wanted = plainName(question);
  if (wanted === "" || wanted.length > MAX_NAME_CHARS || wanted.split(/\s+/).length > MAX_BLANKS + 1) return [];
  const named: NamedFile[] = [];
  for (const path of index.sources.all().keys()) {
    const tier = tierOf(plainName(path), wanted);
    if (tier !== 0) named.push({ path, tier });
  }
  return named.sort((a, b) => b.tier - a.tier || (a.path < b.path ? -1 : 1)).slice(0, MAX_FILES);
}

function tierOf(path: string, wanted: string): PathTier {
  if (path === wanted) return 3;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === wanted) return 2;
  return name.replace(/\.md$/, "") === wanted ? 1 : 0;
}

/** Two spellings of one path that differ in case, composition or a leading `./` are one name. */
function plainName(text: string): string {
  return text.trim().normalize("NFC").toLowerCase().replace(/^(?:\.\/)+/, "");
}
