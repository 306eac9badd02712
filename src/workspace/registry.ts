/**
 * The user's registry of workspaces (SPEC 3.1): `$XDG_STATE_HOME/memory/workspaces/`, one small file a workspace, named
 * by the hash of its real path. A data folder counts only if it is entered here, so a cloned repository cannot bring its
 * own. One file each, so that parallel `init`s have nothing to lose to each other and no lock to leave behind.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { writeFileAtomic } from "./atomic_write.ts";

/** One workspace known to this user. */
export interface RegistryEntry {
  /** Real path of the workspace. */
  readonly workspace: string;
  readonly dataDir: string;
  /** ISO 8601 with offset. */
  readonly registeredAt: string;
  /** Initialised under a frozen time (SPEC 11.10). */
  readonly isSimulated: boolean;
  /** `false` while `init` is at work: a killed `init` is taken up again, not mistaken for a lost workspace. */
  readonly isComplete: boolean;
}

/** Returns the folder of this user's own state, `$XDG_STATE_HOME/memory`; a relative value is ignored, as XDG asks. */
export function userStateDir(environment: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  const home = environment["XDG_STATE_HOME"];
  return join(home !== undefined && isAbsolute(home) ? home : join(homeDir, ".local", "state"), "memory");
}

/** Returns all entries, by workspace path. */
export function readRegistry(stateDir: string): RegistryEntry[] {
  let names: string[];
  try {
    names = readdirSync(join(stateDir, ENTRIES_DIR));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
  return names.filter((name) => name.endsWith(".json"))
    .map((name) => readEntry(join(stateDir, ENTRIES_DIR, name)))
    .filter((entry) => entry !== null)
    .sort((a, b) => a.workspace < b.workspace ? -1 : 1);
}

/** Returns the entry of a workspace, given by its real path, or `null`. */
export function findRegistered(stateDir: string, workspace: string): RegistryEntry | null {
  const entry = readEntry(entryPath(stateDir, workspace));
  return entry?.workspace === workspace ? entry : null;
}

/** Enters a workspace, or replaces its entry. */
export function registerWorkspace(stateDir: string, entry: RegistryEntry): void {
  writeFileAtomic(entryPath(stateDir, entry.workspace), `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600 });
}

const ENTRIES_DIR = "workspaces";

/** 128 bits: no two paths of one user share a name. */
const NAME_DIGITS = 32;

function entryPath(stateDir: string, workspace: string): string {
  return join(stateDir, ENTRIES_DIR, `${shortHash(workspace, NAME_DIGITS)}.json`);
}

function readEntry(path: string): RegistryEntry | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  const entry: unknown = JSON.parse(text);
  if (!isEntry(entry)) throw new MemoryError(`Cannot read the registry file "${path}": it is not an entry`);
  return entry;
}

function isEntry(value: unknown): value is RegistryEntry {
  return typeof value === "object" && value !== null && "workspace" in value && typeof value.workspace === "string" &&
    "dataDir" in value && typeof value.dataDir === "string" && "registeredAt" in value &&
    typeof value.registeredAt === "string" && "isSimulated" in value && typeof value.isSimulated === "boolean" &&
    "isComplete" in value && typeof value.isComplete === "boolean";
}
