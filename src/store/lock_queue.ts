/**
 * Who waits for a lock, in the order in which they came. The lock itself is the transaction of `lock.ts`; this only says whose
 * turn it is to look, so that forty writers wake up a few times each instead of hundreds of times, and nobody waits for ever.
 * Wrong or missing entries cost time and nothing else.
 *
 * @module
 */
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { randomHex } from "../base/hash.ts";

/** A place in the queue of one lock. */
export interface LockTicket {
  /** Returns how many came earlier and wait still; those whose process is gone are taken out. */
  place(): number;
  /** Gives the place up. */
  leave(): void;
}

/** Enters the queue at its end. Where no entry can be written there is no queue, and the place is always the first. */
export function enterQueue(folder: string, nowMs: number): LockTicket {
  const own = `${String(nowMs).padStart(TIME_DIGITS, "0")}-${process.pid}-${randomHex(4)}`;
  const path = join(folder, own);
  if (!entered(folder, path)) return { place: () => 0, leave: () => {} };
  return {
    place: () => {
      const earlier = ticketsIn(folder).filter((name) => name < own);
      const gone = earlier.filter((name) => !isWaiting(name, nowMs));
      for (const name of gone) remove(join(folder, name));
      return earlier.length - gone.length;
    },
    leave: () => remove(path),
  };
}

/** Returns the absolute paths of places in a queue whose processes are gone; oldest first. */
export function leftTickets(folder: string, nowMs: number): string[] {
  return ticketsIn(folder).filter((name) => !isWaiting(name, nowMs)).map((name) => join(folder, name));
}

/** Milliseconds since the epoch, until the year 5138. */
const TIME_DIGITS = 14;

/** No wait for a lock is as long; an entry that came so much earlier was left behind, whoever has its process id now. */
const LONGEST_WAIT_MS = 15 * 60_000;

const TICKET = /^(\d{14})-(\d+)-[0-9a-f]+$/;

function isWaiting(name: string, nowMs: number): boolean {
  const [, ms, pid] = TICKET.exec(name) ?? [];
  return nowMs - Number(ms) < LONGEST_WAIT_MS && isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function entered(folder: string, path: string): boolean {
  const write = () => writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  try {
    write();
    return true;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") return passing(error);
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    write();
    return true;
  } catch (error) {
    return passing(error);
  }
}

/** What the system refuses here leaves no queue; anything else is a defect. */
function passing(error: unknown): false {
  if (errorCode(error) === undefined) throw error;
  return false;
}

function ticketsIn(folder: string): string[] {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch (error) {
    passing(error);
  }
  return names.filter((name) => TICKET.test(name)).sort();
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    passing(error);
  }
}
