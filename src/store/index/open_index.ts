/**
 * `index.sqlite`: follows from the files and the state, so it may be deleted at any time and is never migrated: what
 * cannot be read is deleted and built again.
 *
 * @module
 */
import type { ChunkInput, Chunks } from "./chunks.ts";
import type { IndexMeta } from "./index_meta.ts";
import type { Keywords } from "./keywords.ts";
import type { SourceFacts, Sources } from "./sources.ts";

/** The open index. Statements are prepared when first used. */
export interface IndexStore {
  readonly path: string;
  /** The medium cannot be written: the index serves as it is. */
  readonly isReadonly: boolean;
  /** What a person has to be told about the opening, in whole sentences; usually empty. */
  readonly notices: readonly string[];
  readonly meta: IndexMeta;
  readonly sources: Sources;
  readonly chunks: Chunks;
  readonly keywords: Keywords;
  /** Replaces all rows of a file; inside {@linkcode IndexStore.transaction}. */
  replaceFile(source: SourceFacts, chunks: readonly ChunkInput[]): void;
  /** Deletes all rows of a file; inside {@linkcode IndexStore.transaction}. */
  removeFile(path: string): void;
  /** Runs a synchronous function in one write transaction; inside another one it joins that. */
  transaction<T>(work: () => T): T;
  /** Deletes the file and starts an empty one, after `isCorrupt(error)`; the next sync fills it. */
  reset(): void;
  /** Closes the file; a second call does nothing. */
  close(): void;
}
