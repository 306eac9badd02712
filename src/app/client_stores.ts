/**
 * The folders in which clients keep transcripts (SPEC 4.4). What lies elsewhere may have been made by anybody.
 *
 * @module
 */
import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { isInside } from "../workspace/confine_path.ts";
import { expandPath } from "../workspace/user_paths.ts";
import { passwordHome } from "./password_home.ts";

/** What tells. */
export interface ClientStoresRequest {
  /** Powers of a simulated workspace: there the home folder is that of the environment (SPEC 11.10). */
  readonly isSimulated: boolean;
  /** `$HOME`; used only in a simulated workspace. */
  readonly homeDir: string;
  /** `provenance.transcriptRoots` of the user's own settings: folders of any client. */
  readonly transcriptRoots: readonly string[];
  /** Where our own hooks note what was said (`HEARD_FORMAT`), absolute. */
  readonly heardFolder: string;
}

/** Folders below the home folder, by client; see docs/transcripts.md. */
const STORES: Readonly<Record<string, readonly string[]>> = {
  "claude-code": [".claude/projects"],
  codex: [".codex/sessions", ".codex/archived_sessions"],
  gemini: [".gemini/tmp"],
  openclaw: [".openclaw/agents"],
};

/** Permissions with which others than the user could write. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Returns what tells whether a file is a transcript of a client's own: its real path lies in such a folder, links
 * followed, it is a regular file of this user, and nobody else can write it.
 */
export function clientStores(request: ClientStoresRequest): (client: string, path: string) => boolean {
  const home = request.isSimulated ? request.homeDir : passwordHome();
  const further = home === null ? [] : request.transcriptRoots.map((root) => expandPath(root, home, "/"));
  return (client, path) => {
    if (client === "hooks") return isOwnFile(path) && liesIn(request.heardFolder, path);
    const own = home === null || !Object.hasOwn(STORES, client) ? [] : STORES[client] ?? [];
    const roots = [...own.map((folder) => join(home ?? "/", folder)), ...further];
    return isOwnFile(path) && roots.some((root) => liesIn(root, path));
  };
}

function isOwnFile(path: string): boolean {
  try {
    const stat = lstatSync(realpathSync(path));
    const isMine = process.getuid === undefined || stat.uid === process.getuid();
    return stat.isFile() && isMine && (stat.mode & WRITABLE_BY_OTHERS) === 0;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** A link in the folder that leads out of it is followed to where the bytes are. */
function liesIn(root: string, path: string): boolean {
  try {
    return isInside(realpathSync(root), realpathSync(path));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
