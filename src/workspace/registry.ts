/**
 * The user's registry of workspaces (SPEC 3.1): `$XDG_STATE_HOME/memory/workspaces/`, one small file a workspace, named
 * by the hash of its real path. A data folder counts only if it is entered here, so a cloned repository cannot bring its
 * own. One file each, so that parallel `init`s have nothing to take from each other and no lock to leave behind.
 *
 * @module
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { writeFileAtomic } from "./atomic_write.ts";

/** One workspace known to this user. */
export interface RegistryEntry {
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Real path of its data folder. */
  readonly dataDir: string;
  /** ISO 8601 with offset. */
  readonly registeredAt: string;
  /** Initialised under a frozen time (SPEC 11.10). Never changes; a state that says otherwise gives no powers. */
  readonly isSimulated: boolean;
  /** The id of its state; left out by older versions, and then taken up once. A state with another one is foreign. */
  readonly workspaceId?: string;
  /** `false` while `init` is at work: an `init` that was killed is taken up again, not mistaken for a lost workspace. */
  readonly isComplete: boolean;
}

/**
 * Returns all entries, by workspace path.
 *
 * @param stateDir from `userStateDir`
 * @throws {MemoryError} failed, if an entry cannot be read
 */
export function readRegistry(stateDir: string): RegistryEntry[] {
  const folder = join(stateDir, ENTRIES_DIR);
  return namesIn(folder)
    .filter((name) => name.endsWith(ENTRY_SUFFIX))
    .map((name) => readEntry(join(folder, name)))
    .filter((entry) => entry !== null)
    .sort((a, b) => a.workspace < b.workspace ? -1 : 1);
}

/**
 * Returns the entry of a workspace, given by its real path, or `null`.
 *
 * @throws {MemoryError} failed, if it cannot be read
 */
export function findRegistered(stateDir: string, workspace: string): RegistryEntry | null {
  const entry = readEntry(entryPath(stateDir, workspace));
  return entry?.workspace === workspace ? entry : null;
}

/** Enters a workspace, or replaces its entry. An incomplete entry is only a beginning: it never replaces another. */
export function registerWorkspace(stateDir: string, entry: RegistryEntry): void {
  writeFileAtomic(entryPath(stateDir, entry.workspace), `${JSON.stringify(entry, null, 2)}\n`, {
    mode: 0o600,
    ...(entry.isComplete ? {} : { expectedHash: null }),
  });
}

/** Takes out the entry of a workspace, if there is one. */
export function unregisterWorkspace(stateDir: string, workspace: string): void {
  rmSync(entryPath(stateDir, workspace), { force: true });
}

const ENTRIES_DIR = "workspaces";
const ENTRY_SUFFIX = ".json";

/** 128 bits: no two paths of one user share a name. */
const NAME_DIGITS = 32;

function entryPath(stateDir: string, workspace: string): string {
  return join(stateDir, ENTRIES_DIR, `${shortHash(workspace, NAME_DIGITS)}${ENTRY_SUFFIX}`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return [];
    throw unreadable(folder, cause);
  }
}

function readEntry(path: string): RegistryEntry | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    throw unreadable(path, cause);
  }
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (!isEntry(entry)) throw unreadable(path, "a field is missing or has the wrong type");
  return entry;
}

function unreadable(path: string, cause: unknown): MemoryError {
  return new MemoryError(`Cannot read the registry of workspaces at "${path}"`, {
    hint: "check its mode, or move it away and run `memory init --adopt` in the workspace",
    cause,
  });
}

function isEntry(value: unknown): value is RegistryEntry {
  if (typeof value !== "object" || value === null) return false;
  const { workspace, dataDir, registeredAt, isSimulated, isComplete, workspaceId } = value as Partial<
    Record<string, unknown>
  >;
  return typeof workspace === "string" && typeof dataDir === "string" && typeof registeredAt === "string" &&
    typeof isSimulated === "boolean" && typeof isComplete === "boolean" &&
    (workspaceId === undefined || typeof workspaceId === "string");
}
