import { dirname } from "node:path";
import { mkdirSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";
import { writeFileAtomic } from "../workspace/atomic_write.ts";
import type { ConfigFile } from "./config_files.ts";

/** Settings are the owner's own business: nobody else on the machine reads them. */
const FILE_MODE = 0o600;
/** See {@linkcode FILE_MODE}. */
const FOLDER_MODE = 0o700;

/**
 * Replaces a settings file that still is as it was read.
 *
 * @throws {MemoryError} failed, if somebody changed it in between
 */
export function writeConfig(file: ConfigFile, text: string): void {
  mkdirSync(dirname(file.path), { recursive: true, mode: FOLDER_MODE });
  const outcome = writeFileAtomic(file.path, file.mark + text, { mode: FILE_MODE, expectedHash: file.hash });
  if (outcome === "written") return;
  throw new MemoryError(`Cannot change "${file.path}": it was changed by someone else at the same time`, {
    hint: "run the same command again",
  });
}
