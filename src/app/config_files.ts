/**
 * The two settings files: where they lie, what they say, and whether they say anything at all. Checking them needs a
 * schema library and a JSONC parser; a program start in which both files are empty or hold only comments pays for neither.
 *
 * @module
 */
import { readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";

/** Which file a setting stands in. */
export type ConfigScope = "user" | "workspace";

/** One settings file. */
export interface ConfigFile {
  /** Whose it is. */
  readonly scope: ConfigScope;
  /** Absolute; there may be no such file. */
  readonly path: string;
  /** Its text without a byte order mark; empty if there is no such file. */
  readonly text: string;
  /** The byte order mark, if it begins with one. */
  readonly mark: string;
  /** SHA-256 of its bytes; `null` if there is no such file. */
  readonly hash: string | null;
}

/** Returns the path of the user's own settings (SPEC 3.1); a relative `XDG_CONFIG_HOME` is ignored, as XDG asks. */
export function userConfigPath(environment: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  const configured = environment["XDG_CONFIG_HOME"];
  const base = configured !== undefined && isAbsolute(configured) ? configured : join(homeDir, ".config");
  return join(base, "memory", "config.jsonc");
}

/**
 * Reads a settings file.
 *
 * @throws {MemoryError} failed, if it exists and cannot be read
 */
export function readConfigFile(scope: ConfigScope, path: string): ConfigFile {
  try {
    // Reading a pipe would wait for a writer that never comes.
    if (!statSync(path).isFile()) throw new Error("It is not a regular file");
    const bytes = readFileSync(path);
    const text = bytes.toString("utf8");
    const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    return { scope, path, text: text.slice(mark.length), mark, hash: sha256Hex(bytes) };
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return { scope, path, text: "", mark: "", hash: null };
    throw new MemoryError(`Cannot read the settings file "${path}"`, {
      hint: "make it readable, or move it away to go on with the defaults",
      cause,
    });
  }
}

/** Returns whether a settings file holds anything but comments, blanks and an empty object. */
export function holdsSettings(file: ConfigFile): boolean {
  // A string that holds "//" leaves at least its quote behind, so cutting comments blindly can hide no setting.
  const bare = file.text.replace(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, "");
  return bare !== "" && bare !== "{}";
}

/** Some editors begin UTF-8 files with it; it is no part of the settings and is kept when they are changed. */
const BYTE_ORDER_MARK = "\uFEFF";
