/**
 * Something that was dear to find out, kept in the cache folder from one process to the next.
 *
 * @module
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomHex, shortHash } from "../base/hash.ts";

/** One kept text. */
export interface RememberedText {
  /** Returns it, or `null`. */
  get(): string | null;
  /** Keeps it, where the cache can be written. */
  set(value: string): void;
  /** Drops it. */
  forget(): void;
}

/** Folder below the cache folder. */
const FOLDER = "embedders";

/**
 * Returns the text that belongs to a subject.
 *
 * @param cacheDir the per-user cache folder; created when something is kept
 * @param subject what the text is about; only its hash is stored
 * @param form what a kept text looks like; anything else in the file counts as nothing
 */
export function rememberedText(cacheDir: string, subject: string, form: RegExp): RememberedText {
  const path = `${cacheDir}/${FOLDER}/${shortHash(subject, 32)}`;
  const get = () => {
    const text = readOrNull(path);
    return text !== null && form.test(text) ? text : null;
  };
  return {
    get,
    set(value) {
      if (get() === value) return;
      const temp = `${path}.${randomHex(4)}`;
      try {
        mkdirSync(`${cacheDir}/${FOLDER}`, { recursive: true, mode: 0o700 });
        writeFileSync(temp, value, { mode: 0o600 });
        renameSync(temp, path);
      } catch {
        // It is found out again the next time.
        rmSync(temp, { force: true });
      }
    },
    forget: () => rmSync(path, { force: true }),
  };
}

/** Form of a kept length of vectors. */
export const DIMENSIONS_FORM = /^[1-9]\d{0,5}$/;

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Not there, or not readable: then it is not known.
    return null;
  }
}
