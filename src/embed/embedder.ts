/**
 * The port of embeddings: text becomes vectors, whoever computes them (SPEC 5, step 7; SPEC 11.2).
 *
 * @module
 */

/** What a text is for: models of the E5 family are told by a prefix. */
export type TextRole = "query" | "passage";

/** What turns text into vectors. It holds a model or a connection; {@linkcode Embedder.close} gives that back. */
export interface Embedder {
  /** For people, such as `multilingual-e5-small q4 (bundled)`. */
  readonly name: string;
  /**
   * Model, prefixes, dimensions, pooling and version in one text. Vectors of two fingerprints are never compared; it
   * guards the cache and the index.
   */
  readonly fingerprint: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** The user asked for this one by a setting: its failure is an error, never silently worse results (SPEC 6). */
  readonly isExplicit: boolean;
  /** Texts that it takes in one run or call; more at once are no faster, and are all lost if it fails. @default 16 */
  readonly batch?: number;
  /**
   * Returns one vector of unit length for each text, in order. Texts longer than the model reads are cut at its end.
   *
   * @throws {MemoryError} failed, when the model or the endpoint cannot answer; the message says which and what to do
   */
  embed(texts: readonly string[], role: TextRole): Promise<Float32Array[]>;
  /** Frees the model or the connection; a second call does nothing. */
  close(): Promise<void>;
}

/** What a command gets when it asks for an embedder. */
export type EmbedderAnswer =
  | { readonly kind: "ready"; readonly embedder: Embedder }
  /** None is bundled, or settings turn it off: keyword only, nothing is wrong. Sentences without final stop. */
  | { readonly kind: "off"; readonly reason: string; readonly hint: string | null }
  /** One should work and does not. */
  | {
    readonly kind: "failed";
    readonly reason: string;
    readonly hint: string | null;
    /** See {@linkcode Embedder.isExplicit}. */
    readonly isExplicit: boolean;
    /** The error behind it, for `--verbose`; left out where there is none. */
    readonly cause?: unknown;
  };
