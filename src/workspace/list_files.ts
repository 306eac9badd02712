/**
 * The one lister of the files that belong in the index (SPEC 3.3).
 *
 * @module
 */

/** A file that belongs in the index. */
export interface FileFact {
  /** Relative to the workspace with `/`; absolute outside it. */
  readonly path: string;
  readonly absPath: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with fraction. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** A path with the reason why it is not in the list. */
export interface PathNote {
  readonly path: string;
  readonly reason: string;
}

/** What is there. */
export interface FileList {
  /** By path. */
  readonly files: readonly FileFact[];
  /** What could not be read. Nothing below such a path may be taken for gone. */
  readonly failures: readonly PathNote[];
  /** What is left out by rule and a person may want to know. */
  readonly skipped: readonly PathNote[];
  /** Something could not be read, or the time was up. */
  readonly isPartial: boolean;
}
