import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { accept } from "../../../src/dream/orders/accept.ts";
import { reconsider } from "../../../src/dream/orders/reject.ts";
import { restorable, restore } from "../../../src/dream/orders/restore.ts";
import { writeFact } from "../../../src/curate/fact/write_fact.ts";
import { sweep, type SweepRequest } from "../../../src/dream/sweep.ts";
import { noteDepartures } from "../../../src/pipeline/note_departures.ts";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";
import { errorOf } from "../../support/error_of.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };
const FACT = "The gateway listens on port 18790 behind the office router";
const OTHER = "夜间备份存放在东区机房的磁带库里面";
const DIARY = "memory/2026-08-12.md";
const NIGHT = "2026-08-17T03:00:00+08:00";
const MORNING = "2026-08-17T09:00:00+08:00";
const NEXT_NIGHT = "2026-08-18T03:00:00+08:00";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
  world.write("MEMORY.md", "# Mine\n\n- one\n");
  promising(FACT);
  promising(OTHER);
  sweep(world.at(NIGHT), OWNER);
});
afterEach(() => world.close());

function promising(text: string): void {
  world.note(DIARY, text);
  const days = ["13", "14", "15", "16"];
  world.recall(DIARY, text, days.map((day) => ({ question: `${text} ${day}`, at: `2026-08-${day}T10:00:00+08:00` })));
}

/** Takes the entry of a text out of the file, as an editor would, and has the change seen. */
function lose(text: string): number {
  const lines = (world.read("MEMORY.md") ?? "").split("\n").filter((line) => !line.includes(text));
  world.write("MEMORY.md", lines.join("\n"));
  return noteDepartures(world.at(MORNING));
}

/** Opens a turn of a hooked session. */
function openTurn(): void {
  const { id } = world.state.sessions.put({
    client: "claude-code",
    name: "s1",
    process: null,
    hasTerminal: true,
    isBatch: false,
    isProven: true,
    kind: "interactive",
    chat: "direct",
    projectDir: null,
  }, MORNING);
  world.state.turns.open(id, null, MORNING);
}

describe("an entry that a person deleted by hand", () => {
  test("is not kept again, until its claim is reconsidered", () => {
    expect(lose(FACT)).toBe(1);
    expect(noteDepartures(world.at(MORNING))).toBe(0);
    const night = sweep(world.at(NEXT_NIGHT), OWNER);
    expect(night.promoted).toEqual([]);
    expect(night.stopped).toMatchObject({ rejected: 1, promoted: 1 });
    expect(world.read("MEMORY.md")).not.toContain(FACT);
    reconsider(world.at(NEXT_NIGHT), FACT);
    expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted.map(({ text }) => text)).toEqual([FACT]);
  });

  test("can be restored by name, and is no longer turned down then", () => {
    lose(OTHER);
    sweep(world.at(NEXT_NIGHT), OWNER);
    expect(restore(world.at(NEXT_NIGHT), null).restored).toEqual([]);
    expect(restore(world.at(NEXT_NIGHT), "东区机房").restored).toMatchObject([{ text: OTHER, reason: "deleted" }]);
    expect(world.state.rejections.all().size).toBe(0);
    expect(sweep(world.at("2026-08-19T03:00:00+08:00"), OWNER).status).toBe("quiet");
  });

  test("counts as back when the person puts it back", () => {
    const whole = world.read("MEMORY.md") ?? "";
    lose(FACT);
    world.write("MEMORY.md", whole);
    noteDepartures(world.at(MORNING));
    expect(restorable(world.at(MORNING))).toEqual([]);
    expect(sweep(world.at(NEXT_NIGHT), OWNER).stopped).toMatchObject({ rejected: 0, promoted: 2 });
  });
});

describe("an entry that vanishes while a hooked turn is open", () => {
  test("is not turned down, and restore brings it back under its heading with its class", () => {
    openTurn();
    lose(FACT);
    lose(OTHER);
    expect(sweep(world.at(NEXT_NIGHT), OWNER).stopped).toMatchObject({ rejected: 0, promoted: 2 });
    expect(restorable(world.at(NEXT_NIGHT))).toMatchObject([{ session: "s1" }, { session: "s1" }]);

    const { restored, diary } = restore(world.at(NEXT_NIGHT), null);
    expect(restored.map(({ text }) => text).sort()).toEqual([FACT, OTHER].sort());
    expect(diary).toBe("DREAMS.md");
    const memory = world.read("MEMORY.md") ?? "";
    expect(memory).toContain("## Consolidated Memory (2026-08-17)\n\n- ");
    for (const line of memory.split("\n").filter((row) => row.includes("source:"))) {
      expect(world.state.ledger.find("MEMORY.md", line)).toMatchObject({ origin: "agent", writer: "dream" });
    }
    expect(restore(world.at(NEXT_NIGHT), null).restored).toEqual([]);
  });

  test("with the whole file comes back with the file", () => {
    openTurn();
    rmSync(join(world.layout.root, "MEMORY.md"));
    expect(noteDepartures(world.at(MORNING))).toBe(2);
    expect(restore(world.at(MORNING), null).restored).toHaveLength(2);
    expect(world.read("MEMORY.md")).toStartWith("# Long-Term Memory\n\n## Consolidated Memory (2026-08-17)\n");
  });
});

describe("a fact that the owner had remembered", () => {
  const ORDERED = "The lighthouse keeper is Ulrike";
  const LATER = "2026-08-17T09:30:00+08:00";

  /** As `remember --fact` does, before the file is seen without it. */
  function remember(text: string): void {
    const deps = world.at("2026-08-17T08:00:00+08:00");
    const from = { sessionKind: "interactive", session: null, channel: null, sender: null, observedAt: null } as const;
    const annotations = { key: "keeper", triggers: [], importance: 7, projects: null, expires: null };
    writeFact(
      { ...deps, limits: { budgetChars: 10_000, maxLossShare: 0.25, lossFromEntries: 8 }, similarity: 0.88 },
      { text, annotations, replaces: null },
      { now: deps.clock.now(), author: { ...from, origin: "owner", writer: "remember" } },
    );
  }

  test("comes back as it was, under its heading and as the owner's, if it vanished in a hooked turn", () => {
    remember(ORDERED);
    const line = (world.read("MEMORY.md") ?? "").split("\n").find((row) => row.includes(ORDERED)) ?? "";
    openTurn();
    expect(lose(ORDERED)).toBe(1);
    expect(noteDepartures(world.at(LATER))).toBe(0);
    expect(restorable(world.at(LATER))).toMatchObject([{ reason: "vanished", session: "s1", raw: line }]);
    expect(restore(world.at(LATER), null).restored).toMatchObject([{ text: ORDERED, reason: "vanished" }]);
    expect(world.read("MEMORY.md")).toContain(`## Remembered (2026-08-17)\n\n${line}\n`);
    expect(world.state.ledger.find("MEMORY.md", line)).toMatchObject({ origin: "owner" });
    expect(lose(ORDERED)).toBe(1);
  });

  test("comes back by name only if a person deleted it; what took its place leaves it where it is", () => {
    remember(ORDERED);
    remember("The lighthouse keeper is Bruno");
    expect(lose("Bruno")).toBe(1);
    expect(restore(world.at(LATER), null).restored).toEqual([]);
    expect(restore(world.at(LATER), "keeper is Bruno").restored).toMatchObject([{ reason: "deleted" }]);
    expect(world.read("MEMORY.md")).not.toContain(ORDERED);
  });

  test("is not written down once more if it was forgotten", () => {
    remember(ORDERED);
    world.state.tombstones.add([ORDERED], MORNING);
    expect(lose(ORDERED)).toBe(0);
    expect(restorable(world.at(LATER))).toEqual([]);
  });
});

test("what cannot be restored says why: unknown, several, or no room", () => {
  lose(FACT);
  lose(OTHER);
  const deps = world.at(MORNING);
  expect(errorOf(() => restore(deps, "no such entry")).message).toContain("no entry that left MEMORY.md is that");
  const tight = { ...deps.config, deep: { ...defaultDreamConfig().deep, budgetChars: 40 } };
  expect(errorOf(() => restore({ ...deps, config: tight }, FACT)).message).toMatch(/would have \d+ of 40 chars/);
  expect(world.read("MEMORY.md")).not.toContain(FACT);
});

describe("accept", () => {
  const NEAR = "The staging database is restored from the dump of the night before";

  test("keeps a near miss at once, and the next night leaves it", () => {
    const key = world.note(DIARY, NEAR);
    world.recall(DIARY, NEAR, [{ question: "staging", at: "2026-08-16T10:00:00+08:00" }]);
    const report = accept(world.at(MORNING), key);
    expect(report).toMatchObject({ key, text: NEAR, operation: "added", path: "MEMORY.md", diary: "DREAMS.md" });
    expect(world.read("MEMORY.md")).toContain(`- ${NEAR} <!-- source: ${DIARY}`);
    expect(world.state.promotions.ofCandidate(key)).toMatchObject([{ recalls: 1, questions: 1, origin: "agent" }]);
    expect(sweep(world.at(NEXT_NIGHT), OWNER).status).toBe("quiet");
  });

  test.each<[string, Parameters<DreamWorld["note"]>[2], string]>([
    ["a line from outside", { origin: "untrusted" }, "memory trust memory/2026-08-12.md:3"],
    ["a line of a scheduled session", { sessionKind: "cron" }, "memory trust memory/2026-08-12.md:3"],
  ])("does not override where %s comes from", (_title, booking, hint) => {
    const key = world.note(DIARY, NEAR, booking);
    const error = errorOf(() => accept(world.at(MORNING), key));
    expect(error.message).toContain("at gate origin");
    expect(error.hint).toContain(hint);
    expect(world.read("MEMORY.md")).not.toContain(NEAR);
  });

  test("refuses what stands there already, and what is no statement", () => {
    expect(errorOf(() => accept(world.at(MORNING), FACT)).message).toContain("at gate promoted");
    const key = world.note(DIARY, "npm run build -- --watch --verbose");
    expect(errorOf(() => accept(world.at(MORNING), key)).message).toContain("at gate quality");
  });
});

describe("an entry that another one took the place of", () => {
  const NEW = "The gateway listens on port 18791 behind the office router";

  test("comes back by name beside its successor, and that both stand is said", () => {
    world.note("memory/2026-08-17.md", NEW, { origin: "owner", observedAt: "2026-08-17T10:00:00+08:00" });
    sweep(world.at(NEXT_NIGHT), OWNER);
    expect(world.read("MEMORY.md")).not.toContain("18790");
    const deps = world.at("2026-08-18T09:00:00+08:00");
    expect(restore(deps, null).restored).toEqual([]);
    const { restored, notices } = restore(deps, FACT);
    expect(restored).toMatchObject([{ text: FACT, reason: "superseded" }]);
    expect(notices).toEqual([
      expect.stringMatching(
        /^"The gateway listens on port 18791 .*" had taken its place .*: memory dream accept e:[0-9a-f]{12}$/,
      ),
    ]);
    expect(world.read("MEMORY.md")).toContain("18790");
    expect(world.read("MEMORY.md")).toContain("18791");
    const successor = /accept (e:[0-9a-f]{12})/.exec(notices[0] ?? "")?.[1] ?? "";
    accept(deps, successor);
    expect(world.read("MEMORY.md")).not.toContain("18791");
    sweep(world.at("2026-08-19T03:00:00+08:00"), OWNER);
    expect(world.read("MEMORY.md")).toContain("18790");
  });
});
