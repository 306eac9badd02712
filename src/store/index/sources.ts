/**
 * Files that the index knows.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { Tier } from "../../provenance/tier.ts";

/** What `stat` said when a file was read: unchanged values mean an unchanged file. */
export interface FileStamp {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with fraction. */
  readonly mtimeMs: number;
  /** Like `mtimeMs`; also moves when someone sets the modification time back. */
  readonly ctimeMs: number;
}

/** What is stored about a file. */
export interface SourceFacts extends FileStamp {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** It changed so shortly before it was read that its stamp proves nothing: hashed again next time. */
  readonly isUnsettled: boolean;
  readonly tier: Tier;
  /** The local day of a diary. */
  readonly day: LocalDay | null;
  readonly indexedAt: IsoTime;
  /** Why the file has no chunks although it was read ("binary"), else `null`. */
  readonly skipReason: string | null;
}

/** One file. */
export interface SourceRow extends SourceFacts {
  readonly id: number;
}

/** The sources' table; {@linkcode IndexStore.replaceFile} writes it. */
export interface Sources {
  /** Returns every file under its path. */
  all(): Map<string, SourceRow>;
  /** Returns one file, or `null`. */
  get(path: string): SourceRow | null;
  /** How many there are. */
  count(): number;
  /** Notes a new stamp of a file whose bytes did not change. */
  restamp(id: number, stamp: FileStamp & { readonly isUnsettled: boolean }): void;
}
