/**
 * What a session was given of the curated files, so that it is told of changes and given nothing twice (SPEC 9.1, 9.2).
 *
 * @module
 */
import { statSync } from "node:fs";
import type { Clock } from "../../base/clock.ts";
import { systemCode } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { keepNearForms, type NearFormStore } from "../../curate/near_echo.ts";
import type { InjectionPlace } from "../../store/state/injections.ts";
import type { SessionFile } from "../../store/state/session_files.ts";
import { shownHash, type ShownPlace } from "../../store/state/shown.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { injectedHashes } from "../../workspace/injected_hashes.ts";
import { absolute, type WorkspaceLayout } from "../../workspace/layout.ts";
import type { PrintedEntry } from "./choose_entries.ts";

/** Tables of what was given. */
export interface GivenState extends Pick<StateStore, "isReadonly" | "logging">, NearFormStore {
  /** Hashes of what was given. */
  readonly injections: Pick<StateStore["injections"], "add">;
  /** Entries that were given. */
  readonly shown: Pick<StateStore["shown"], "add">;
  /** The files as the session had them. */
  readonly sessionFiles: Pick<StateStore["sessionFiles"], "of" | "put">;
}

/** What a lane gave. */
export interface Given {
  /** `null`: not known; then nothing is remembered of it but the hashes. */
  readonly session: string | null;
  /** The lane, by its names in both logs. */
  readonly place: { readonly injected: InjectionPlace; readonly shown: ShownPlace };
  /** Texts without their frames. */
  readonly texts: readonly string[];
  /** The entries in them. */
  readonly entries: readonly PrintedEntry[];
  /** The curated files as they were. */
  readonly files: readonly SessionFile[];
}

/** Writes down what was given, unless the state is read-only. */
export function logFilesGiven({ state, clock }: { state: GivenState; clock: Clock }, given: Given): void {
  if (state.isReadonly) return;
  const { session, place, texts, entries, files } = given;
  const { iso } = clock.now();
  const hashes = [...new Set(texts.flatMap(injectedHashes))];
  if (hashes.length === 0 && (session === null || files.length === 0)) return;
  const rows = hashes.map((hash) => ({ hash, session, injectedAt: iso, place: place.injected }));
  const shown = entries.map(({ entry: { key, text } }) => ({
    entryKey: key,
    textHash: shownHash(text),
    place: place.shown,
  }));
  const log = () => {
    // What is logged already has its form, and so has nearly all that another session was given.
    if (state.injections.add(rows) > 0 && state.nearForms.missing(hashes).length > 0) keepNearForms(state, texts);
  };
  // It looks first whether there is anything to write.
  if (session === null) return log();
  state.logging(() => {
    log();
    state.shown.add(session, shown, iso);
    for (const file of files) state.sessionFiles.put(session, file, iso);
  });
}

/** Returns what is remembered of a file whose text is known, or of one that is not there (`null`). */
export function sessionFile(
  path: string,
  stamp: string,
  read: {
    readonly text: string;
    readonly allowed: readonly PrintedEntry[];
    readonly shown: Iterable<string>;
    readonly isWaiting: boolean;
  } | null,
): SessionFile {
  if (read === null) return { path, stamp, hash: "", known: new Set(), shown: new Set() };
  return {
    path,
    // What waits for the end of a turn is looked at again, though its file stays as it is.
    stamp: read.isWaiting ? "" : stamp,
    hash: shortHash(read.text),
    known: new Set(read.allowed.map(({ entry }) => entry.key)),
    shown: new Set(read.shown),
  };
}

/**
 * Returns what the file system says of a file, links followed: it changes with the file. Taken before the file is read, so
 * that a change in between is seen the next time.
 */
export function stampOf(layout: WorkspaceLayout, path: string): string {
  try {
    const stats = statSync(absolute(layout, path), { throwIfNoEntry: false });
    return stats === undefined ? ABSENT : [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino].join(" ");
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return ABSENT;
  }
}

const ABSENT = "absent";
