import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enterQueue } from "../../src/store/lock_queue.ts";

const NOW_MS = 1_790_000_000_000;

let folder = "";

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "memory-queue-")), "diary.queue");
});

afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

describe("a queue", () => {
  test("serves in the order in which its waiters came, and closes up behind who leaves", () => {
    const [first, second, third] = [0, 1, 2].map((after) => enterQueue(folder, NOW_MS + after));
    expect([first, second, third].map((ticket) => ticket?.place())).toEqual([0, 1, 2]);
    second?.leave();
    expect([first, third].map((ticket) => ticket?.place())).toEqual([0, 1]);
    first?.leave();
    expect(third?.place()).toBe(0);
    third?.leave();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("passes over who was killed, who left an entry behind long ago, and what is no entry", () => {
    const gone = Bun.spawnSync(["true"]).pid;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `0${NOW_MS - 5}-${gone}-0a0b0c0d`), "");
    writeFileSync(join(folder, `0${NOW_MS - 3_600_000}-${process.pid}-0a0b0c0d`), "");
    writeFileSync(join(folder, "notes.txt"), "");
    expect(enterQueue(folder, NOW_MS).place()).toBe(0);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("that cannot be written lets everybody look for himself", () => {
    writeFileSync(folder, "a file in its place");
    const tickets = [enterQueue(folder, NOW_MS), enterQueue(folder, NOW_MS)];
    expect(tickets.map((ticket) => ticket.place())).toEqual([0, 0]);
    for (const ticket of tickets) ticket.leave();
  });
});
