import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ORIGIN_CLASSES, type OriginClass } from "../../../src/provenance/origin.ts";
import type { Booking } from "../../../src/store/state/ledger.ts";
import { hashLines } from "../../../src/store/state/origin_reader.ts";
import { booking, openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

const DIARY = "memory/2026-08-19.md";
const LINE = "- The gateway listens on port 18790";

let world: StoreWorld;

beforeEach(() => {
  world = openStoreWorld();
});

afterEach(() => world.remove());

function book(more: Partial<Booking>, line = LINE): number {
  return world.state.ledger.book([booking(DIARY, line, more)]);
}

function see(...lines: string[]): void {
  world.state.ledger.see(DIARY, hashLines(lines), WORLD_TIME);
}

describe("a booked line", () => {
  test("is found again with all that was noted", () => {
    const source = {
      observedAt: "2026-08-18T10:00:00+08:00",
      session: "s1",
      channel: "terminal",
      sender: "owner",
      supersessionKey: "gateway.port",
    };
    book({ ...source, origin: "owner" });
    expect(world.state.ledger.find(DIARY, LINE)).toEqual({
      ...source,
      path: DIARY,
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      origin: "owner",
      sessionKind: "interactive",
      state: "booked",
      writer: "note",
      bookedAt: WORLD_TIME,
    });
  });

  test("is known by path and normalised text: line ends and trailing blanks do not count, all else does", () => {
    book({});
    expect(world.state.ledger.find(DIARY, `${LINE}  \r\n`)).not.toBeNull();
    expect(world.state.ledger.find(DIARY, LINE.replace("- ", "* "))).toBeNull();
    expect(world.state.ledger.find("memory/other.md", LINE)).toBeNull();
  });

  test("of a curated file is the whole entry", () => {
    world.state.ledger.book([booking("MEMORY.md", "- Use Postgres\n  - not SQLite")]);
    expect(world.state.ledger.find("MEMORY.md", "- Use Postgres\r\n  - not SQLite\r\n")).not.toBeNull();
    expect(world.state.ledger.find("MEMORY.md", "- Use Postgres")).toBeNull();
  });

  test("is dropped if it never came", () => {
    book({ bookedAt: "2026-08-18T00:00:00+08:00" });
    book({ bookedAt: "2026-08-18T00:00:00+08:00" }, "- came");
    book({ bookedAt: WORLD_TIME }, "- not yet");
    see("- came");
    expect(world.state.ledger.dropNeverSeen("2026-08-18T12:00:00+08:00")).toBe(1);
    expect([LINE, "- came", "- not yet"].map((line) => world.state.ledger.find(DIARY, line) !== null)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("of a file that is not indexed is never taken for one that never came", () => {
    world.state.ledger.book([booking("DREAMS.md", LINE, { origin: "system", bookedAt: "2020-01-01T00:00:00Z" })]);
    expect(world.state.ledger.dropNeverSeen(WORLD_TIME)).toBe(0);
  });
});

describe("the law of the ledger", () => {
  test("an owner's booking raises what an agent said", () => {
    book({ origin: "agent" });
    expect(book({ origin: "owner" })).toBe(1);
    expect(world.state.ledger.find(DIARY, LINE)?.origin).toBe("owner");
  });

  test("a later duplicate lowers nothing", () => {
    book({ origin: "owner" });
    for (const origin of ["agent", "system", "untrusted"] as const) expect(book({ origin })).toBe(0);
    expect(world.state.ledger.find(DIARY, LINE)?.origin).toBe("owner");
  });

  test("nothing but the owner's attestation raises an untrusted line", () => {
    book({ origin: "untrusted" });
    expect(book({ origin: "owner" })).toBe(0);
    expect(world.origin(DIARY, LINE).origin).toBe("untrusted");
    world.state.ledger.attest([booking(DIARY, LINE, { writer: "trust" })]);
    expect(world.origin(DIARY, LINE)).toMatchObject({ origin: "agent", state: "attested" });
  });

  test("an echo stays one, whoever repeats it", () => {
    book({ state: "echo" });
    expect(book({ origin: "owner" })).toBe(0);
    expect(world.state.ledger.find(DIARY, LINE)?.state).toBe("echo");
  });

  test("a pending line takes the class it is given", () => {
    book({ state: "pending" });
    expect(book({ origin: "untrusted" })).toBe(1);
    expect(world.state.ledger.find(DIARY, LINE)).toMatchObject({ state: "booked", origin: "untrusted" });
  });

  test("distrust lowers even an attested line", () => {
    world.state.ledger.attest([booking(DIARY, LINE, { origin: "owner" })]);
    world.state.ledger.distrust([booking(DIARY, LINE, { writer: "distrust" })]);
    expect(world.origin(DIARY, LINE).origin).toBe("untrusted");
  });

  test("whatever is booked after it, a line is never less trusted, nor trusted once it was not", () => {
    const origins = fc.constantFrom(...ORIGIN_CLASSES);
    let count = 0;
    fc.assert(
      fc.property(fc.array(origins, { minLength: 1, maxLength: 6 }), (sequence) => {
        const line = `- line ${count++}`;
        let before: OriginClass | null = null;
        for (const origin of sequence) {
          book({ origin }, line);
          const after: OriginClass | null = world.state.ledger.find(DIARY, line)?.origin ?? null;
          if (before === "untrusted" || before === "system") expect(after).toBe(before);
          if (before !== null) {
            expect(ORIGIN_CLASSES.indexOf(after ?? "untrusted")).toBeLessThanOrEqual(ORIGIN_CLASSES.indexOf(before));
          }
          before = after;
        }
      }),
      { seed: 20260819, numRuns: 60 },
    );
  });

  test("booking twice is booking once", () => {
    expect(book({})).toBe(1);
    const revision = world.state.ledger.revision();
    expect(book({})).toBe(0);
    expect(world.state.ledger.revision()).toBe(revision);
  });

  test("many bookings are all made or none", () => {
    const good = booking(DIARY, LINE);
    const bad = { ...good, line: "- other", sessionKind: "dreaming" as "cron" };
    expect(() => world.state.ledger.book([good, bad])).toThrow();
    expect(world.state.ledger.find(DIARY, LINE)).toBeNull();
  });
});

describe("a row with a wrong bit", () => {
  test.each(["origin = 'agemt'", "state = 'attestee'"])("in %s vouches for nothing", (change) => {
    book({ origin: "owner" });
    const db = new Database(world.state.path);
    db.run(`PRAGMA ignore_check_constraints = ON; UPDATE ledger SET ${change}`);
    db.close();
    expect(world.origin(DIARY, LINE).origin).toBe("untrusted");
  });
});

describe("a line that was only seen", () => {
  test("has no row and counts as unbooked", () => {
    see(LINE, "- other");
    book({}, "- other");
    expect(world.state.ledger.find(DIARY, LINE)).toBeNull();
    expect(world.state.ledger.counts().byState).toMatchObject({ unbooked: 1, booked: 1 });
    expect(world.origin(DIARY, LINE)).toMatchObject({ origin: "agent", sessionKind: "interactive", state: "unbooked" });
  });

  test("is counted once, however often it is seen", () => {
    for (let time = 0; time < 3; time++) see(LINE, "- other");
    expect(world.state.ledger.counts().byState.unbooked).toBe(2);
  });

  test("of an import is booked as untrusted", () => {
    world.state.ledger.see("memory/imports/x/a.md", hashLines([LINE]), WORLD_TIME);
    expect(world.state.ledger.find("memory/imports/x/a.md", LINE)).toMatchObject({
      origin: "untrusted",
      writer: "index",
    });
    expect(world.state.ledger.counts().byOrigin.untrusted).toBe(1);
  });
});

describe("a renamed file", () => {
  test("keeps the origins of its lines", () => {
    book({ origin: "owner" });
    book({ origin: "untrusted" }, "- a line from some web page or other");
    see("- unbooked");
    world.state.ledger.renamePath(DIARY, "memory/later.md");
    expect(world.origin("memory/later.md", LINE).origin).toBe("owner");
    expect(world.origin("memory/later.md", "- a line from some web page or other").origin).toBe("untrusted");
    expect(world.state.ledger.findAll(DIARY).size).toBe(0);
    expect(world.state.ledger.counts().byState).toMatchObject({ unbooked: 1, booked: 2 });
  });

  test("raises no line that was there", () => {
    world.state.ledger.book([booking("memory/later.md", LINE, { origin: "untrusted" })]);
    book({ origin: "owner" });
    world.state.ledger.renamePath(DIARY, "memory/later.md");
    expect(world.state.ledger.find("memory/later.md", LINE)?.origin).toBe("untrusted");
  });

  test("that nobody knows changes nothing", () => {
    const revision = world.state.ledger.revision();
    world.state.ledger.renamePath("memory/never.md", "memory/later.md");
    expect(world.state.ledger.revision()).toBe(revision);
  });
});

describe("the revision", () => {
  test("tells which paths changed, and is not moved by lines that are only seen", () => {
    const { ledger } = world.state;
    const before = ledger.revision();
    see(LINE);
    expect(ledger.pathsChangedSince(before)).toEqual([]);
    book({});
    world.state.ledger.book([booking("memory/b.md", LINE)]);
    expect(ledger.pathsChangedSince(before)).toEqual([DIARY, "memory/b.md"]);
    const between = ledger.revision();
    book({ origin: "owner" });
    expect(ledger.pathsChangedSince(between)).toEqual([DIARY]);
  });
});

describe("untrusted lines", () => {
  const SESSION = "@sessions/codex/2026-08-19-s.md";
  const lines = [
    "The relay of Ann listens on 4711",
    "中继端口是四七一一，不要改动",
    "The relay of Bob listens on 4712",
    LINE,
  ];
  const untrusted = (line: string) => booking(SESSION, line, { origin: "untrusted" });

  test("lead to the same texts whether they are booked together or one after the other", () => {
    const { ledger } = world.state;
    ledger.book(lines.map(untrusted));
    const together = hashesOfTexts();
    ledger.release(SESSION, lines);
    expect(hashesOfTexts()).toEqual([]);
    for (const line of lines) ledger.book([untrusted(line)]);
    expect(hashesOfTexts()).toEqual(together);
    expect(together.length).toBeGreaterThan(4 * lines.length);
  });

  test("that are booked twice at once taint once, as the last booking has it", () => {
    const { ledger, taints } = world.state;
    const pending = { ...untrusted(LINE), state: "pending" as const };
    ledger.book([pending, pending, { ...untrusted(LINE), origin: "agent" }]);
    expect(taints.copyOf(LINE)).toBeNull();
    ledger.book([untrusted("The relay of Ann listens on 4711"), untrusted("The relay of Ann listens on 4711")]);
    expect(taints.addedAfter(0)).toHaveLength(1);
    expect(taints.copyOf("- the relay of Ann listens on 4711!")).toBe("untrusted");
  });

  /** Each hash with the text that it leads to, whatever its id. */
  function hashesOfTexts(): unknown[] {
    const db = new Database(world.state.path, { readonly: true });
    try {
      return db.query("SELECT gram, is_shingle, text FROM taint_grams JOIN taints ON id = taint_id ORDER BY 1, 2, 3")
        .values();
    } finally {
      db.close();
    }
  }
});
