/**
 * Settings, folders and the disk: what has to be right before there is anything to look at.
 *
 * @module
 */
import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { causeChain, errorCode, MemoryError } from "../../base/errors.ts";
import type { Located } from "../../workspace/locate.ts";
import { userConfigPath } from "../config_files.ts";
import { type Check, type Finding, shellWord, stated } from "./finding.ts";
import { occupiedPlaces } from "./occupied_places.ts";
import type { Patient } from "./open_patient.ts";

/** Returns whether the settings can be used. */
export function settingsCheck({ request, configError, located, app }: Patient): Check {
  const user = userConfigPath(request.environment, request.homeDir);
  if (configError !== null) {
    const quoted = /"([^"]+config\.jsonc)"/.exec(configError.message)?.[1] ?? user;
    return {
      area: "settings",
      summary: "cannot be used; everything else was looked at by the defaults",
      findings: [stated({
        id: "settings-wrong",
        severity: "broken",
        place: quoted,
        message: configError.hint === undefined ? configError.message : `${configError.message} (${configError.hint})`,
        command: `"\${EDITOR:-vi}" ${shellWord(quoted)}`,
      })],
    };
  }
  const paths = [user, ...(located instanceof MemoryError ? [] : [located.layout.configPath])];
  const ignored = (app?.notices ?? []).filter((notice) => /^The setting ".*ignored/.test(notice));
  return {
    area: "settings",
    summary: app === null || app.configSources.size === 0 ? "the defaults" : `${app.configSources.size} set`,
    findings: ignored.map((message) =>
      stated({
        id: "setting-ignored",
        severity: "warning",
        place: paths.at(-1) ?? user,
        message,
        command: `"\${EDITOR:-vi}" ${shellWord(paths.at(-1) ?? user)}`,
      })
    ),
  };
}

/** Returns whether there is a workspace that this user, and nobody else, can use. */
export function workspaceCheck({ located }: Patient): Check {
  if (located instanceof MemoryError) return noWorkspace(located);
  const { layout, notices } = located;
  const ignored = notices.map((message) =>
    stated({
      id: "data-folder-ignored",
      severity: "warning",
      place: /"([^"]+)"/.exec(message)?.[1] ?? layout.root,
      message,
      command: "memory init",
    })
  );
  const findings = [...ignored, ...openModes(located), ...unusable(located), ...occupiedPlaces(layout)];
  return { area: "workspace", summary: `${layout.root}, data in ${layout.dataDir}`, findings };
}

function noWorkspace(error: MemoryError): Check {
  const [message = ""] = causeChain(error);
  const open = /data folder "([^"]+)": its group or others may write/.exec(message)?.[1];
  const named = /--workspace "[^"]+"/.exec(error.hint ?? "")?.[0];
  const init = named === undefined ? "memory init" : `memory init ${named}`;
  return {
    area: "workspace",
    summary: "none",
    findings: [stated({
      id: "workspace-missing",
      severity: "broken",
      place: /"([^"]+)"/.exec(message)?.[1] ?? "",
      message,
      command: open === undefined ? init : `chmod 700 ${shellWord(open)}`,
    })],
  };
}

/** Mode bits of group and others. */
const OTHERS = 0o077;
/** Mode bits of permissions. */
const MODE = 0o777;

/** What is remembered is for its owner's eyes: folder and databases are made so, and may have been opened since. */
function openModes({ layout }: Located): Finding[] {
  // Windows has no such modes.
  if (process.geteuid === undefined) return [];
  const stats = statSync(layout.dataDir, { throwIfNoEntry: false });
  if (stats === undefined || (stats.mode & OTHERS) === 0) return [];
  return [stated({
    id: "data-folder-open",
    severity: "warning",
    place: layout.dataDir,
    message: `Other users may look into the data folder (mode ${(stats.mode & MODE).toString(8)})`,
    command: `chmod 700 ${shellWord(layout.dataDir)}`,
  })];
}

function unusable({ layout }: Located): Finding[] {
  const { root, memoryDir, dataDir, statePath } = layout;
  const places: [path: string, what: string][] = [
    [root, "The workspace"],
    [memoryDir, "The folder of the diaries"],
    [dataDir, "The data folder"],
    [statePath, "The state"],
  ];
  return places.flatMap(([path, what]) => {
    const code = refusal(path);
    if (code === null || code === "ENOENT") return [];
    const isMedium = code === "EROFS";
    return [stated({
      id: "place-readonly",
      severity: "warning",
      place: path,
      message: isMedium
        ? `${what} lies on a medium that cannot be written: nothing new is remembered`
        : `${what} cannot be written by this user: nothing new is remembered`,
      command: isMedium
        ? `mount -o remount,rw "$(df --output=target ${shellWord(path)} | tail -1)"`
        : `chmod u+rwX ${shellWord(path)}`,
    })];
  });
}

function refusal(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code;
  }
}

/** Below so much an index run or a night may find no room: 64 MiB. */
const FEW_BYTES = 64 * 1024 * 1024;
/** Bytes of a megabyte. */
const MIB = 1024 * 1024;

/** Returns how much room there is. */
export function diskCheck({ located }: Patient): Check | null {
  if (located instanceof MemoryError) return null;
  const { dataDir } = located.layout;
  const freeBytes = freeOf(dataDir);
  if (freeBytes === null) return { area: "disk", summary: "the system does not say how much is free", findings: [] };
  const free = `${Math.floor(freeBytes / MIB)} MiB free`;
  if (freeBytes >= FEW_BYTES) return { area: "disk", summary: free, findings: [] };
  return {
    area: "disk",
    summary: free,
    findings: [stated({
      id: "disk-full",
      severity: "warning",
      place: dataDir,
      message: `Only ${free} where the data folder lies`,
      command: `df -h ${shellWord(dataDir)}`,
    })],
  };
}

function freeOf(path: string): number | null {
  try {
    const { bsize, blocks, bavail } = statfsSync(path);
    // Some network file systems report no figures at all.
    return blocks > 0 ? bsize * bavail : null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
