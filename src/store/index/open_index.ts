/**
 * `index.sqlite`: follows from the files and the state, so it may be deleted at any time and is never migrated: what
 * cannot be read is deleted and built again.
 *
 * @module
 */
import { compact, type Compaction } from "../compact.ts";
import { type Connection, IN_MEMORY } from "../connect.ts";
import { type ChunkInput, type Chunks, chunksTable } from "./chunks.ts";
import { type IndexFile, openIndexFile, resetIndexFile } from "./index_file.ts";
import { type IndexMeta, indexMeta } from "./index_meta.ts";
import { keywordIndex, type Keywords } from "./keywords.ts";
import { discardRebuild, hasRebuild, rebuild, type RebuildSteps, sweepRebuild } from "./rebuild.ts";
import stagingSql from "./staging.sql" with { type: "text" };
import { type SourceFacts, type Sources, sourcesTable } from "./sources.ts";
import { type StoredFile, storedFile } from "./stored_file.ts";
import { type ExtensionLoader, type Vectors, vectorsTable } from "./vectors.ts";
import { type FileWriter, fileWriter } from "./write_file.ts";

/** The open index. Statements are prepared when first used. */
export interface IndexStore {
  /** The file, or `:memory:`. */
  readonly path: string;
  /** The medium cannot be written: the index serves as it is. */
  readonly isReadonly: boolean;
  /** There is nowhere to keep it: built in memory, for this process only. */
  readonly isInMemory: boolean;
  /** The second file of a rebuild: its keywords cannot be searched yet. */
  readonly isStaged: boolean;
  /** What a person has to be told about the opening, in whole sentences; usually empty. */
  readonly notices: readonly string[];
  /** Facts about the index itself. */
  readonly meta: IndexMeta;
  /** The files it knows. */
  readonly sources: Sources;
  /** Their chunks. */
  readonly chunks: Chunks;
  /** What finds them. */
  readonly keywords: Keywords;
  /** What finds them by meaning. */
  readonly vectors: Vectors;
  /** Returns a file as it is stored, or `null` if it is not known. */
  storedFile(path: string): StoredFile | null;
  /** Replaces all rows of a file; inside {@linkcode IndexStore.transaction}. */
  replaceFile(source: SourceFacts, chunks: readonly ChunkInput[]): void;
  /** Deletes all rows of a file; inside {@linkcode IndexStore.transaction}. */
  removeFile(path: string): void;
  /** Runs a synchronous function in one write transaction; inside another one it joins that. */
  transaction<T>(work: () => T): T;
  /**
   * Builds a new index in a second file while this one goes on serving and being written, then swaps it in, in one
   * transaction. A second file that a killed process left is carried on with, if its identity is the same. Not for an
   * index in memory.
   */
  rebuild(identity: string, steps: RebuildSteps): void;
  /** Whether a rebuild was interrupted, or is at work in another process. */
  hasRebuild(): boolean;
  /** Deletes what an interrupted rebuild left, after a day without anybody who carried on. */
  sweepRebuild(nowMs: number): void;
  /** Deletes it at once. */
  discardRebuild(): void;
  /** Deletes the file and starts an empty one, after {@linkcode isUnusableIndex} said yes to an error; the next sync fills it. */
  reset(): void;
  /**
   * Leaves of the file only what it still holds: vectors that nothing uses go, and words of deleted chunks. Returns how
   * many vectors went.
   */
  compact(): Compaction & { readonly vectors: number };
  /** Closes the file; a second call does nothing. */
  close(): void;
  /** See `Connection.leave`. */
  leave(): boolean;
}

/** How to open the index. */
export interface OpenIndexOptions {
  /**
   * Loads sqlite-vec when vectors are first searched; where it returns `false` the process compares vectors, with the same
   * results. @default returns `false`
   */
  readonly loadExtension?: ExtensionLoader;
  /** How long a statement waits for another process, in milliseconds. @default that of `connect` */
  readonly busyMs?: number;
  /** Makes, deletes and writes nothing, for who only looks. @default false */
  readonly readsOnly?: boolean;
}

/**
 * Opens the index, making it if it is absent. What is damaged or of another version is deleted: the next sync fills it. Of
 * another version the embeddings are kept, and a notice tells so.
 * Where nothing can be written, an index that is there serves as it is, else one is built in memory.
 *
 * @throws {MemoryError} busy, when other processes block it for too long
 */
export function openIndex(path: string, options: OpenIndexOptions = {}): IndexStore {
  const { loadExtension = () => false, ...connecting } = options;
  return storeOf(openIndexFile(path, connecting), { isStaged: false, loadExtension });
}

function openStaged(path: string): IndexStore {
  const file = openIndexFile(path);
  file.connection.run(stagingSql);
  return storeOf(file, { isStaged: true, loadExtension: () => false });
}

interface StoreKind {
  readonly isStaged: boolean;
  readonly loadExtension: ExtensionLoader;
}

function storeOf({ connection, notices }: IndexFile, kind: StoreKind): IndexStore {
  let open = partsOf(connection, kind);
  const { path, isReadonly } = connection;
  return {
    path,
    isReadonly,
    isInMemory: path === IN_MEMORY,
    isStaged: kind.isStaged,
    notices,
    get meta() {
      return open.meta;
    },
    get sources() {
      return open.sources;
    },
    get chunks() {
      return open.chunks;
    },
    get keywords() {
      return open.keywords;
    },
    get vectors() {
      return open.vectors;
    },
    storedFile: (path) => storedFile(open.connection, path),
    replaceFile: (source, chunks) => open.writer.replace(source, chunks),
    removeFile: (removed) => open.writer.remove(removed),
    transaction: (work) => open.connection.transaction(work),
    rebuild: (identity, { fill, exclusively, catchUp }) =>
      rebuild(open.connection, { identity, openStaged, fill, exclusively, catchUp }),
    hasRebuild: () => hasRebuild(path),
    sweepRebuild: (nowMs) => sweepRebuild(path, nowMs),
    discardRebuild: () => discardRebuild(path),
    reset: () => {
      open.connection.close();
      open = partsOf(resetIndexFile(path).connection, kind);
    },
    compact: () => compactIndex(open.connection, open.vectors),
    close: () => open.connection.close(),
    leave: () => open.connection.leave(),
  };
}

/** Deleted words stay in the segments of a full-text index until these are merged. */
const MERGE = "INSERT INTO chunk_keywords (chunk_keywords) VALUES ('optimize')";

function compactIndex(connection: Connection, vectors: Vectors): ReturnType<IndexStore["compact"]> {
  if (connection.isReadonly) return { ...compact(connection), vectors: 0 };
  const unused = connection.transaction(() => {
    connection.run(MERGE);
    return vectors.prune(0);
  });
  return { ...compact(connection), vectors: unused };
}

interface IndexParts {
  readonly connection: Connection;
  readonly meta: IndexMeta;
  readonly sources: Sources;
  readonly chunks: Chunks;
  readonly keywords: Keywords;
  readonly vectors: Vectors;
  readonly writer: FileWriter;
}

function partsOf(connection: Connection, { isStaged, loadExtension }: StoreKind): IndexParts {
  return {
    connection,
    meta: indexMeta(connection),
    sources: sourcesTable(connection),
    chunks: chunksTable(connection),
    keywords: keywordIndex(connection),
    vectors: vectorsTable(connection, loadExtension),
    writer: fileWriter(connection, isStaged),
  };
}
