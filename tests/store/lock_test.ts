import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../src/base/errors.ts";
import { type LockRequest, withLock } from "../../src/store/lock.ts";
import { enterQueue } from "../../src/store/lock_queue.ts";
import { errorOf } from "../support/error_of.ts";

const WORKER = join(import.meta.dir, "..", "support", "lock_worker.ts");

let folder = "";
let request: LockRequest = { locksDir: "", name: "sweep", waitMs: 0 };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-lock-"));
  request = { locksDir: join(folder, "locks"), name: "sweep", waitMs: 0 };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that takes the lock and keeps it until it is killed. */
async function holder(): Promise<Bun.Subprocess<"ignore", "pipe", "inherit">> {
  const child = Bun.spawn([process.execPath, WORKER, request.locksDir, request.name], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = child.stdout.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("held\n");
  reader.releaseLock();
  return child;
}

describe("a lock", () => {
  test("is free again after the work, also when it threw", () => {
    expect(() =>
      withLock(request, () => {
        throw new Error("stop");
      })
    ).toThrow("stop");
    expect(withLock(request, () => 7)).toBe(7);
  });

  test("of one name does not hold up another", () => {
    expect(withLock(request, () => withLock({ ...request, name: "diary" }, () => 7))).toBe(7);
  });

  test("held elsewhere names the process and since when", () => {
    withLock(request, () => {
      const error = errorOf(() => withLock(request, () => 1));
      expect(error.message).toMatch(
        new RegExp(`^Cannot take the lock "sweep": held by process ${process.pid} since 20`),
      );
    });
  });

  test("held elsewhere can be told in other words", () => {
    const onBusy = () => new MemoryError("Cannot dream: another sweep is running", { kind: "busy" });
    withLock(request, () => {
      expect(errorOf(() => withLock({ ...request, onBusy }, () => 1)).message).toContain("another sweep");
    });
  });

  test("ends with its process, however that ends", async () => {
    const child = await holder();
    expect(errorOf(() => withLock(request, () => 1)).message).toContain(`held by process ${child.pid} `);
    child.kill("SIGKILL");
    await child.exited;
    expect(withLock(request, () => 7)).toBe(7);
  });

  test("is had in the end although the queue holds an entry of a process that lives and waits for nothing", async () => {
    enterQueue(join(request.locksDir, `${request.name}.queue`), Date.now() - 1_000);
    const child = await holder();
    setTimeout(() => child.kill("SIGKILL"), 0);
    const waiting = Bun.spawn([process.execPath, WORKER, request.locksDir, request.name, "once"], { stdout: "pipe" });
    expect(await new Response(waiting.stdout).text()).toBe("held\n");
    expect(await waiting.exited).toBe(0);
  });

  test("is waited for", async () => {
    const child = await holder();
    setTimeout(() => child.kill("SIGKILL"), 0);
    // The timer runs before the blocking wait below only if the wait is in another process.
    const waiting = Bun.spawn([process.execPath, WORKER, request.locksDir, request.name, "once"], { stdout: "pipe" });
    expect(await new Response(waiting.stdout).text()).toBe("held\n");
    expect(await waiting.exited).toBe(0);
  });

  test("is not held by a file that a dead process left, whoever has its number now", () => {
    withLock(request, () => undefined);
    writeFileSync(join(request.locksDir, "sweep.holder"), `{"pid":1,"since":"2020-01-01T00:00:00.000Z"}\n`);
    expect(withLock(request, () => 7)).toBe(7);
    expect(readFileSync(join(request.locksDir, "sweep.holder"), "utf8")).toContain(`"pid":${process.pid}`);
  });

  test("is held without a name where none can be written", () => {
    mkdirSync(join(request.locksDir, "sweep.holder"), { recursive: true });
    expect(withLock(request, () => 7)).toBe(7);
  });

  test("names the file that lies where the locks should", () => {
    const locksDir = `${request.locksDir}-taken`;
    writeFileSync(locksDir, "");
    expect(errorOf(() => withLock({ ...request, locksDir }, () => 1))).toMatchObject({
      kind: "failed",
      message: `Cannot create the folder "${locksDir}": there is a file of that name`,
      hint: "move that file away",
    });
  });
});
