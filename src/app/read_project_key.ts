/**
 * Project keys as people write them.
 *
 * @module
 */
import { resolve } from "node:path";
import { MemoryError } from "../base/errors.ts";
import { normaliseProjectKey } from "../workspace/annotation_values.ts";
import { normaliseRemote } from "./normalise_remote.ts";
import { projectKeyOf } from "./project_key.ts";

/** Returns the key of a text that is the address of a remote; any other text as it is. */
export function keyOfRemote(text: string): string {
  return REMOTE.test(text.trim()) ? normaliseRemote(text) ?? text : text;
}

/**
 * Returns the key that a word means: a key, the address of a remote, or a folder of a repository, which begins with `.`,
 * `/` or `~`.
 *
 * @throws {MemoryError} usage, if it means none
 */
export function readProjectKey(word: string, { cwd, homeDir }: { cwd: string; homeDir: string }): string {
  const text = word.trim();
  if (FOLDER.test(text)) {
    const folder = resolve(cwd, text.replace(/^~(?=$|\/)/, homeDir));
    const key = projectKeyOf(folder);
    if (key !== null) return key;
    throw new MemoryError(`Cannot find a project for "${word}": there is no repository around that folder`, {
      kind: "usage",
      hint: `for a folder without one write its key: path:${folder}`,
    });
  }
  const key = normaliseProjectKey(keyOfRemote(text));
  if (key !== null && !/[;；]/.test(key)) return key;
  throw new MemoryError(
    `Invalid project "${word}": it should be host/path, a name, path: and an absolute path, a remote or a folder`,
    { kind: "usage" },
  );
}

/** `scheme://…`, `user@host:path` or `host.name:path`. */
const REMOTE = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/:@\s]+@[^/\s]+:|[^/:@\s]+\.[^/:@\s]+:[^/\s])/i;
/** What begins like a path. A key never does. */
const FOLDER = /^(?:\.{1,2}(?:\/|$)|\/|~(?:\/|$))/;
