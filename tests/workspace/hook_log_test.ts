import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendHookRecord, hookLogPath, type HookRecord, readHookRecords } from "../../src/workspace/hook_log.ts";

let folder = "";
let layout = { logsDir: "" };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-log-"));
  layout = { logsDir: join(folder, "logs") };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function record(outcome: string): HookRecord {
  return {
    at: "2026-08-19T09:00:00+08:00",
    client: "claude-code",
    event: "tool",
    session: "0123456789ab",
    outcome,
    ms: 12,
    injectedChars: 0,
  };
}

describe("the log of hooks", () => {
  test("is empty where none came", () => {
    expect(readHookRecords(layout)).toEqual([]);
  });

  test("gives back what was added, and nobody else may read it", () => {
    appendHookRecord(layout, record("turn opened"));
    appendHookRecord(layout, record("turn closed"));
    expect(readHookRecords(layout).map(({ outcome }) => outcome)).toEqual(["turn opened", "turn closed"]);
    expect(statSync(hookLogPath(layout)).mode & 0o777).toBe(0o600);
    expect(statSync(layout.logsDir).mode & 0o777).toBe(0o700);
  });

  test("leaves out a torn line, and what is no record", () => {
    appendHookRecord(layout, record("turn opened"));
    appendFileSync(hookLogPath(layout), '{"at":"2026\n7\nnull\n[]\n{"at":1}\n');
    appendHookRecord(layout, record("turn closed"));
    expect(readHookRecords(layout)).toHaveLength(2);
  });

  test("begins anew when it is large, and keeps the one before", () => {
    appendHookRecord(layout, record("old"));
    writeFileSync(hookLogPath(layout), `${readFileSync(hookLogPath(layout), "utf8")}${" ".repeat(600_000)}\n`);
    appendHookRecord(layout, record("new"));
    expect(statSync(hookLogPath(layout)).size).toBeLessThan(1_000);
    expect(readHookRecords(layout).map(({ outcome }) => outcome)).toEqual(["old", "new"]);
    for (let at = 0; at < 3; at++) {
      writeFileSync(hookLogPath(layout), " ".repeat(600_000));
      appendHookRecord(layout, record(`round ${at}`));
    }
    expect(readHookRecords(layout).map(({ outcome }) => outcome)).toEqual(["round 2"]);
  });
});
