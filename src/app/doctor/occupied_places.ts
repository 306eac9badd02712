import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import { AGENTS_FILE, DREAMS_FILE, MEMORY_FILE, USER_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { type Finding, shellWord, stated } from "./finding.ts";

/** Returns places of the memory where something of another kind lies: a file in place of a folder, or the reverse. */
export function occupiedPlaces(layout: WorkspaceLayout): Finding[] {
  const { root, memoryDir, dataDir, statePath, indexPath, sessionsDir, logsDir, locksDir } = layout;
  const folders = [memoryDir, sessionsDir, logsDir, locksDir, join(dataDir, "heard")];
  const files = [
    ...[AGENTS_FILE, DREAMS_FILE, MEMORY_FILE, USER_FILE].map((name) => join(root, name)),
    ...[statePath, indexPath].flatMap((path) => [`${path}-wal`, `${path}-shm`]),
    ...namesIn(logsDir).map((name) => join(logsDir, name)),
    ...namesIn(locksDir).filter((name) => !name.endsWith(".queue")).map((name) => join(locksDir, name)),
  ];
  return [
    ...folders.filter((path) => kindOf(path) === "file").map((path) => occupied(path, "a file", "a folder")),
    ...files.filter((path) => kindOf(path) === "folder").map((path) => occupied(path, "a folder", "a file")),
  ];
}

function occupied(place: string, is: string, should: string): Finding {
  return stated({
    id: "place-occupied",
    severity: "broken",
    place,
    message: `Here lies ${is} where the memory has ${should}: what belongs here cannot be kept`,
    command: `mv ${shellWord(place)} ${shellWord(join(dirname(place), `${basename(place)}.aside`))}`,
  });
}

function kindOf(path: string): "file" | "folder" | null {
  const stats = look(() => statSync(path, { throwIfNoEntry: false }));
  return stats === undefined ? null : stats.isDirectory() ? "folder" : "file";
}

function namesIn(folder: string): string[] {
  return look(() => readdirSync(folder)) ?? [];
}

/** What cannot be looked at is told by others. */
function look<T>(at: () => T): T | undefined {
  try {
    return at();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
