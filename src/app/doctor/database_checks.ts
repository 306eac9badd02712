/**
 * The two databases: whether they are there, whole, ours and of this version; and the index against the disk.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { type DatabaseFacts, examineGaps, examineStateRows } from "../../store/examine_database.ts";
import { STATE_MIGRATIONS } from "../../store/state/migrations.ts";
import { absolute } from "../../workspace/layout.ts";
import { listFiles } from "../../workspace/list_files.ts";
import type { App } from "../app.ts";
import { type Check, countOf, derived, type Finding, shellWord, stated } from "./finding.ts";
import type { Patient } from "./open_patient.ts";

/** Returns what the state is like. */
export function stateCheck(patient: Patient): Check | null {
  const { located, state, app } = patient;
  if (located instanceof MemoryError || state === null) return null;
  const { statePath } = located.layout;
  const finding = stateFinding(statePath, state) ?? unopened(patient) ?? lostFinding(statePath, app);
  return {
    area: "state",
    summary: `schema ${state.version ?? "unknown"} of ${STATE_MIGRATIONS.length}, checked`,
    findings: [...(finding === null ? [] : [finding]), ...(state.condition === "sound" ? rowFindings(statePath) : [])],
  };
}

const LOSS = "lines that it knew count as untrusted until the owner vouches for them";

function stateFinding(place: string, facts: DatabaseFacts): Finding | null {
  const { condition, version, expected, problem } = facts;
  if (condition === "sound") return null;
  const path = shellWord(place);
  if (condition === "other" && (version ?? 0) <= expected) {
    const message = `An older memory wrote the state (${problem}); any other command brings it up to date`;
    return stated({ id: "state-older", severity: "warning", place, message, command: "memory status" });
  }
  const [id, message, command] = {
    absent: ["state-missing", `The state is gone: without a copy of it ${LOSS}`, `cp COPY_OF_STATE ${path}`],
    damaged: [
      "state-damaged",
      `The state is damaged (${problem}): without a copy of it ${LOSS}`,
      `cp COPY_OF_STATE ${path}`,
    ],
    folder: ["state-folder", "A folder is in place of the state", `mv ${path} ${shellWord(`${place}.folder`)}`],
    busy: ["state-busy", "Another process holds the state for too long", "memory doctor"],
    unreadable: ["state-unreadable", `The state cannot be read (${problem})`, `chmod u+rw ${path}`],
    other: ["state-newer", `A newer memory wrote the state (${problem})`, "memory version"],
  }[condition] as [string, string, string];
  return stated({ id, severity: "broken", place, message, command });
}

/** A state that is whole may be another workspace's; what else keeps it from being opened is told, unless settings do. */
function unopened({ located, app, reason, configError }: Patient): Finding | null {
  if (located instanceof MemoryError || app !== null || reason === null) return null;
  const place = located.layout.statePath;
  if (/state of another workspace/.test(reason)) {
    const command = `cp COPY_OF_STATE ${shellWord(place)}`;
    return stated({ id: "state-foreign", severity: "broken", place, message: reason, command });
  }
  if (configError !== null) return null;
  const message = `The state cannot be used: ${reason}`;
  return stated({ id: "state-failed", severity: "broken", place, message, command: "memory status --verbose" });
}

function rowFindings(place: string): Finding[] {
  const { torn, images } = examineStateRows(place);
  const command = `cp COPY_OF_STATE ${shellWord(place)}`;
  const found = images.map(({ sweepId, path }) =>
    stated({
      id: "pre-image-damaged",
      severity: "warning",
      place: sweepId === null ? path : `sweep ${sweepId}`,
      message: `The earlier version of ${path} that was kept is not what it was: it cannot be brought back`,
      command,
    })
  );
  if (torn.length === 0) return found;
  const message = `The tables of the state do not fit together: ${torn.join(", ")}`;
  return [stated({ id: "state-torn", severity: "broken", place, message, command }), ...found];
}

function lostFinding(place: string, app: App | null): Finding | null {
  const lostSince = app?.state.meta.lostSince ?? null;
  if (lostSince === null) return null;
  return stated({
    id: "state-lost",
    severity: "warning",
    place,
    message: `The state was lost and begun anew at ${lostSince}: ${LOSS}`,
    command: "memory trust .",
  });
}

/** What mends every fault of the index. */
const REBUILD = "memory index --force";

/** Returns what the index is like, and how far it is behind the disk. */
export function indexCheck(patient: Patient): Check | null {
  const { located, index, app } = patient;
  if (located instanceof MemoryError || index === null) return null;
  const { indexPath } = located.layout;
  const fault = indexFault(indexPath, index);
  if (fault !== null) return { area: "index", summary: "cannot be used", findings: [fault] };
  const late = app === null ? [] : behind(app);
  const findings = [...(index.condition === "sound" ? gapFindings(indexPath) : []), ...late];
  const [files, chunks] = app === null ? [0, 0] : [app.index.sources.count(), app.index.chunks.count()];
  const held = app === null
    ? ""
    : `${files} file${files === 1 ? "" : "s"}, ${chunks} chunk${chunks === 1 ? "" : "s"}, `;
  return {
    area: "index",
    summary: `${held}${late.some(({ id }) => id === "index-behind") ? "not yet as" : "as"} the files are`,
    findings,
  };
}

function indexFault(place: string, { condition, version, problem }: DatabaseFacts): Finding | null {
  // What is not there, or empty, is built by whoever reads next.
  if (condition === "sound" || condition === "absent" || (condition === "other" && version === 0)) return null;
  const id = condition === "other" ? "index-version" : `index-${condition}`;
  const isLocked = condition === "busy" || condition === "unreadable";
  const finding = {
    id,
    severity: "broken" as const,
    place,
    message: `The index cannot be used: ${problem}`,
    command: condition === "unreadable"
      ? `chmod u+rw ${shellWord(place)}`
      : condition === "busy"
      ? "memory doctor"
      : REBUILD,
  };
  return isLocked ? stated(finding) : derived(finding);
}

function gapFindings(place: string): Finding[] {
  const { withoutKeywords, withoutOrigin, orphans, torn, vectors } = examineGaps(place);
  const found: Finding[] = [];
  if (withoutKeywords + withoutOrigin + orphans + torn.length > 0) {
    const message =
      `The tables of the index do not fit together: ${withoutKeywords} chunks without words, ${withoutOrigin} ` +
      `without a class, ${[`${orphans} rows of chunks that are gone`, ...torn].join(", ")}`;
    found.push(derived({ id: "index-torn", severity: "broken", place, message, command: REBUILD }));
  }
  if (vectors.length > 0) {
    const message = `The vectors of the index do not fit together: ${vectors.join(", ")}`;
    found.push(derived({ id: "vectors-torn", severity: "broken", place, message, command: "memory doctor --fix" }));
  }
  return found;
}

function behind(app: App): Finding[] {
  const { layout, extraPaths, index } = app;
  const { files, isCutShort } = listFiles(layout, { extraPaths });
  if (isCutShort) return [];
  const sources = index.sources.all();
  const there = new Set(files.map(({ path }) => path));
  const added = files.filter(({ path }) => !sources.has(path)).map(({ path }) => path);
  const leftOut = index.sources.skipped();
  const isLeftOut = new Set(leftOut.map(({ path }) => path));
  const changed = files.filter(({ path, absPath }) => !isLeftOut.has(path) && isOther(absPath, sources.get(path)?.hash))
    .map(({ path }) => path);
  const gone = [...sources.keys()].filter((path) =>
    // Where something else lies under the name, that is what has to be told.
    !there.has(path) && !isUnread(app, path) && !existsSync(absolute(layout, path))
  );
  return [
    ...leftOut.filter(({ path }) => there.has(path)).map(({ path, reason }) =>
      stated({
        id: "file-left-out",
        severity: "warning",
        place: path,
        message: `It is left out: ${reason}`,
        command: `file ${shellWord(absolute(layout, path))}`,
      })
    ),
    ...lagging("index-behind", added, "on disk and not in the index"),
    ...lagging("index-stale", changed, "on disk with other bytes than the index read"),
    ...lagging("index-ghosts", gone, "in the index and not on disk"),
  ];
}

/** What lies below a folder that cannot be read may be there still. */
function isUnread({ layout, extraPaths }: App, path: string): boolean {
  return listFiles(layout, { extraPaths }).failures.some((failure) =>
    failure.path === "" || path === failure.path || path.startsWith(`${failure.path}/`)
  );
}

function isOther(absPath: string, hash: string | undefined): boolean {
  if (hash === undefined) return false;
  try {
    return sha256Hex(readFileSync(absPath)) !== hash;
  } catch (error) {
    // What cannot be read is told by itself.
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function lagging(id: string, paths: readonly string[], where: string): Finding[] {
  const [place] = [...paths].sort();
  if (place === undefined) return [];
  const verb = paths.length === 1 ? "is" : "are";
  return [derived({
    id,
    severity: "note",
    place,
    message: `${countOf([...paths].sort(), "file")} ${verb} ${where}; the next search takes that up`,
    command: "memory index",
  })];
}
