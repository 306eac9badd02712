/**
 * Loads sqlite-vec into a connection. Without it vectors are compared in the process itself, with the same results.
 *
 * @module
 */
import type { Database } from "bun:sqlite";
import { loadedPart, type NativePart, unloadedPart } from "../base/assets/native_part.ts";
import { loadObstacle, openPart } from "../base/assets/open_part.ts";
import { causeChain } from "../base/errors.ts";

/**
 * Loads the vector extension into `database` and asks it for its version. What stands in the way is told by the value;
 * nothing is thrown for it.
 *
 * macOS: Bun uses the system's own SQLite there, which refuses every extension (SPEC 11.1).
 *
 * @param cacheDir the per-user cache folder, as `cacheDirOf` returns it
 */
export function loadVectorExtension(database: Database, cacheDir: string): NativePart {
  const opened = openPart("sqlite-vec", cacheDir);
  if (opened.part === null) return unloadedPart("sqlite-vec", opened.version, opened.obstacle);
  const { part } = opened;
  try {
    // Without its ending, which SQLite adds: given with it, SQLite tries a second ending and reports only that failure.
    database.loadExtension(part.main.replace(/\.(?:so|dylib|dll)$/, ""));
    const row = database.query<{ version: string }, []>("SELECT vec_version() AS version").get();
    return loadedPart("sqlite-vec", (row?.version ?? part.version).replace(/^v/, ""));
  } catch (error) {
    const message = causeChain(error).join(": ");
    const obstacle = REFUSES_EXTENSIONS.test(message)
      ? { reason: "This system's own SQLite refuses extensions; vectors are compared in the program", hint: null }
      : loadObstacle(part, message);
    return unloadedPart("sqlite-vec", part.version, obstacle);
  }
}

/** Wording of a SQLite that was compiled without extensions, or with loading switched off. */
const REFUSES_EXTENSIONS = /does not support dynamic extension loading|not authorized|OMIT_LOAD_EXTENSION/i;
