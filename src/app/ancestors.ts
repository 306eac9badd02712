/**
 * The processes above this one, parent first.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import type { InheritedEnvironment } from "../provenance/caller.ts";
import type { ProcessFact } from "../provenance/process_match.ts";

/**
 * Returns the ancestors of a process, itself first. Where one cannot be read (`/proc` mounted with `hidepid`, a process
 * that has just ended) it stands as the last with an empty name. `null` where the system offers no way.
 *
 * @param platform as in `process.platform`
 */
export function readAncestors(pid: number, platform: string): ProcessFact[] | null {
  if (platform === "linux") return chain(pid, processOfProc);
  if (platform === "win32") return null;
  const table = processTable();
  return table === null ? null : chain(pid, (each) => table.get(each) ?? null);
}

/** Returns what processes were started with, where the system says so: their own user's, and only on Linux. */
export function readEnvironments(processes: readonly ProcessFact[], platform: string): InheritedEnvironment[] {
  if (platform !== "linux") return [];
  return processes.flatMap(({ pid }) => {
    const environment = environmentOf(pid);
    return environment === null ? [] : [{ pid, environment }];
  });
}

function environmentOf(pid: number): Record<string, string> | null {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return Object.fromEntries(pairs.map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]));
  } catch {
    // Another user's, or gone: nothing is known of it.
    return null;
  }
}

interface Process extends ProcessFact {
  readonly parent: number;
}

/** More than any real chain of processes has; ends the walk if process ids are reused while it goes on. */
const MAX_ANCESTORS = 64;

function chain(pid: number, read: (pid: number) => Process | null): ProcessFact[] {
  const ancestors: ProcessFact[] = [];
  for (let at = pid; at > 0 && ancestors.length < MAX_ANCESTORS;) {
    const process = read(at);
    if (process === null) return [...ancestors, { pid: at, name: "", args: [] }];
    const { parent, ...fact } = process;
    ancestors.push(fact);
    at = parent;
  }
  return ancestors;
}

function processOfProc(pid: number): Process | null {
  try {
    // `pid (name) state parent …`: the name may hold blanks and brackets, so its end is the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const close = stat.lastIndexOf(")");
    const parent = Number(stat.slice(close + 2).split(" ")[1]);
    const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
    return Number.isNaN(parent) ? null : { pid, parent, name: stat.slice(stat.indexOf("(") + 1, close), args };
  } catch {
    // Gone, hidden or forbidden: the caller learns of it by the empty name.
    return null;
  }
}

/** Reads all processes with one `ps`, as macOS has no `/proc`. */
function processTable(): Map<number, Process> | null {
  const ps = Bun.spawnSync(["/bin/ps", "-axww", "-o", "pid=,ppid=,args="], { stderr: "ignore" });
  if (!ps.success) return null;
  const table = new Map<number, Process>();
  for (const row of ps.stdout.toString().split("\n")) {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    if (pid === undefined || parent === undefined || command === undefined) continue;
    const args = command.split(" ");
    table.set(Number(pid), { pid: Number(pid), parent: Number(parent), name: args[0] ?? "", args });
  }
  return table;
}
