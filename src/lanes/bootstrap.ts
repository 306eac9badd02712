/**
 * What a session starts with (SPEC 9.1): instructions, directives and long-term facts within their budgets, then a short
 * guide. Files are read afresh each time; the same files give the same bytes. Nothing but the injection log is written.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { codePoints } from "../base/text/measure.ts";
import type { SessionKind } from "../provenance/origin.ts";
import { pathRule } from "../provenance/tier.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { SessionFile } from "../store/state/session_files.ts";
import { AGENTS_FILE, MEMORY_DIR, MEMORY_FILE, USER_FILE } from "../workspace/layout.ts";
import type { PrintedEntry } from "./bootstrap/choose_entries.ts";
import { type CuratedCopy, curatedCopy } from "./bootstrap/curated_copy.ts";
import { filesFor, type SessionFacts } from "./bootstrap/files_for.ts";
import { type Given, type GivenState, logFilesGiven, sessionFile, stampOf } from "./bootstrap/given_files.ts";
import { GUIDE, requestsLine } from "./bootstrap/guide.ts";
import { type InjectedCopy, type LeftOut, OVER_BUDGET } from "./bootstrap/injected_copy.ts";
import { instructionsCopy } from "./bootstrap/instructions_copy.ts";
import { diarySource, recentCopy } from "./bootstrap/recent_copy.ts";
import { mayUse, type SessionsState } from "./escalate/may_use.ts";
import type { BootstrapConfig } from "./config.ts";
import { fence, fenceOverhead } from "./fence.ts";
import { type LiveDeps, type LiveFile, type LiveFiles, liveFiles } from "./live_files.ts";

/** What {@linkcode bootstrap} works with. */
export interface BootstrapDeps extends LiveDeps {
  /** Of the state: what was used lately, the log of what is injected, and what the owner was asked for. */
  readonly state: GivenState & SessionsState & Pick<StateStore, "curatedUses"> & {
    readonly forgets: Pick<StateStore["forgets"], "requests">;
  };
  /** For the day on which entries expire, and the moment of the log. */
  readonly clock: Clock;
  /** Budgets; see `BootstrapConfig`. */
  readonly settings: BootstrapConfig;
  /** Project keys that are active for this session (SPEC 9.4). */
  readonly activeProjects: ReadonlySet<string>;
}

/** For whom. */
export interface BootstrapRequest extends SessionFacts {
  /** `null`: not known; then what is injected counts for every session. */
  readonly session: string | null;
  /** Diaries to add, relative to the workspace, the latest last; they go where the long-term facts may go. @default none */
  readonly diaries?: readonly string[];
}

/** One file of the start. */
export interface BootstrapFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Of the file on disk. */
  readonly chars: number;
  /** Of what was put before the agent, frame included. */
  readonly injectedChars: number;
  /** Whether something was left out for want of room. */
  readonly truncated: boolean;
  /** What is not in the text, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** The start of a session (SPEC 14). */
export interface BootstrapResult {
  /** As asked for. */
  readonly sessionKind: SessionKind;
  /** Those of the session's files that exist, in the order of the text. */
  readonly files: readonly BootstrapFile[];
  /** Never longer than the budget. */
  readonly context: string;
}

/** Stands between two files. */
const GAP = "\n\n";
/** Room below which nothing of a file is worth showing, in chars (OpenClaw's figure, too). */
const MIN_ROOM_CHARS = 64;

/** Returns the text for the start of a session, and logs the hashes of what it holds unless the state is read-only. */
export function bootstrap(deps: BootstrapDeps, request: BootstrapRequest): BootstrapResult {
  const { settings } = deps;
  const total = request.place === "hook" ? settings.hookChars : settings.totalChars;
  const files = liveFiles(deps);
  const sections: Section[] = [];
  let room = total - codePoints(GUIDE);
  for (const path of filesFor(request)) {
    const ownBudget = Math.min(settings.fileChars, path === USER_FILE ? settings.userChars : settings.fileChars);
    const section = sectionOf(path, Math.min(ownBudget, room - GAP.length), { deps, files });
    sections.push(section);
    room -= costOf(section);
  }
  const recent = recentSections(request, room, { deps, files });
  sections.push(...recent);
  for (const section of recent) room -= costOf(section);
  logFilesGiven(deps, givenBy(sections, request.session));
  const isForOwner = request.sessionKind === "interactive" && request.chat === "direct";
  const asked = isForOwner ? requestsLine(deps.state.forgets.requests().length) : "";
  const ends = [room >= 0 ? GUIDE : "", room - codePoints(asked) - GAP.length >= 0 ? asked : ""];
  const context = [...sections.map((section) => section.text), ...ends].filter((text) => text !== "");
  return {
    sessionKind: request.sessionKind,
    files: sections.map((section) => section.file).filter((file) => file !== null),
    context: context.join(GAP),
  };
}

/** A file's part of the text. */
interface Section {
  /** `null` if there is no such file. */
  readonly file: BootstrapFile | null;
  /** With its frame; may be empty. */
  readonly text: string;
  /** Without. */
  readonly copy: string;
  /** The entries in it, if it is a curated file. */
  readonly shown: readonly PrintedEntry[];
  /** What the session had of a curated file. */
  readonly given: SessionFile | null;
}

/** What the sections of one start share. */
interface Reading {
  readonly deps: BootstrapDeps;
  readonly files: LiveFiles;
}

function givenBy(sections: readonly Section[], session: string | null): Given {
  return {
    session,
    place: { injected: "bootstrap", shown: "bootstrap" },
    texts: sections.map((section) => section.copy),
    entries: sections.flatMap((section) => section.shown),
    files: sections.flatMap((section) => section.given === null ? [] : [section.given]),
  };
}

function costOf({ text }: Section): number {
  return text === "" ? 0 : codePoints(text) + GAP.length;
}

/** Returns the diaries asked for, where the long-term facts may be: the newest takes what it needs first. */
function recentSections(request: BootstrapRequest, room: number, reading: Reading): Section[] {
  if (!filesFor(request).includes(MEMORY_FILE)) return [];
  let left = Math.min(room, reading.deps.settings.recentChars);
  return (request.diaries ?? []).toReversed().map((path) => {
    const section = sectionOf(path, left - GAP.length, reading);
    left -= costOf(section);
    return section;
  }).toReversed();
}

/** Returns a file's part, at most `budgetChars` long, or an empty one. */
function sectionOf(path: string, budgetChars: number, { deps, files }: Reading): Section {
  const isCurated = CURATED.has(path);
  const stamp = isCurated ? stampOf(deps.layout, path) : "";
  const file = files.read(path);
  if (file === null) {
    const reason = files.problem(path);
    const given = isCurated && reason === null ? sessionFile(path, stamp, null) : null;
    return { file: reason === null ? null : unread(path, reason), text: "", copy: "", shown: [], given };
  }
  const isInstructions = path === AGENTS_FILE;
  if (isInstructions && isOfMemory(file.ownPath)) {
    return { file: unread(path, `it is a link to "${file.ownPath}", which holds no instructions`), ...EMPTY };
  }
  const source = isCurated ? path : diarySource(path);
  const title = `# ${path}\n\n`;
  const frame = isInstructions ? title.length : fenceOverhead(source);
  const room = Math.max(0, budgetChars - frame < MIN_ROOM_CHARS ? 0 : budgetChars - frame);
  const curated = isCurated ? copyOfCurated(file, room, deps) : null;
  const copy = room === 0 ? noRoom(file) : curated ?? copyOf(file, room, { deps, files });
  const text = copy.text === "" ? "" : isInstructions ? title + copy.text : fence(copy.text, source);
  const { truncated, leftOut } = copy;
  const shown = copy.text === "" ? [] : curated?.shown ?? [];
  return {
    file: { path, chars: codePoints(file.text), injectedChars: codePoints(text), truncated, leftOut },
    text,
    copy: copy.text,
    shown,
    given: curated === null
      ? null
      : sessionFile(path, stamp, { ...curated, text: file.text, shown: shown.map(({ entry }) => entry.key) }),
  };
}

const CURATED: ReadonlySet<string> = new Set([USER_FILE, MEMORY_FILE]);

/** A file that is there but cannot be shown is named, so that its absence is no mystery. */
function unread(path: string, reason: string): BootstrapFile {
  return { path, chars: 0, injectedChars: 0, truncated: false, leftOut: [{ line: 1, reason }] };
}

function noRoom(file: LiveFile): InjectedCopy {
  const isEmpty = file.text.trim() === "";
  return { text: "", truncated: !isEmpty, leftOut: isEmpty ? [] : [{ line: 1, reason: OVER_BUDGET }] };
}

function copyOf(file: LiveFile, roomChars: number, { deps, files }: Reading): InjectedCopy {
  const { originsOf, settings, activeProjects, clock } = deps;
  if (file.path !== AGENTS_FILE) {
    const judge = mayUse({ state: deps.state, session: null, isAcross: true });
    return recentCopy(file, roomChars, { files, today: clock.now().day, activeProjects, mayUse: judge });
  }
  return instructionsCopy({ ...file, path: AGENTS_FILE }, roomChars, { originsOf, headShare: settings.headShare });
}

/** Often the file is a link to the instructions of a client, which count as these; what agents write never does. */
function isOfMemory(ownPath: string): boolean {
  const { isIndexed, tier } = pathRule(ownPath);
  return isIndexed || tier === "review" || ownPath.startsWith(`${MEMORY_DIR}/`);
}

const EMPTY = { text: "", copy: "", shown: [], given: null } as const;

function copyOfCurated(file: LiveFile, roomChars: number, deps: BootstrapDeps): CuratedCopy {
  const { originsOf, activeProjects, settings: { recentUseDays } } = deps;
  const now = deps.clock.now();
  return curatedCopy({ ...file, path: file.ownPath }, roomChars, {
    originsOf,
    activeProjects,
    today: now.day,
    nowMs: now.ms,
    lastUses: deps.state.curatedUses.lastUses(),
    recentUseDays,
  });
}
