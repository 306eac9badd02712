import { expect, test } from "bun:test";
import { isAlive, isSameProcess, stampOf } from "../../src/app/process_stamp.ts";
import { skips } from "../support/skips.ts";

const GONE = 2 ** 30;

test("a stamp is known again as long as its process runs", async () => {
  const child = Bun.spawn(["sleep", "60"]);
  const stamp = stampOf(child.pid);
  if (stamp === null) return void skips(true, "the system does not say when a process started");
  expect([isAlive(stamp), isSameProcess(stamp)]).toEqual([true, true]);
  expect(isSameProcess({ ...stamp, pid: process.pid })).toBe(false);
  child.kill();
  await child.exited;
  expect([isAlive(stamp), isSameProcess(stamp)]).toEqual([false, false]);
  expect(stampOf(GONE)).toBeNull();
});

test("who sees other processes than the maker of a stamp takes nobody for dead", () => {
  const own = stampOf(process.pid);
  if (skips(own === null || process.platform !== "linux", "namespaces are Linux's")) return;
  const [start = ""] = own?.start.split("@") ?? [];
  const elsewhere = { pid: GONE, start: `${start}@4026531000.4026531001` };
  expect([isAlive(elsewhere), isSameProcess(elsewhere)]).toEqual([true, false]);
  // A stamp of an earlier version says nothing of what was seen.
  expect(isAlive({ pid: GONE, start })).toBe(false);
  expect(isAlive({ pid: process.pid, start })).toBe(true);
});
