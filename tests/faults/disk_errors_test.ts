/** A disk that reports errors while a database is read, written or synced (SPEC 13): said plainly, and nothing is lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DamageWorld, DATABASES, GOOD, openDamageWorld } from "../support/damage_world.ts";
import { type FaultyCall, type FaultyDisk, openFaultyDisk } from "../support/faulty_disk.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(120_000);

const COMMANDS = [
  ["search", "gateway", "--keyword-only"],
  ["note", "The pier has two cranes and a roof"],
  ["index", "--force", "--no-embed"],
  ["status"],
] as const;
const CALLS: readonly FaultyCall[] = ["read", "write", "sync", "truncate"];

let world: DamageWorld;
let disk: FaultyDisk | null;
beforeAll(async () => {
  world = await openDamageWorld();
  disk = openFaultyDisk();
});
afterAll(() => {
  disk?.remove();
  world.remove();
});
beforeEach(() => world.restore());

const diary = () => readFileSync(join(world.workspace, "memory", "2026-08-19.md"), "utf8");

describe.each(DATABASES)("a disk that fails at %s", (name) => {
  test.each(CALLS)("in a %s is named, or passed by, and leaves everything as it was", async (call) => {
    if (disk === null) return;
    for (const from of [1, 2, 3, 7, 20]) {
      for (const words of COMMANDS) {
        world.restore();
        const before = diary();
        const { code, stdout, stderr } = await world.run(words, { environment: disk.environment(call, from, name) });
        const what = { name, call, from, words: words.join(" ") };
        // `dream` and `index` may be partial; a defect or a death by signal never is an answer.
        expect({ ...what, code, stderr, isFine: code === 0 || code === 1 || code === 5 }).toMatchObject({
          isFine: true,
        });
        if (code === 1) {
          // A search that is answered already may fail to log what it found.
          const { error, results } = JSON.parse(stdout);
          if (results === undefined) expect(error).toMatchObject({ kind: "failed" });
          expect({ ...what, stderr }).toMatchObject({
            stderr: expect.stringMatching(/disk|damaged|reports errors|cannot be (?:opened|written)/),
          });
        }
        // A note is there if and only if it was said to be.
        const isNoted = diary().length > before.length;
        if (words[0] === "note") {
          expect({ ...what, isNoted }).toEqual({ ...what, isNoted: code === 0 && JSON.parse(stdout).written });
        }
        expect({ ...what, isAside: world.isAside() }).toEqual({ ...what, isAside: false });
        const after = await world.run(["search", "cranes", "--keyword-only"]);
        expect({ ...what, code: after.code, stderr: after.stderr }).toEqual({ ...what, code: 0, stderr: "" });
        expect({ ...what, origin: await world.originOf(GOOD) }).toEqual({ ...what, origin: "agent" });
      }
    }
  });
});
