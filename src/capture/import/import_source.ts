/**
 * What an import finds at a path, source by source (SPEC 7.5).
 *
 * @module
 */

/** Where memories may come from. */
export const IMPORT_SOURCES = ["claude-code", "codex", "openclaw", "chatgpt", "markdown"] as const;
/** One of {@linkcode IMPORT_SOURCES}. */
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** Something that was found. */
export type Found = FoundFile | LeftOut;

/** Text to be copied. */
export interface FoundFile {
  /** Told by it. */
  readonly kind: "file";
  /** Where it was found: a path, or a path and what it is in there. */
  readonly from: string;
  /** Its place below the folder of the source, with `/`; not yet safe. */
  readonly name: string;
  /** Decoded. */
  readonly text: string;
  /** As it lay on the disk, to be kept if nothing has to be taken out; `null` for what was put together here. */
  readonly bytes: Uint8Array | null;
}

/** What is not copied, and why. */
export interface LeftOut {
  /** Told by it. */
  readonly kind: "left-out";
  /** Where it lies. */
  readonly from: string;
  /** A short clause. */
  readonly reason: string;
  /** It should have been read and could not be. */
  readonly isFailure: boolean;
}
