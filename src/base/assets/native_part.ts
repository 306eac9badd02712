/**
 * What a command is told about one native part: a library, or the model, that the executable carries and unpacks.
 *
 * @module
 */

/** Names of the native parts: the vector extension of SQLite, the embedding model and its runtime (SPEC 11.1). */
export type PartName = "sqlite-vec" | "onnxruntime" | "embedding-model";

/**
 * One native part after an attempt to load it. A part that could not be loaded is a value, not an error: the command
 * goes on without the lane that needs it and says so once.
 */
export interface NativePart {
  /** Which part. */
  readonly name: PartName;
  /** Version that the loaded library itself reports; of the unpacked files if loading failed; `null` if there are none. */
  readonly version: string | null;
  /** Whether the library is loaded and answered a call. */
  readonly isLoaded: boolean;
  /** Why it is not loaded, as a sentence without a final stop; `null` if it is. */
  readonly reason: string | null;
  /** The next step, as a sentence without a final stop; `null` where there is none. */
  readonly hint: string | null;
}

/** Why a part cannot be used, and what to do about it. */
export interface Obstacle {
  /** What is the matter, as a sentence without a final stop. */
  readonly reason: string;
  /** The next step, or `null` where there is none. */
  readonly hint: string | null;
}

/** Returns the value for a part that answered with this version. */
export function loadedPart(name: PartName, version: string): NativePart {
  return { name, version, isLoaded: true, reason: null, hint: null };
}

/** Returns the value for a part that is not loaded; `version` is that of the files at hand, or `null`. */
export function unloadedPart(name: PartName, version: string | null, obstacle: Obstacle): NativePart {
  return { name, version, isLoaded: false, reason: obstacle.reason, hint: obstacle.hint };
}
