/**
 * Tells a process from a later one with the same id, by the moment at which it started.
 *
 * @module
 */
import { readFileSync, readlinkSync } from "node:fs";
import type { ProcessStamp } from "../store/state/sessions.ts";

/** Returns the stamp of a running process, or `null` if it does not run or the system does not say when it started. */
export function stampOf(pid: number): ProcessStamp | null {
  const start = startOf(pid);
  return start === null ? null : { pid, start: `${start}${SIGHT}${sightOf()}` };
}

/**
 * Returns whether the process of a stamp still runs; also `true` for who cannot tell, as a program that was given other
 * processes to see than the one that made the stamp: it must not take a client for dead.
 */
export function isAlive(stamp: ProcessStamp): boolean {
  const [, sight = ""] = stamp.start.split(SIGHT);
  return (sight !== "" && sight !== sightOf()) || isSameProcess(stamp);
}

/** Returns whether the process with the id of a stamp is the very one. */
export function isSameProcess({ pid, start }: ProcessStamp): boolean {
  return startOf(pid) === start.split(SIGHT)[0];
}

/** Stands between the start of a process and what its observer can see. */
const SIGHT = "@";

/** Returns what tells which processes this one can see: its namespaces of processes and of mounts; `""` if unknown. */
function sightOf(): string {
  if (process.platform !== "linux") return "";
  try {
    return ["pid", "mnt"].map((name) => readlinkSync(`/proc/self/ns/${name}`).replaceAll(/[^0-9]/g, "")).join(".");
  } catch {
    // Hidden: whoever knows the namespaces of a stamp sees that they are other ones.
    return "";
  }
}

function startOf(pid: number): string | null {
  if (process.platform === "linux") return startOnLinux(pid);
  // Windows has no way that does not start a program for half a second; there only silence ends a turn.
  if (process.platform === "win32") return null;
  const ps = Bun.spawnSync(["/bin/ps", "-o", "lstart=", "-p", String(pid)], { stderr: "ignore" });
  const text = ps.stdout.toString().trim();
  return text === "" ? null : text;
}

/** Fields of `/proc/PID/stat` behind the name: the state is the first, the start in clock ticks since boot the twentieth. */
const STATE_FIELD = 0;
const START_FIELD = 19;
const TERMINAL_FIELD = 4;

function startOnLinux(pid: number): string | null {
  const fields = statFields(pid);
  // A process that has ended and is not yet fetched by its parent is dead all the same.
  if (fields === null || fields[STATE_FIELD] === "Z") return null;
  const ticks = fields[START_FIELD];
  return ticks === undefined ? null : `${bootId()}:${ticks}`;
}

/** Returns whether a process has a controlling terminal; `false` where that cannot be told. */
export function hasControllingTerminal(pid: number): boolean {
  if (process.platform === "linux") return Number(statFields(pid)?.[TERMINAL_FIELD] ?? 0) !== 0;
  if (process.platform === "win32") return false;
  const ps = Bun.spawnSync(["/bin/ps", "-o", "tty=", "-p", String(pid)], { stderr: "ignore" });
  return /^(?:tty|pts|[a-z]?\d)/.test(ps.stdout.toString().trim());
}

function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // `pid (name) state …`: the name may hold blanks and brackets, so its end is the last bracket.
    return stat.slice(stat.lastIndexOf(")") + 2).trim().split(" ");
  } catch {
    // Gone, or hidden: nothing is known of it.
    return null;
  }
}

/** Ticks count from the boot, so that after the next one another process may have the same. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, BOOT_ID_CHARS);
  } catch {
    // Some containers hide it; the ticks alone are nearly always enough.
    return "";
  }
}

/** Enough of a random id to tell two boots apart. */
const BOOT_ID_CHARS = 8;
