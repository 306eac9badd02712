/**
 * Installing a client's hooks, and taking them out.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { backupPath, changeFiles, type FileChange, type WantedFile } from "./change_files.ts";
import type { ClientPlan, ClientSetup } from "./client_setup.ts";
import { readSettings, type SettingsFile } from "./settings_file.ts";
import type { SettingsPiece } from "./settings_piece.ts";

/** How it is done. */
export interface EditOptions {
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

/**
 * Puts hooks, and a server where the plan has one, into a client's files. What is there already stays.
 *
 * @returns the files that were, or would be, changed; none if all of it was there
 * @throws {MemoryError} failed, if hooks are switched off, a file cannot be understood or written, or another call of the
 * memory stands there; nothing is changed then
 */
export function installClient({ title }: ClientSetup, plan: ClientPlan, options: EditOptions): FileChange[] {
  const off = plan.switchedOff();
  if (off !== null) {
    throw new MemoryError(`Cannot install hooks: ${title} calls none, since "${off.path}" says "${off.setting}"`, {
      hint: "change that setting, or ask who manages this machine",
    });
  }
  return changeFiles(plan.pieces, installed, options);
}

/**
 * Takes ours out of a client's files. A file to which nothing else was done since is given back byte for byte.
 *
 * @returns the files that were, or would be, changed
 * @throws {MemoryError} failed, if a file cannot be understood or written; nothing is changed then
 */
export function uninstallClient(plan: ClientPlan, options: EditOptions): FileChange[] {
  return changeFiles(plan.pieces, uninstalled, options);
}

function installed(piece: SettingsPiece, { text }: SettingsFile): WantedFile {
  const isNew = text === null || piece.found(text) === null;
  // A file that holds ours already keeps the copy of what it was before.
  return { after: addedTo(piece, text), backup: isNew && !piece.isWholeFile ? "take" : "keep" };
}

/** A file that is not there and gets nothing is not made. */
function addedTo(piece: SettingsPiece, text: string | null): string | null {
  const after = piece.add(text);
  return text === null && after === "" ? null : after;
}

function uninstalled(piece: SettingsPiece, file: SettingsFile): WantedFile {
  const { text } = file;
  const found = text === null ? null : piece.found(text);
  if (found === null) return { after: text, backup: "keep" };
  if (piece.isWholeFile) return { after: found.removed(), backup: "drop" };
  const before = beforeOf(piece, file);
  if (couldBe(() => found.addAgain(before), text)) return { after: before, backup: "drop" };
  return { after: found.removed(), backup: "keep" };
}

/** What the copy says that was taken before the installation; `null` if there was no file then. */
function beforeOf({ path }: SettingsPiece, { mark }: SettingsFile): string | null {
  const copy = readSettings(backupPath(path), { mayBeHidden: true });
  return copy.mark === mark ? copy.text : null;
}

/** A copy that cannot be built upon any more is none that this file was made of. */
function couldBe(again: () => string, text: string | null): boolean {
  try {
    return again() === text;
  } catch (error) {
    if (error instanceof MemoryError) return false;
    throw error;
  }
}
