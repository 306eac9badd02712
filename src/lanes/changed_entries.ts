/**
 * What changed in `MEMORY.md` and `USER.md` since a session was last given them (SPEC 9.1): the new entries, once, within a
 * budget, and how many of the old ones no longer hold. An old text is never given again to say that it is gone.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { shortHash } from "../base/hash.ts";
import { codePoints } from "../base/text/measure.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { SessionFile } from "../store/state/session_files.ts";
import { AGENTS_FILE } from "../workspace/layout.ts";
import { admitEntries, printEntries } from "./bootstrap/admit_entries.ts";
import { chooseEntries, type PrintedEntry } from "./bootstrap/choose_entries.ts";
import { filesFor, type SessionFacts } from "./bootstrap/files_for.ts";
import { type GivenState, logFilesGiven, sessionFile, stampOf } from "./bootstrap/given_files.ts";
import type { BootstrapConfig } from "./config.ts";
import { fence, fenceOverhead } from "./fence.ts";
import { type LiveDeps, type LiveFiles, liveFiles } from "./live_files.ts";

/** What {@linkcode changedEntries} works with. */
export interface ChangedDeps extends LiveDeps {
  /** Of the state: what the session was given, and what was used lately. */
  readonly state: GivenState & Pick<StateStore, "curatedUses">;
  /** For the day on which entries expire, and the moment of the log. */
  readonly clock: Clock;
  /** Budgets. */
  readonly settings: BootstrapConfig;
  /** Project keys that are active in the session. */
  readonly activeProjects: ReadonlySet<string>;
}

/** For whom. */
export interface ChangedRequest extends Omit<SessionFacts, "place" | "hasInstructions"> {
  /** The client's id of the session. */
  readonly session: string;
  /** Chars of the answer, frames included. */
  readonly roomChars: number;
}

/** What changed. */
export interface ChangedResult {
  /** Framed as data; empty if nothing changed that the session may be told. */
  readonly text: string;
  /** Entries given. */
  readonly given: number;
  /** Entries that the session was given before and that do not hold any more. */
  readonly gone: number;
}

/** Between the texts of two files. */
const GAP = "\n\n";

/**
 * Returns what changed, and remembers that the session knows it now. A session of which nothing is known is told nothing: what
 * the files hold is where it begins. Costs a query and two looks at the disk where nothing changed.
 */
export function changedEntries(deps: ChangedDeps, request: ChangedRequest): ChangedResult {
  const result = { text: "", given: 0, gone: 0 };
  const { state, settings, layout } = deps;
  // Without memory of it the same would be told at every prompt.
  if (state.isReadonly) return result;
  const files = liveFiles(deps);
  const had = state.sessionFiles.of(request.session);
  const changes: FileChange[] = [];
  let room = Math.min(request.roomChars, settings.changedChars);
  for (const path of filesFor({ ...request, place: "hook", hasInstructions: true })) {
    if (path === AGENTS_FILE) continue;
    const stamp = stampOf(layout, path);
    const before = had.get(path);
    if (before !== undefined && before.stamp === stamp) continue;
    const change = changeOf(deps, { path, stamp, before, files, room });
    changes.push(change);
    if (change.text !== "") room -= codePoints(change.text) + GAP.length;
  }
  if (changes.length === 0) return result;
  logFilesGiven(deps, {
    session: request.session,
    place: { injected: "prompt", shown: "changed" },
    texts: changes.map(({ copy }) => copy),
    entries: changes.flatMap(({ shown }) => shown),
    files: changes.map(({ file }) => file),
  });
  return {
    text: changes.map(({ text }) => text).filter((text) => text !== "").join(GAP),
    given: changes.reduce((sum, { shown }) => sum + shown.length, 0),
    gone: changes.reduce((sum, { gone }) => sum + gone, 0),
  };
}

/** What there is to tell of one file. */
interface FileChange {
  /** As the session has it from now on. */
  readonly file: SessionFile;
  /** With its frame; may be empty. */
  readonly text: string;
  /** The entries in it as printed. */
  readonly copy: string;
  readonly shown: readonly PrintedEntry[];
  readonly gone: number;
}

interface Look {
  readonly path: string;
  readonly stamp: string;
  readonly before: SessionFile | undefined;
  readonly files: LiveFiles;
  readonly room: number;
}

function changeOf(deps: ChangedDeps, { path, stamp, before, files, room }: Look): FileChange {
  const read = files.read(path);
  const nothing = { text: "", copy: "", shown: [], gone: 0 };
  if (before !== undefined && before.stamp !== "" && read !== null && before.hash === shortHash(read.text)) {
    return { ...nothing, file: { ...before, stamp } };
  }
  // What is there and cannot be read says nothing about its entries.
  if (read === null && files.problem(path) !== null && before !== undefined) return { ...nothing, file: before };
  const admitted = read === null
    ? { allowed: [], isWaiting: false }
    : admitEntries({ text: read.text, path: read.ownPath }, { ...deps, today: deps.clock.now().day });
  const { allowed, isWaiting } = admitted;
  const file = (shown: Iterable<string>) =>
    sessionFile(path, stamp, read === null ? null : { text: read.text, allowed, shown, isWaiting });
  if (before === undefined) return { ...nothing, file: file([]) };
  const keys = new Set(allowed.map(({ entry }) => entry.key));
  const fresh = allowed.filter(({ entry }) => !before.known.has(entry.key));
  const gone = [...before.shown].filter((key) => !keys.has(key)).length;
  const told = tell(deps, { path, fresh, gone, room });
  // What has no room at all today is told at the next prompt.
  if (told.text === "" && fresh.length + gone > 0) return { ...nothing, file: before };
  const kept = [...before.shown].filter((key) => keys.has(key));
  return { ...told, file: file([...kept, ...told.shown.map(({ entry }) => entry.key)]) };
}

interface Telling {
  readonly path: string;
  readonly fresh: readonly PrintedEntry[];
  readonly gone: number;
  readonly room: number;
}

function tell(deps: ChangedDeps, { path, fresh, gone, room }: Telling): Omit<FileChange, "file"> {
  const nothing = { text: "", copy: "", shown: [], gone: 0 };
  if (fresh.length === 0 && gone === 0) return nothing;
  const source = `${path}, changed since this session was given it`;
  const now = deps.clock.now();
  const choice = {
    lastUses: deps.state.curatedUses.lastUses(),
    nowMs: now.ms,
    recentUseDays: deps.settings.recentUseDays,
  };
  const goneNote = goneText(path, gone);
  // Both notes are counted at their longest, with the blank lines around them.
  const notes = codePoints(goneNote) + codePoints(restText(path, fresh.length, fresh.length)) + 2 * GAP.length;
  const whole = printEntries(fresh);
  const left = room - fenceOverhead(source);
  const isWhole = codePoints(whole) + codePoints(goneNote) + GAP.length <= left;
  const chosen = isWhole ? new Set(fresh) : chooseEntries(fresh, Math.max(0, left - notes), choice);
  const shown = fresh.filter((entry) => chosen.has(entry));
  const copy = printEntries(shown);
  const rest = shown.length === fresh.length ? "" : restText(path, shown.length, fresh.length);
  const text = fence([copy, rest, goneNote].filter((part) => part !== "").join(GAP), source);
  return codePoints(text) <= room ? { text, copy, shown, gone } : nothing;
}

function restText(path: string, shown: number, all: number): string {
  return `[${shown} of ${all} new entries of ${path} are shown; the rest did not fit. Read the file with: memory get ${path}]`;
}

function goneText(path: string, gone: number): string {
  if (gone === 0) return "";
  const what = gone === 1 ? "One entry" : `${gone} entries`;
  const verb = gone === 1 ? "holds: it was" : "hold: they were";
  return `[${what} of ${path} that this session was given no longer ${verb} changed, replaced ` +
    `or taken out. Read the file before you rely on it: memory get ${path}]`;
}
