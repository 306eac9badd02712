/**
 * Changes several files of a client, all or none, with a copy of each beside it.
 *
 * @module
 */
import { chmodSync, existsSync, rmSync } from "node:fs";
import { MemoryError } from "../../base/errors.ts";
import { writeFileAtomic } from "../../workspace/atomic_write.ts";
import { readSettings, type SettingsFile } from "./settings_file.ts";
import type { SettingsPiece } from "./settings_piece.ts";

/** A change of one file. */
export interface FileChange {
  /** Absolute path. */
  readonly path: string;
  /** What it was; `null`: there was none. */
  readonly before: string | null;
  /** What it became; `null`: it is gone. */
  readonly after: string | null;
  /** The copy of what was there, absolute; `null` if none is kept. */
  readonly backup: string | null;
}

/** What a change makes of one file. */
export interface WantedFile {
  /** The whole text without byte order mark; `null`: no file. */
  readonly after: string | null;
  /** What becomes of the copy beside it: taken now, left as it is, or taken away. */
  readonly backup: "take" | "keep" | "drop";
}

/** Returns what a change makes of one file as it was read. @throws {MemoryError} failed */
export type FileRule = (piece: SettingsPiece, file: SettingsFile) => WantedFile;

/** Somebody who writes again and again is given up on after so many times. */
const MOST_ATTEMPTS = 5;

/** Returns the path of the copy of a file as it was before the installation. */
export function backupPath(path: string): string {
  return `${path}.memory-backup`;
}

/**
 * Works out all changes, then makes them. If one fails, those before are taken back, and nothing is changed.
 *
 * @param options `isDryRun`: nothing is written
 * @returns the files that were, or would be, changed
 * @throws {MemoryError} failed, if a file cannot be read or written; busy, if somebody else keeps writing it
 */
export function changeFiles(
  pieces: readonly SettingsPiece[],
  rule: FileRule,
  options: { readonly isDryRun: boolean },
): FileChange[] {
  const planned = pieces.map((piece) => planOf(piece, rule));
  if (options.isDryRun) return planned.filter(isChange).map(changeOf);
  const undos: (() => void)[] = [];
  try {
    return pieces.flatMap((piece) => {
      const { change, undo } = carryOut(piece, rule);
      if (change === null) return [];
      undos.push(undo);
      return [change];
    });
  } catch (error) {
    for (const undo of undos.toReversed()) undo();
    throw error;
  }
}

interface Plan {
  readonly file: SettingsFile;
  readonly wanted: WantedFile;
}

function planOf(piece: SettingsPiece, rule: FileRule): Plan {
  const file = readSettings(piece.path);
  return { file, wanted: rule(piece, file) };
}

function isChange({ file, wanted }: Plan): boolean {
  return wanted.after !== file.text;
}

function changeOf({ file, wanted }: Plan): FileChange {
  const isKept = wanted.backup === "keep"
    ? existsSync(backupPath(file.path))
    : wanted.backup === "take" && file.text !== null;
  return {
    path: file.path,
    before: file.text,
    after: wanted.after,
    backup: isKept ? backupPath(file.path) : null,
  };
}

function carryOut(piece: SettingsPiece, rule: FileRule): { change: FileChange | null; undo: () => void } {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const plan = planOf(piece, rule);
    if (!isChange(plan)) return { change: null, undo: () => undefined };
    const undoBackup = takeBackup(plan);
    let outcome: "written" | "changed" = "changed";
    try {
      outcome = put(plan.file, plan.wanted.after);
    } finally {
      if (outcome === "changed") undoBackup();
    }
    if (outcome === "changed") continue;
    if (plan.wanted.backup === "drop") rmSync(backupPath(piece.path), { force: true });
    const undo = () => {
      put({ ...readSettings(piece.path), mark: plan.file.mark }, plan.file.text);
      undoBackup();
    };
    return { change: changeOf(plan), undo };
  }
  throw new MemoryError(`Cannot change "${piece.path}": somebody else keeps writing it`, {
    kind: "busy",
    hint: "close the client, then run the same command again",
  });
}

/** Writes or removes a file that still is as it was read. */
function put({ path, mark, hash, mode }: SettingsFile, text: string | null): "written" | "changed" {
  if (text !== null) return writeFileAtomic(path, mark + text, { mode: mode ?? FILE_MODE, expectedHash: hash });
  if (readSettings(path).hash !== hash) return "changed";
  rmSync(path, { force: true });
  return "written";
}

/** Returns what takes the copy away again. */
function takeBackup({ file: { path, text, mark, mode }, wanted }: Plan): () => void {
  const backup = backupPath(path);
  if (wanted.backup !== "take") return () => undefined;
  const old = readSettings(backup);
  if (text === null) {
    // A copy from an earlier time would be given back as if it were what was there.
    rmSync(backup, { force: true });
  } else {
    writeCopy(backup, { text, mark, mode });
  }
  return () => {
    if (old.text === null) rmSync(backup, { force: true });
    else writeCopy(backup, { ...old, text: old.text });
  };
}

/** The mode is that of what it is a copy of: the umask is for what is new. */
function writeCopy(path: string, { text, mark, mode }: Pick<SettingsFile, "mark" | "mode"> & { text: string }): void {
  writeFileAtomic(path, mark + text, { mode: mode ?? FILE_MODE });
  if (mode !== null) chmodSync(path, mode);
}

/** Settings are the owner's own business, as far as nobody decided otherwise. */
const FILE_MODE = 0o600;
