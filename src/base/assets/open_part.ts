/**
 * The one door to the native parts: says where the files of a part lie, unpacking them first if need be.
 *
 * @module
 */
import type { Obstacle, PartName } from "./native_part.ts";
import { partSource } from "./part_source.ts";
import { unpack } from "./unpack.ts";

/** A part's files, ready to be loaded by the system. */
export interface OpenPart {
  /** Absolute folder that holds all of them. */
  readonly folder: string;
  /** Absolute path of the file to load. */
  readonly main: string;
  /** All file names; the first is that of {@linkcode OpenPart.main}. */
  readonly files: readonly string[];
  /** Version of the package that the files come from. */
  readonly version: string;
  /** File that is there once the part has been loaded on this machine; `null` when run from source. */
  readonly trialMark: string | null;
}

/** What {@linkcode openPart} returns: the part, or the version (if one is at hand) and why it cannot be used. */
export type OpenOutcome =
  | { readonly part: OpenPart }
  | { readonly part: null; readonly version: string | null; readonly obstacle: Obstacle };

/**
 * Returns the files of a native part. The first call on a machine takes about half a second for ONNX Runtime, later
 * ones less than a millisecond. Nothing is loaded yet.
 *
 * @param cacheDir where to unpack; not touched when run from source, where the files are used in place
 */
export function openPart(name: PartName, cacheDir: string): OpenOutcome {
  const source = partSource(name);
  if (source.kind === "missing") {
    return { part: null, version: null, obstacle: { reason: source.reason, hint: source.hint } };
  }
  if (source.kind === "folder") return { part: { ...openFolder(source.path, source), trialMark: null } };
  const unpacked = unpack(source.part, cacheDir);
  const { version, files } = source.part;
  if (unpacked.kind === "blocked") {
    return { part: null, version, obstacle: { reason: unpacked.reason, hint: unpacked.hint } };
  }
  const opened = openFolder(unpacked.path, { files: files.map((file) => file.name), version });
  return { part: { ...opened, trialMark: `${unpacked.path}/${TRIAL_MARK}` } };
}

/**
 * Returns why the system would not load a library, in words. Turns the loader's wording for a file system that forbids
 * execution into that statement, since the wording itself leads people astray.
 */
export function loadObstacle(part: OpenPart, message: string): Obstacle {
  if (/failed to map segment|Operation not permitted|Permission denied/i.test(message)) {
    return {
      reason:
        `The folder "${part.folder}" does not allow programs to be loaded (mounted noexec, or forbidden by a policy)`,
      hint: "set MEMORY_CACHE_DIR to a folder on a file system without noexec",
    };
  }
  return { reason: `The system did not load "${part.main}": ${message}`, hint: null };
}

/** Name of {@linkcode OpenPart.trialMark}. */
const TRIAL_MARK = "loads-here";

function openFolder(
  folder: string,
  { files, version }: { readonly files: readonly string[]; readonly version: string },
): Omit<OpenPart, "trialMark"> {
  return { folder, main: `${folder}/${files[0] ?? ""}`, files, version };
}
