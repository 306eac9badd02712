/**
 * Step 2 of the index pipeline: which files may have changed, and which are gone (SPEC 5). Only stamps are compared
 * here; a suspect is changed if the hash of its bytes is.
 *
 * @module
 */
import type { FileStamp, SourceRow } from "../store/index/sources.ts";
import type { FileFact, FileList } from "../workspace/list_files.ts";

/** A file to look at. */
export interface Suspect {
  readonly fact: FileFact;
  /** What the index knows of it, or `null` for a new file. */
  readonly known: SourceRow | null;
  /** The class of one of its lines may have changed: it is indexed again even if its bytes are the same. */
  readonly isStale: boolean;
}

/** What there is to do. */
export interface Detection {
  /** By path. */
  readonly suspects: readonly Suspect[];
  /** Files of the index that are certainly no longer there. */
  readonly gone: readonly SourceRow[];
}

/** Compares what is on disk with what is in the index; `stalePaths` may name files that are neither. */
export function detect(
  list: FileList,
  sources: ReadonlyMap<string, SourceRow>,
  stalePaths: ReadonlySet<string>,
): Detection {
  const suspects: Suspect[] = [];
  let knownCount = 0;
  for (const fact of list.files) {
    const known = sources.get(fact.path) ?? null;
    if (known !== null) knownCount++;
    const isStale = stalePaths.size > 0 && stalePaths.has(fact.path);
    if (isStale || known === null || !isSettled(known, fact)) suspects.push({ fact, known, isStale });
  }
  return { suspects, gone: knownCount === sources.size ? [] : goneFrom(list, sources) };
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

function isSettled(known: SourceRow, fact: FileFact): boolean {
  return !known.isUnsettled && known.size === fact.size && known.mtimeMs === fact.mtimeMs &&
    known.ctimeMs === fact.ctimeMs;
}

/** A scan error is not "gone": what lies at or below a path that could not be read stays. */
function goneFrom(list: FileList, sources: ReadonlyMap<string, SourceRow>): SourceRow[] {
  if (list.isCutShort) return [];
  const present = new Set(list.files.map((fact) => fact.path));
  const unreadable = list.failures.map(({ path }) => path);
  return [...sources.values()].filter(({ path }) =>
    !present.has(path) && !unreadable.some((above) => above === "" || path === above || path.startsWith(`${above}/`))
  );
}
