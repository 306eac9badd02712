/**
 * Chunks, their notes and their origins.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { OriginClass, SessionKind } from "../../provenance/origin.ts";
import type { Tier } from "../../provenance/tier.ts";

/** A piece of a file that can be found. */
export interface ChunkInput {
  /** 0-based place in its file. */
  readonly ordinal: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Without annotations. */
  readonly text: string;
  /** Day and headings: found by keyword, not part of the text. */
  readonly context: string;
  /** 1 to 10. */
  readonly importance: number | null;
  readonly triggers: readonly string[];
  readonly projects: readonly string[] | "invalid" | null;
  /** Supersession key. */
  readonly key: string | null;
  /** `e:` and 12 hex digits, for entries of curated files. */
  readonly entryKey: string | null;
  readonly observed: LocalDay | null;
  readonly expires: LocalDay | null;
  /** The least trusted class of its lines, as of indexing. */
  readonly origin: OriginClass;
  readonly sessionKind: SessionKind;
  /** The latest of its lines. */
  readonly observedAt: IsoTime | null;
}

/** A chunk with its file. */
export interface ChunkRow extends ChunkInput {
  readonly id: number;
  readonly path: string;
  readonly tier: Tier;
  /** The local day of a diary. */
  readonly day: LocalDay | null;
}

/** The chunks' tables; {@linkcode IndexStore.replaceFile} writes them. */
export interface Chunks {
  /** Returns the chunks of ids that exist, in the given order. */
  get(ids: readonly number[]): ChunkRow[];
  /** Returns the chunks of a file, in order. */
  ofPath(path: string): ChunkRow[];
  /** Returns the entries of curated files that carry triggers. */
  withTriggers(): ChunkRow[];
  /** How many there are. */
  count(): number;
}
