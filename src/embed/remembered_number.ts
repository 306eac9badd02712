/**
 * A number that was dear to find out, kept in the cache folder from one process to the next.
 *
 * @module
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomHex, shortHash } from "../base/hash.ts";

/** One kept number. */
export interface RememberedNumber {
  /** Returns it, or `null`. */
  get(): number | null;
  /** Keeps it, where the cache can be written. */
  set(value: number): void;
  /** Drops it. */
  forget(): void;
}

/** Folder below the cache folder. */
const FOLDER = "embedders";

/**
 * Returns the number that belongs to a text.
 *
 * @param cacheDir the per-user cache folder; created when something is kept
 * @param subject what the number is about; only its hash is stored
 */
export function rememberedNumber(cacheDir: string, subject: string): RememberedNumber {
  const path = `${cacheDir}/${FOLDER}/${shortHash(subject, 32)}`;
  return {
    get() {
      const text = readOrNull(path);
      return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
    },
    set(value) {
      if (this.get() === value) return;
      const temp = `${path}.${randomHex(4)}`;
      try {
        mkdirSync(`${cacheDir}/${FOLDER}`, { recursive: true, mode: 0o700 });
        writeFileSync(temp, String(value), { mode: 0o600 });
        renameSync(temp, path);
      } catch {
        // It is found out again the next time.
        rmSync(temp, { force: true });
      }
    },
    forget: () => rmSync(path, { force: true }),
  };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Not there, or not readable: then it is not known.
    return null;
  }
}
