/**
 * Takes a lock in a process of its own, says so, and keeps it until it is killed; with a third word it ends at once.
 *
 * @module
 */
import { withLock } from "../../src/store/lock.ts";

const [locksDir = "", name = "", once] = process.argv.slice(2);

withLock({ locksDir, name, waitMs: 10_000 }, () => {
  process.stdout.write("held\n");
  while (once === undefined) Bun.sleepSync(1_000);
});
