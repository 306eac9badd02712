import { causeChain, MemoryError } from "../../base/errors.ts";
import { cacheDirOf } from "../../base/assets/cache_dir.ts";
import type { PartName } from "../../base/assets/native_part.ts";
import { openPart } from "../../base/assets/open_part.ts";
import { repairPart } from "../../base/assets/repair_part.ts";
import { sync } from "../../pipeline/sync.ts";
import { resetIndexFile } from "../../store/index/index_file.ts";
import { removeIfThere, removeStaleTemps } from "../../workspace/temp_files.ts";
import { type App, openApp } from "../app.ts";
import type { AppRequest } from "../app_request.ts";
import { dirname } from "node:path";
import type { Finding } from "./finding.ts";

/** What became of one finding. */
export interface Repair {
  /** See {@linkcode Finding.id}. */
  readonly id: string;
  /** See {@linkcode Finding.place}. */
  readonly place: string;
  /** Whether it was mended. */
  readonly isDone: boolean;
  /** What was done, or why nothing was, as a sentence without final stop. */
  readonly message: string;
}

/** What the caller lends: the flows of other commands, done as they do them. */
export interface MendWays {
  /** Completes forgets that began, as `memory forget` does, and returns what is not complete yet. */
  readonly finishForgets: (app: App) => readonly string[];
  /** Embeds what has no vector, as `memory index` does, and returns what it has to say. */
  readonly embed: (app: App) => Promise<readonly string[]>;
}

/**
 * Mends findings about what follows from files and state, and nothing else: no line of Markdown and no fact of the state is
 * touched, but for a forget that began, which goes on as its own command would. Where the state cannot be used the index is
 * left alone too: it would be built from what is not known.
 *
 * @param isStateSound whether the databases may be opened to write
 */
export async function mend(
  request: AppRequest,
  { findings, isStateSound }: { readonly findings: readonly Finding[]; readonly isStateSound: boolean },
  ways: MendWays,
): Promise<Repair[]> {
  const repairs: Repair[] = [];
  const byFile = findings.filter(({ isDerived }) => isDerived);
  for (const finding of byFile) {
    const repair = mendFile(request, finding);
    if (repair !== null) repairs.push(repair);
  }
  const ofApp = byFile.filter(({ id }) => !FILE_FINDINGS.has(id));
  if (ofApp.length === 0) return repairs;
  if (!isStateSound) {
    const message = "Left as it is: the state cannot be used, and it comes first";
    return [...repairs, ...ofApp.map(({ id, place }) => ({ id, place, isDone: false, message }))];
  }
  return [...repairs, ...await mendByApp(request, ofApp, ways)];
}

const FILE_FINDINGS: ReadonlySet<string> = new Set(["temp-left", "lock-stale", "runtime-altered"]);

function mendFile(request: AppRequest, { id, place }: Finding): Repair | null {
  if (!FILE_FINDINGS.has(id)) return null;
  try {
    const isDone = id === "runtime-altered" ? unpackAgain(request, place) : removed(id, place);
    return { id, place, isDone: true, message: isDone ? DONE[id] ?? "Done" : "It is gone already" };
  } catch (error) {
    return { id, place, isDone: false, message: causeChain(error)[0] ?? "" };
  }
}

const DONE: Readonly<Record<string, string>> = {
  "temp-left": "Removed",
  "lock-stale": "Removed",
  "runtime-altered": "Unpacked again",
};

function removed(id: string, place: string): boolean {
  // Looked at once more: of temporary files only those go that are still as old as they have to be.
  if (id === "temp-left") return removeStaleTemps(dirname(place), Date.now()).length > 0;
  return removeIfThere(place);
}

function unpackAgain({ environment, homeDir }: AppRequest, place: string): boolean {
  const cacheDir = cacheDirOf({ environment, homeDir, platform: process.platform });
  const name = PARTS.find((part) => dirname(place).includes(`/${part}-`));
  if (name === undefined) return false;
  const isTakenAway = repairPart(name, cacheDir);
  const opened = openPart(name, cacheDir);
  if (opened.part === null) throw new MemoryError(opened.obstacle.reason);
  return isTakenAway;
}

const PARTS: readonly PartName[] = ["sqlite-vec", "onnxruntime", "embedding-model"];

/** Findings that one thorough run takes up; all others about the index need it built anew. */
const LIGHT: ReadonlySet<string> = new Set(["index-behind", "index-stale", "index-ghosts", "vectors-pending"]);
/** Findings that only the embedder can mend. */
const OF_VECTORS: ReadonlySet<string> = new Set([
  "vectors-pending",
  "vectors-torn",
  "vectors-other-model",
  "lane-vector",
]);

async function mendByApp(request: AppRequest, findings: readonly Finding[], ways: MendWays): Promise<Repair[]> {
  let app: App | null = null;
  try {
    app = await openApp(request);
    // A file that misses a table opens like any other, and fails in the middle of a rebuild.
    if (findings.some(({ id }) => id === "index-damaged")) resetIndexFile(app.layout.indexPath).connection.close();
    return await mendOpened(app, findings, ways);
  } catch (error) {
    const failure = app === null ? error : app.explain(error);
    if (!(failure instanceof MemoryError)) throw failure;
    const [message = ""] = causeChain(failure);
    return findings.map(({ id, place }) => ({ id, place, isDone: false, message }));
  } finally {
    app?.close();
  }
}

async function mendOpened(app: App, findings: readonly Finding[], ways: MendWays): Promise<Repair[]> {
  const left = findings.some(({ id }) => id === "forget-unfinished") ? ways.finishForgets(app) : [];
  const ofIndex = findings.filter(({ id }) => id !== "forget-unfinished");
  if (ofIndex.some(({ id }) => id === "vectors-torn")) app.index.vectors.dropTorn();
  const isForced = ofIndex.some(({ id }) => !LIGHT.has(id) && id !== "vectors-other-model");
  const report = ofIndex.length === 0 ? null : sync(app, { isForced, isRequired: true, isThorough: true });
  const said = ofIndex.some(({ id }) => OF_VECTORS.has(id)) || isForced ? await ways.embed(app) : [];
  const problem = report?.isBehind === true ? "The index is still behind the files" : null;
  return findings.map(({ id, place }) => {
    const why = id === "forget-unfinished" ? left[0] ?? null : OF_VECTORS.has(id) ? said[0] ?? problem : problem;
    return { id, place, isDone: why === null, message: why ?? doneBy(id, isForced) };
  });
}

function doneBy(id: string, isForced: boolean): string {
  if (id === "forget-unfinished") return "Completed";
  return isForced ? "The index was built anew" : "The index was brought up to date";
}
