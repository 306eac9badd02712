/**
 * Step 2 of the index pipeline: which files may have changed, and which are gone (SPEC 5). Only stamps are compared
 * here; a suspect is changed if the hash of its bytes is.
 *
 * @module
 */
import type { FileStamp, SourceStamp } from "../store/index/sources.ts";
import type { FileFact, FileList } from "../workspace/list_files.ts";
import { isAtOrBelow } from "./is_below.ts";

/** A file to look at. */
export interface Suspect {
  /** The file as it was listed. */
  readonly fact: FileFact;
  /** The index does not know the path. */
  readonly isNew: boolean;
  /** The class of one of its lines may have changed: it is indexed again even if its bytes are the same. */
  readonly isStale: boolean;
}

/** What there is to do. */
export interface Detection {
  /** By path. */
  readonly suspects: readonly Suspect[];
  /** Paths of the index whose files are certainly no longer there. */
  readonly gone: readonly string[];
}

/** Compares what is on disk with what is in the index; `stalePaths` may name files that are neither. */
export function detect(
  list: FileList,
  stamps: readonly SourceStamp[],
  stalePaths: ReadonlySet<string>,
): Detection {
  const missing = new Map<string, SourceStamp>();
  for (const stamp of stamps) missing.set(stamp.path, stamp);
  const suspects: Suspect[] = [];
  for (const fact of list.files) {
    const known = missing.get(fact.path);
    missing.delete(fact.path);
    const isStale = stalePaths.size > 0 && stalePaths.has(fact.path);
    if (known !== undefined && !isStale && isUnchanged(known, fact)) continue;
    suspects.push({ fact, isNew: known === undefined, isStale });
  }
  suspects.sort((a, b) => a.fact.path < b.fact.path ? -1 : 1);
  return { suspects, gone: goneAmong(list, [...missing.keys()]) };
}

/**
 * Returns whether a file changed so shortly before a moment that another change could leave the same stamp. Some file
 * systems keep whole or even pairs of seconds.
 *
 * @param nowMs the system's time, from which stamps come; a simulated time would say nothing about them
 */
export function isUnsettled(stamp: FileStamp, nowMs: number): boolean {
  return Math.max(stamp.mtimeMs, stamp.ctimeMs) > nowMs - SETTLING_MS;
}

/** The coarsest time stamps in use, those of FAT, have steps of two seconds. */
const SETTLING_MS = 2_000;

function isUnchanged(known: SourceStamp, fact: FileFact): boolean {
  return known.isUnsettled === 0 && known.size === fact.size && known.mtimeMs === fact.mtimeMs &&
    known.ctimeMs === fact.ctimeMs;
}

/** A scan error is not "gone": what lies at or below a path that could not be read stays. */
function goneAmong(list: FileList, missing: readonly string[]): readonly string[] {
  if (list.isCutShort) return [];
  const unreadable = new Set(list.failures.map(({ path }) => path));
  return missing.filter((path) => !isAtOrBelow(path, unreadable));
}
