/**
 * What clients and killed processes left behind: the log of hooks, locks, temporary files, databases that were set aside,
 * forgets and rebuilds that began.
 *
 * @module
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { errorCode } from "../../base/errors.ts";
import { setAsideDatabases } from "../../capture/forget/leftovers.ts";
import { examineLocks } from "../../store/examine_locks.ts";
import { type HookRecord, readHookRecords } from "../../workspace/hook_log.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { staleTemps } from "../../workspace/temp_files.ts";
import type { App } from "../app.ts";
import { type Check, derived, type Finding, shellWord, stated } from "./finding.ts";

/** Milliseconds of a week: what a client did before says little about now. */
const LATELY_MS = 7 * 86_400_000;
/** A person waits for a prompt's hook: so many milliseconds are felt. */
const FELT_MS = 1_000;
/** Calls of which so large a part is slow are slow, and not one that met a busy machine. */
const SLOW_SHARE = 0.2;

/** Returns which hooks came lately, and which of them fail or are slow. */
export function hookCheck(layout: WorkspaceLayout, clock: Clock): Check {
  const sinceMs = clock.now().ms - LATELY_MS;
  const lately = readHookRecords(layout).filter(({ at }) => Date.parse(at) >= sinceMs);
  if (lately.length === 0) {
    const message = "No hook came in the last seven days: agents get no memory by themselves and leave none; " +
      "--client names yours: claude-code, codex, gemini, cursor or opencode";
    const command = "memory hook install --client claude-code";
    const place = join(layout.logsDir, "hooks.jsonl");
    return {
      area: "hooks",
      summary: "none lately",
      findings: [stated({ id: "hooks-none", severity: "note", place, message, command })],
    };
  }
  const groups = Map.groupBy(lately, ({ client, event }) => `${client} ${event}`);
  const last = lately.reduce((a, b) => Date.parse(b.at) >= Date.parse(a.at) ? b : a);
  return {
    area: "hooks",
    summary: `${lately.length} calls in seven days, the last ${last.client} ${last.event} at ${last.at}`,
    findings: [...groups].flatMap(([place, records]) => hookFindings(place, records)),
  };
}

function hookFindings(place: string, records: readonly HookRecord[]): Finding[] {
  const failed = records.filter(({ outcome }) => outcome.startsWith("failed"));
  const slow = records.filter(({ event, ms }) => event === "prompt" && ms > FELT_MS);
  const findings: Finding[] = [];
  const command = "memory hook status";
  const lastFailed = failed.at(-1);
  if (lastFailed !== undefined) {
    const message =
      `${failed.length} of ${records.length} calls failed, the last at ${lastFailed.at}: ${lastFailed.outcome}`;
    findings.push(stated({ id: "hook-failing", severity: "warning", place, message, command }));
  }
  if (slow.length >= records.length * SLOW_SHARE && slow.length > 0) {
    const message = `${slow.length} of ${records.length} calls took more than ${FELT_MS} ms`;
    findings.push(stated({ id: "hook-slow", severity: "warning", place, message, command }));
  }
  return findings;
}

/** A lock that is held for longer than this, in milliseconds, is worth a look: ten minutes. */
const LONG_HELD_MS = 600_000;

/** Folders in which atomic writers make their files. */
export function foldersOfTemps({ root, memoryDir, dataDir, sessionsDir }: WorkspaceLayout): string[] {
  return [root, dataDir, ...[memoryDir, sessionsDir].flatMap(foldersBelow)].filter((folder) => existsSync(folder));
}

function foldersBelow(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true });
    return [folder, ...names.filter((each) => each.isDirectory()).map((each) => join(each.parentPath, each.name))];
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** Returns what was left behind. The system's time is asked: that is what files and processes go by. */
export function leftoverCheck(layout: WorkspaceLayout, app: App | null): Check {
  const nowMs = Date.now();
  const findings = [
    ...lockFindings(layout, nowMs),
    ...foldersOfTemps(layout).flatMap((folder) => tempFindings(folder, nowMs)),
    ...setAsideDatabases(layout).filter((path) => !/-(?:wal|shm)$/.test(path)).map(asideFinding),
    ...rebuildFinding(layout),
    ...forgetFindings(app),
  ];
  return { area: "leftovers", summary: findings.length === 0 ? "none" : `${findings.length} there`, findings };
}

function lockFindings({ locksDir }: WorkspaceLayout, nowMs: number): Finding[] {
  return examineLocks(locksDir, nowMs).flatMap(({ name, holder, isDamaged, left }) => {
    const findings: Finding[] = left.map((place) =>
      derived({
        id: "lock-stale",
        severity: "note",
        place,
        message: `A process that is gone still stands in the queue of the lock "${name}"`,
        command: "memory doctor --fix",
      })
    );
    const place = join(locksDir, `${name}.lock`);
    if (isDamaged) {
      const message = `The lock "${name}" is damaged: nobody can take it, and what needs it fails`;
      findings.push(
        stated({ id: "lock-damaged", severity: "broken", place, message, command: `rm ${shellWord(place)}` }),
      );
    }
    if (holder !== null && holder !== "unknown" && nowMs - Date.parse(holder.since) > LONG_HELD_MS) {
      const message = `Process ${holder.pid} holds the lock "${name}" since ${holder.since}`;
      const command = `ps -p ${holder.pid}`;
      findings.push(stated({ id: "lock-held", severity: "warning", place, message, command }));
    }
    return findings;
  });
}

function tempFindings(folder: string, nowMs: number): Finding[] {
  let names: string[] = [];
  try {
    names = staleTemps(folder, nowMs);
  } catch (error) {
    // What cannot be read is told by itself.
    if (errorCode(error) === undefined) throw error;
  }
  return names.map((name) =>
    derived({
      id: "temp-left",
      severity: "note",
      place: join(folder, name),
      message: "A killed process left this temporary file",
      command: "memory doctor --fix",
    })
  );
}

function asideFinding(place: string): Finding {
  return stated({
    id: "database-aside",
    severity: "warning",
    place,
    message: "A database that was damaged was set aside here, and may hold what was forgotten since",
    command: `rm ${shellWord(place)}*`,
  });
}

function rebuildFinding({ indexPath }: WorkspaceLayout): Finding[] {
  const place = `${indexPath}.next`;
  if (!existsSync(place)) return [];
  const message = "A rebuild of the index was interrupted, or is at work in another process";
  return [derived({ id: "rebuild-unfinished", severity: "note", place, message, command: "memory index --force" })];
}

function forgetFindings(app: App | null): Finding[] {
  const pending = app?.state.forgets.pending() ?? [];
  const requests = app?.state.forgets.requests() ?? [];
  const found: Finding[] = [];
  if (pending.length > 0) {
    const message = `${pending.length} forgets began and are not complete: their text is still there`;
    const place = `forget ${pending[0]?.id ?? ""}`;
    found.push(derived({ id: "forget-unfinished", severity: "broken", place, message, command: "memory forget" }));
  }
  if (requests.length > 0) {
    const message = `${requests.length} times somebody asked for lines to be forgotten; that is the owner's to decide`;
    found.push(stated({ id: "forget-asked", severity: "note", place: "status", message, command: "memory status" }));
  }
  return found;
}
