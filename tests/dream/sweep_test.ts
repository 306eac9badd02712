import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sweep, type SweepRequest } from "../../src/dream/sweep.ts";
import { withLock } from "../../src/store/lock.ts";
import { type Asked, type DreamWorld, openDreamWorld } from "../support/dream_world.ts";
import { errorOf } from "../support/error_of.ts";
import { booking } from "../support/store_world.ts";

const OWNER: SweepRequest = {
  isTypedByOwner: true,
  isScheduled: false,
  isDryRun: false,
  isForced: false,
  isIndexWhole: false,
};
const FACT = "The gateway listens on port 18790 behind the office router";
const DIARY = "memory/2026-08-12.md";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

/** One clear find a day by a new question each, from the 13th on. */
function asked(days: number): Asked[] {
  return Array.from({ length: days }, (_, at) => ({ question: `q${at}`, at: `2026-08-${13 + at}T10:00:00+08:00` }));
}

describe("a night", () => {
  test("keeps a line that four questions on four days found clearly, under a dated heading with its source", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(4));

    const report = sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER);

    expect(report.status).toBe("done");
    expect(report.promoted).toHaveLength(1);
    expect(report.promoted[0]).toMatchObject({ operation: "added", text: FACT, source: `${DIARY}#L1-L1` });
    const memory = world.read("MEMORY.md") ?? "";
    expect(memory).toStartWith("# Long-Term Memory\n\n## Consolidated Memory (2026-08-17)\n\n- The gateway listens");
    expect(memory).toContain(`<!-- source: ${DIARY}#L1-L1 -->`);
    expect(memory).toContain("<!-- observed: 2026-08-12 -->");
  });

  test("keeps nothing after three such questions, and says what is missing", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(3));

    const report = sweep(world.at("2026-08-16T03:00:00+08:00"), OWNER);

    expect(report.status).toBe("quiet");
    expect(report.stopped["score"]).toBe(1);
    expect(report.nearMisses[0]).toMatchObject({
      text: FACT,
      needs: ["1 more recall by a new question, at quality 0.8"],
    });
    expect(world.read("MEMORY.md")).toBeNull();
    expect(world.read("DREAMS.md")).toBeNull();
  });

  test("keeps it after three questions if the week had a theme that it touches", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(3));
    world.note("memory/2026-08-14.md", "Moved the gateway log to the bigger disk");
    world.note("memory/2026-08-15.md", "The gateway restarts within four seconds");

    const report = sweep(world.at("2026-08-16T03:00:00+08:00"), OWNER);

    expect(report.themes.map(({ tag }) => tag)).toContain("gateway");
    expect(report.promoted.map(({ text }) => text)).toEqual([FACT]);
  });

  test("keeps what the owner said on four days though nobody asked for it", () => {
    const text = "The backup of the harbour database runs at 02:30";
    for (const day of ["12", "13", "14", "15"]) {
      const observedAt = `2026-08-${day}T09:00:00+08:00`;
      world.note(`memory/2026-08-${day}.md`, text, { origin: "owner", observedAt });
      if (day !== "15") sweep(world.at(`2026-08-${day}T23:00:00+08:00`), OWNER);
    }

    const report = sweep(world.at("2026-08-15T23:00:00+08:00"), OWNER);

    expect(report.promoted).toHaveLength(1);
    expect(world.read("MEMORY.md")).toContain("source: memory/2026-08-12.md#L1-L1");
  });

  test("counts the agent's repetitions for nothing", () => {
    const text = "The backup of the harbour database runs at 02:30";
    for (const day of ["12", "13", "14", "15"]) {
      world.note(`memory/2026-08-${day}.md`, text);
      const report = sweep(world.at(`2026-08-${day}T23:00:00+08:00`), OWNER);
      expect(report.promoted).toEqual([]);
    }
  });

  test("removes what a killed writer left half written, but not what one may be writing now", () => {
    const night = world.at("2026-08-17T03:00:00+08:00");
    const at = (name: string, iso: string) => {
      const path = join(night.layout.root, name);
      writeFileSync(path, "half");
      utimesSync(path, new Date(iso), new Date(iso));
      return path;
    };
    const left = at(".memory-0011223344556677.tmp", "2026-08-16T03:00:00+08:00");
    const fresh = at(".memory-8899aabbccddeeff.tmp", "2026-08-17T02:59:00+08:00");
    sweep(night, OWNER);
    expect([existsSync(left), existsSync(fresh)]).toEqual([false, true]);
  });

  test("forgets what was injected a quarter of a year ago", () => {
    const log = world.state.injections;
    log.add([
      { hash: "old", session: "s", injectedAt: "2026-05-01T00:00:00+08:00", place: "bootstrap" },
      { hash: "new", session: "s", injectedAt: "2026-08-01T00:00:00+08:00", place: "bootstrap" },
    ]);
    sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER);
    expect([...log.into("s", "2026-08-16T00:00:00+08:00")]).toEqual(["new"]);
  });

  test("runs once a local day unless forced", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(4));
    sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER);
    const before = world.snapshot();

    expect(sweep(world.at("2026-08-17T04:00:00+08:00"), OWNER).status).toBe("skipped");
    expect(world.snapshot()).toBe(before);
    expect(sweep(world.at("2026-08-17T05:00:00+08:00"), { ...OWNER, isForced: true }).status).toBe("quiet");
    expect(world.read("MEMORY.md")?.match(/^- The gateway listens/gm)).toHaveLength(1);
  });

  test("changes nothing at all as a dry run, and shows what it would keep", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(4));
    const before = world.snapshot();

    const report = sweep(world.at("2026-08-17T03:00:00+08:00"), { ...OWNER, isDryRun: true });

    expect(report).toMatchObject({ sweep: null, status: "dry-run", diary: null });
    expect(report.promoted.map(({ text }) => text)).toEqual([FACT]);
    expect(world.snapshot()).toBe(before);
  });

  test("touches no file when it was quiet", () => {
    world.note(DIARY, FACT);
    world.write("MEMORY.md", "# Mine\n\n- A line of my own\n");

    expect(sweep(world.at("2026-08-13T03:00:00+08:00"), OWNER).status).toBe("quiet");
    expect(world.read("MEMORY.md")).toBe("# Mine\n\n- A line of my own\n");
    expect(world.read("DREAMS.md")).toBeNull();
  });

  test("waits for no writer of MEMORY.md when it was quiet", () => {
    world.note(DIARY, FACT);
    const lock = { locksDir: world.layout.locksDir, name: "curated", waitMs: 0 };
    const report = withLock(lock, () => sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER));
    expect(report).toMatchObject({ status: "quiet", notices: [] });
  });

  test("is dry when nobody typed it, and books the night", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(4));
    const scheduled = { ...OWNER, isTypedByOwner: false, isScheduled: true };

    const report = sweep(world.at("2026-08-17T03:00:00+08:00"), scheduled);

    expect(report).toMatchObject({ status: "dry-run", mode: "dry" });
    expect(report.promoted).toHaveLength(1);
    expect(world.read("MEMORY.md")).toBeNull();
    expect(world.state.sweeps.dryNightsWithPromotable()).toBe(1);
    expect(sweep(world.at("2026-08-17T04:00:00+08:00"), scheduled).status).toBe("skipped");
    expect(sweep(world.at("2026-08-17T05:00:00+08:00"), OWNER).status).toBe("done");
  });

  test("leaves every other byte of the file as it was", () => {
    const mine =
      "# Mine\r\n\r\nSome prose.\r\n\r\n* one\r\n  * two\r\n\r\n## Later\r\n\r\n- three <!-- importance: 4 -->";
    world.write("MEMORY.md", mine);
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(4));

    sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER);

    const memory = world.read("MEMORY.md") ?? "";
    expect(memory.startsWith(`${mine}\r\n`)).toBeTrue();
    expect(memory.slice(mine.length)).toMatch(
      /^\r\n\r\n## Consolidated Memory \(2026-08-17\)\r\n\r\n- The gateway[^\n]*\r\n$/,
    );
  });

  test("never carries a preference into MEMORY.md but proposes it once", () => {
    const text = "Lin prefers small pull requests under 300 lines";
    world.note(DIARY, text);
    world.recall(DIARY, text, asked(5));

    const report = sweep(world.at("2026-08-18T03:00:00+08:00"), OWNER);

    expect(report.stopped["preference"]).toBe(1);
    expect(report.proposals.map((proposal) => proposal.text)).toEqual([text]);
    expect(world.read("MEMORY.md")).toBeNull();
    expect(world.read("DREAMS.md")).toContain(text);
    const page = world.read("DREAMS.md");
    expect(sweep(world.at("2026-08-19T03:00:00+08:00"), OWNER).status).toBe("quiet");
    expect(world.read("DREAMS.md")).toBe(page);
  });

  test("goes on when the light phase fails, and says so", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, asked(4));
    const deps = world.at("2026-08-17T03:00:00+08:00");
    const broken = {
      ...deps.index.sources,
      all: () => {
        throw new Error("disk on fire");
      },
    };

    const report = sweep({ ...deps, index: { sources: broken } }, OWNER);

    expect(report.status).toBe("partial");
    expect(report.notices[0]).toContain("disk on fire");
    expect(world.state.candidates.all().every(({ stagedAt, lightHits }) => stagedAt === null && lightHits === 0))
      .toBeTrue();
  });

  test("lets a later note take the place of an entry under its key, and keeps the old words in DREAMS.md", () => {
    world.write(
      "MEMORY.md",
      "- The gateway listens on port 18789 <!-- key: gateway.port --> <!-- observed: 2026-08-01 -->\n",
    );
    world.note(DIARY, `${FACT} <!-- key: gateway.port -->`);
    world.recall(DIARY, FACT, asked(4));

    const report = sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER);

    expect(report.promoted.map(({ operation }) => operation)).toEqual(["superseded"]);
    expect(world.read("MEMORY.md")).not.toContain("18789");
    expect(world.read("DREAMS.md")).toContain("Takes the place of: The gateway listens on port 18789");
  });

  test("names a candidate that an entry under its key holds up among the near misses", () => {
    world.write(
      "MEMORY.md",
      "- The gateway listens on port 18789 <!-- key: gateway.port --> <!-- observed: 2026-08-16 -->\n",
    );
    world.note(DIARY, `${FACT} <!-- key: gateway.port -->`);
    world.recall(DIARY, FACT, asked(4));

    const report = sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER);

    // Proposed once, as everything that only the owner can settle.
    expect(report.status).toBe("done");
    expect(world.read("DREAMS.md")).toContain(`memory dream accept ${report.nearMisses[0]?.key}`);
    expect(sweep(world.at("2026-08-18T03:00:00+08:00"), OWNER).status).toBe("quiet");
    expect(report.stopped["conflict"]).toBe(1);
    expect(report.nearMisses[0]?.needs[0]).toContain('the entry with the key "gateway.port" is as new: 2026-08-16');
  });

  test("refuses to run beside another one, and names it", () => {
    const deps = world.at("2026-08-17T03:00:00+08:00");
    const lock = { locksDir: world.layout.locksDir, name: "sweep", waitMs: 0 };
    const error = withLock(lock, () => errorOf(() => sweep(deps, OWNER)));
    expect(error.kind).toBe("busy");
    expect(error.message).toContain(`process ${process.pid}, since 20`);
    expect(withLock(lock, () => sweep(deps, { ...OWNER, isDryRun: true }).status)).toBe("dry-run");
  });
});

test("a page tells once what the owner vouched for since the last night, and where it stands", () => {
  const line = "- The pier has two cranes";
  world.write("memory/2026-08-12.md", `# 2026-08-12\n\n${line}\n`);
  world.state.ledger.attest([booking("memory/2026-08-12.md", line, { bookedAt: "2026-08-17T12:00:00+08:00" })]);
  const first = sweep(world.at("2026-08-18T03:00:00+08:00"), { ...OWNER, isForced: true });
  expect(first.status).toBe("done");
  expect(world.read("DREAMS.md")).toContain(
    "### Trusted by you\n\n- The pier has two cranes\n  From memory/2026-08-12.md#L3, as agent.",
  );
  const second = sweep(world.at("2026-08-19T03:00:00+08:00"), { ...OWNER, isForced: true });
  expect(second.status).toBe("quiet");
});
