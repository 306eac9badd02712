import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { CandidateFacts } from "../../../src/store/state/candidates.ts";
import { KEPT_PRE_IMAGES } from "../../../src/store/state/pre_images.ts";
import type { RecallRow } from "../../../src/store/state/recalls.ts";
import { openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

let world: StoreWorld;

beforeEach(() => {
  world = openStoreWorld();
});

afterEach(() => world.remove());

function facts(key: string, more: Partial<CandidateFacts> = {}): CandidateFacts {
  return {
    key,
    path: "memory/2026-08-19.md",
    claimHash: "h",
    text: `claim ${key}`,
    startLine: 3,
    endLine: 3,
    firstSeenAt: WORLD_TIME,
    conceptTags: ["gateway", "网关"],
    supersessionKey: null,
    importance: null,
    triggers: [],
    projects: null,
    observed: null,
    expires: null,
    ...more,
  };
}

function recall(more: Partial<RecallRow> = {}): RecallRow {
  const row = { candidateKey: "c:1", questionHash: "q1", session: "s1", day: "2026-08-19", quality: 0.8 };
  return { ...row, recalledAt: WORLD_TIME, project: null, ...more };
}

describe("candidates", () => {
  test("keep their signals when the files are read again, and take what the files say now", () => {
    const { candidates } = world.state;
    candidates.upsert([facts("c:1")]);
    candidates.stage(["c:1"], WORLD_TIME);
    candidates.hitLight(["c:1"], WORLD_TIME);
    candidates.hitRem(["c:1"], WORLD_TIME);
    candidates.considerRem(["c:1"], WORLD_TIME);
    candidates.upsert([
      facts("c:1", { startLine: 9, endLine: 10, firstSeenAt: "2030-01-01T00:00:00Z", importance: 7 }),
    ]);
    expect(candidates.get(["c:1"])).toEqual([{
      ...facts("c:1", { startLine: 9, endLine: 10, importance: 7 }),
      stagedAt: WORLD_TIME,
      dailyCount: 1,
      lightHits: 1,
      lastLightAt: WORLD_TIME,
      remHits: 1,
      lastRemAt: WORLD_TIME,
      lastRemConsideredAt: WORLD_TIME,
      anchors: [],
      mergedInto: null,
      promotedAt: null,
    }]);
  });

  test("are staged for a recall as they are staged and hit", () => {
    const { candidates } = world.state;
    candidates.upsert([facts("c:1"), facts("c:2"), facts("c:3")]);
    candidates.stage(["c:1"], WORLD_TIME);
    candidates.hitLight(["c:1"], WORLD_TIME);
    candidates.stageRecalled(["c:2"], WORLD_TIME);
    candidates.stageRecalled([], WORLD_TIME);
    const [one, two, three] = candidates.all();
    const signals = (row: typeof one) =>
      [row?.stagedAt, row?.dailyCount, row?.lightHits, row?.lastLightAt, row?.remHits] as const;
    expect(signals(two)).toEqual(signals(one));
    expect(signals(two)).toEqual([WORLD_TIME, 1, 1, WORLD_TIME, 0]);
    expect(three).toMatchObject({ stagedAt: null, dailyCount: 0, lightHits: 0 });
  });

  test.each([[null], ["invalid" as const], [["a", "b"]], [[]]])("keep the projects %p", (projects) => {
    world.state.candidates.upsert([facts("c:1", { projects })]);
    expect(world.state.candidates.get(["c:1"])[0]?.projects).toEqual(projects);
  });

  test("come back in the order asked for, without those that do not exist", () => {
    world.state.candidates.upsert([facts("c:1"), facts("c:2")]);
    expect(world.state.candidates.get(["c:2", "c:9", "c:1"]).map(({ key }) => key)).toEqual(["c:2", "c:1"]);
  });

  test("wait in the queue, oldest first by time and not by text, until they are staged", () => {
    const { candidates } = world.state;
    candidates.upsert([
      facts("c:1", { firstSeenAt: "2026-08-19T03:00:00+08:00" }),
      facts("c:2", { firstSeenAt: "2026-08-18T22:00:00+00:00" }),
      facts("c:3", { firstSeenAt: "2026-08-18T20:00:00+00:00" }),
    ]);
    // 03:00+08:00 is 19:00Z the day before.
    expect(candidates.queued(9).map(({ key }) => key)).toEqual(["c:1", "c:3", "c:2"]);
    candidates.stage(["c:1"], WORLD_TIME);
    expect(candidates.queued(1).map(({ key }) => key)).toEqual(["c:3"]);
  });

  test("hand their anchors to the older claim they repeat", () => {
    const { candidates } = world.state;
    candidates.upsert([
      facts("c:1"),
      facts("c:2", { startLine: 5, endLine: 6 }),
      facts("c:3", { startLine: 8, endLine: 8 }),
    ]);
    candidates.mergeInto("c:3", "c:2");
    candidates.mergeInto("c:2", "c:1");
    expect(candidates.get(["c:1"])[0]?.anchors).toEqual(["memory/2026-08-19.md#L8", "memory/2026-08-19.md#L5-L6"]);
    expect(candidates.get(["c:2"])[0]?.mergedInto).toBe("c:1");
  });

  test("can be promoted and taken back", () => {
    const { candidates } = world.state;
    candidates.upsert([facts("c:1")]);
    candidates.setPromoted(["c:1"], WORLD_TIME);
    expect(candidates.get(["c:1"])[0]?.promotedAt).toBe(WORLD_TIME);
    candidates.setPromoted(["c:1"], null);
    expect(candidates.get(["c:1"])[0]?.promotedAt).toBeNull();
  });

  test("take 40,000 keys in one call", () => {
    const keys = Array.from({ length: 40_000 }, (_, at) => `c:${at}`);
    world.state.candidates.upsert(keys.map((key) => facts(key)));
    expect(world.state.candidates.get(keys)).toHaveLength(40_000);
    world.state.candidates.remove(keys);
    expect(world.state.candidates.count()).toBe(0);
  });
});

describe("recalls", () => {
  test("count once per line, question, session and day", () => {
    const { recalls } = world.state;
    expect(recalls.add(recall())).toBe(true);
    expect(recalls.add(recall({ quality: 1 }))).toBe(false);
    expect(recalls.add(recall({ session: "s2" }))).toBe(true);
    expect(recalls.add(recall({ day: "2026-08-20" }))).toBe(true);
    expect(recalls.add(recall({ candidateKey: "c:2" }))).toBe(true);
    expect(recalls.of(["c:1"]).get("c:1")).toHaveLength(3);
  });

  test("count at most twice per line, session and day", () => {
    const counted = ["q1", "q2", "q3"].map((questionHash) => world.state.recalls.add(recall({ questionHash })));
    expect(counted).toEqual([true, true, false]);
  });

  test("of calls without a session count as one session", () => {
    const counted = ["q1", "q2", "q3"].map((questionHash) =>
      world.state.recalls.add(recall({ questionHash, session: "" }))
    );
    expect(counted).toEqual([true, true, false]);
  });

  test("are told apart by time, whatever their offsets", () => {
    const { recalls } = world.state;
    recalls.add(recall({ recalledAt: "2026-08-19T03:00:00+08:00" }));
    recalls.add(recall({ candidateKey: "c:2", recalledAt: "2026-08-18T20:00:00Z" }));
    expect(recalls.recalledSince("2026-08-18T19:30:00Z")).toEqual(["c:2"]);
    expect(recalls.recalledSince(null)).toEqual(["c:1", "c:2"]);
  });

  test("of a near-duplicate go to the older claim, without doubles", () => {
    const { recalls } = world.state;
    recalls.add(recall());
    recalls.add(recall({ candidateKey: "c:2" }));
    recalls.add(recall({ candidateKey: "c:2", day: "2026-08-20" }));
    recalls.move("c:2", "c:1");
    expect(recalls.of(["c:1", "c:2"]).get("c:1")?.map(({ day }) => day)).toEqual(["2026-08-19", "2026-08-20"]);
    expect(recalls.count()).toBe(2);
  });

  test("refuse a quality outside 0 to 1", () => {
    expect(() => world.state.recalls.add(recall({ quality: 1.5 }))).toThrow();
  });
});

describe("uses of curated entries", () => {
  test("tell the last time of each entry", () => {
    const { curatedUses } = world.state;
    const use = { entryKey: "e:1", session: "s", day: "2026-08-19", kind: "recall" as const, usedAt: WORLD_TIME };
    curatedUses.add([use, use, { ...use, day: "2026-08-20", usedAt: "2026-08-19T20:00:00Z" }, {
      ...use,
      entryKey: "e:2",
      kind: "trigger",
    }]);
    expect(curatedUses.lastUses()).toEqual(new Map([["e:1", "2026-08-19T20:00:00Z"], ["e:2", WORLD_TIME]]));
    curatedUses.move("e:1", "e:2");
    expect(curatedUses.lastUses()).toEqual(new Map([["e:2", "2026-08-19T20:00:00Z"]]));
  });
});

describe("sweeps", () => {
  const start = { day: "2026-08-19", startedAt: WORLD_TIME, mode: "real" as const, isScheduled: false };

  test("run until they are finished", () => {
    const { sweeps } = world.state;
    const id = sweeps.begin(start);
    expect(sweeps.last()).toEqual({
      ...start,
      id,
      status: "running",
      finishedAt: null,
      promotable: 0,
      report: null,
      undoneAt: null,
      kind: "night",
    });
    sweeps.finish(id, { status: "done", finishedAt: WORLD_TIME, promotable: 2, report: "{}" });
    expect(sweeps.ofDay("2026-08-19")).toEqual([{
      ...start,
      id,
      status: "done",
      finishedAt: WORLD_TIME,
      promotable: 2,
      report: "{}",
      undoneAt: null,
      kind: "night",
    }]);
    sweeps.setUndone(id, WORLD_TIME);
    expect(sweeps.find(id)?.undoneAt).toBe(WORLD_TIME);
    expect(sweeps.find(id + 1)).toBeNull();
  });

  test("that are orders of the owner's are no nights", () => {
    const { sweeps } = world.state;
    const night = sweeps.begin(start);
    const order = sweeps.begin({ ...start, kind: "order" });
    expect([sweeps.last()?.id, sweeps.last("real")?.id, sweeps.ofDay(start.day).length]).toEqual([night, night, 1]);
    expect(sweeps.list(9).map(({ id, kind }) => [id, kind])).toEqual([[order, "order"], [night, "night"]]);
  });

  test("are found by mode and newest first", () => {
    const { sweeps } = world.state;
    const ids = [
      sweeps.begin(start),
      sweeps.begin({ ...start, mode: "dry" }),
      sweeps.begin({ ...start, day: "2026-08-20" }),
    ];
    expect(sweeps.last("dry")?.id).toBe(ids[1] ?? 0);
    expect(sweeps.list(2).map(({ id }) => id)).toEqual([ids[2] ?? 0, ids[1] ?? 0]);
    expect(sweeps.last("dry")?.isScheduled).toBe(false);
  });

  test("count the dry nights that had something to promote", () => {
    const { sweeps } = world.state;
    for (
      const [day, promotable] of [["2026-08-17", 1], ["2026-08-17", 1], ["2026-08-18", 0], ["2026-08-19", 3]] as const
    ) {
      const id = sweeps.begin({ ...start, day, mode: "dry", isScheduled: true });
      sweeps.finish(id, { status: "dry-run", finishedAt: WORLD_TIME, promotable, report: "{}" });
    }
    expect(sweeps.dryNightsWithPromotable()).toBe(2);
  });
});

describe("promotions and pre-images", () => {
  test("are found by sweep, entry and claim", () => {
    const sweepId = world.state.sweeps.begin({
      day: "2026-08-19",
      startedAt: WORLD_TIME,
      mode: "real",
      isScheduled: false,
    });
    const row = {
      sweepId,
      candidateKey: "c:1",
      entryKey: "e:1",
      operation: "added" as const,
      text: "The gateway listens on port 18790",
      source: "memory/2026-08-19.md#L3",
      score: 0.8,
      promotedAt: WORLD_TIME,
    };
    const { promotions } = world.state;
    promotions.add([row]);
    expect([promotions.ofSweep(sweepId), promotions.ofEntry("e:1"), promotions.ofCandidate("c:1"), promotions.all()])
      .toMatchObject([[row], [row], [row], [row]]);
    promotions.setUndone(sweepId, WORLD_TIME);
    expect(promotions.all()).toMatchObject([{ undoneAt: WORLD_TIME, recalls: 0, raw: null }]);
    expect(promotions.ofEntry("e:2")).toEqual([]);
  });

  test("keep the newest pre-images only, bytes and all", () => {
    const { preImages, sweeps } = world.state;
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x00, 0xff]);
    const ids: number[] = [];
    for (let at = 0; at < KEPT_PRE_IMAGES + 2; at++) {
      const sweepId = sweeps.begin({ day: "2026-08-19", startedAt: WORLD_TIME, mode: "real", isScheduled: false });
      preImages.put({ sweepId, path: "MEMORY.md", hash: "h", content: bytes, takenAt: WORLD_TIME });
      ids.push(sweepId);
    }
    expect(preImages.count()).toBe(KEPT_PRE_IMAGES);
    expect(preImages.ofSweep(ids[1] ?? 0)).toEqual([]);
    expect(preImages.ofSweep(ids.at(-1) ?? 0)[0]?.content).toEqual(bytes);
  });

  test("know a file that did not exist from an empty one", () => {
    const { preImages, sweeps } = world.state;
    const sweepId = sweeps.begin({ day: "2026-08-19", startedAt: WORLD_TIME, mode: "real", isScheduled: false });
    preImages.put({ sweepId, path: "MEMORY.md", hash: null, content: null, takenAt: WORLD_TIME });
    preImages.put({ sweepId, path: "USER.md", hash: "h", content: new Uint8Array(), takenAt: WORLD_TIME });
    expect(preImages.ofSweep(sweepId).map(({ content }) => content?.length ?? null)).toEqual([null, 0]);
  });

  test("of orders belong to no sweep, and push out none of a sweep", () => {
    const { preImages, sweeps } = world.state;
    const sweepId = sweeps.begin({ day: "2026-08-19", startedAt: WORLD_TIME, mode: "real", isScheduled: false });
    preImages.put({ sweepId, path: "MEMORY.md", hash: null, content: null, takenAt: WORLD_TIME });
    for (let order = 0; order < KEPT_PRE_IMAGES + 3; order++) {
      preImages.put({
        sweepId: null,
        path: "USER.md",
        hash: `${order}`,
        content: new Uint8Array(),
        takenAt: WORLD_TIME,
      });
    }
    expect(preImages.ofSweep(sweepId)).toHaveLength(1);
    expect(preImages.ofOrders()).toHaveLength(KEPT_PRE_IMAGES);
    expect(preImages.ofOrders()[0]?.hash).toBe("3");
  });
});

describe("cycles of the save before a compaction", () => {
  test("are counted for each session, and what was written stays with its cycle", () => {
    const { flushCycles } = world.state;
    expect(flushCycles.current("s")).toBe(0);
    flushCycles.write("s", 0, { lines: 2, at: WORLD_TIME });
    expect(flushCycles.advance("s", WORLD_TIME)).toBe(1);
    expect(flushCycles.advance("t", WORLD_TIME)).toBe(1);
    expect(flushCycles.current("s")).toBe(1);
    expect(flushCycles.find("s", 0)).toMatchObject({ writtenAt: WORLD_TIME, lines: 2, failures: 0 });
    expect(flushCycles.find("s", 1)).toMatchObject({ writtenAt: null, lines: 0 });
  });

  test("count what failed", () => {
    const { flushCycles } = world.state;
    expect([flushCycles.fail("s", 4), flushCycles.fail("s", 4)]).toEqual([1, 2]);
    expect(flushCycles.find("s", 4).failures).toBe(2);
    expect(flushCycles.find("s", 5).failures).toBe(0);
  });
});

describe("what a person turned down", () => {
  test("is known by the hash of its words, keeps its first reason, and can be lifted", () => {
    const { rejections } = world.state;
    rejections.add([{ claimHash: "a", rejectedAt: WORLD_TIME, reason: "undone" }]);
    rejections.add([{ claimHash: "a", rejectedAt: WORLD_TIME, reason: "said" }]);
    expect([...rejections.all().values()].map(({ reason }) => reason)).toEqual(["undone"]);
    expect(rejections.lift(["a", "b"])).toBe(1);
    expect(rejections.all().size).toBe(0);
  });
});

describe("entries that left", () => {
  test("keep their text and heading until they are brought back, and stay on record then", () => {
    const { departures } = world.state;
    const row = {
      entryKey: "e:1",
      raw: "- 网关监听端口 18790",
      heading: "网关",
      reason: "vanished" as const,
      sweepId: null,
      successorKey: null,
      session: "s1",
      departedAt: WORLD_TIME,
    };
    departures.add([row, { ...row, entryKey: "e:2", reason: "retired" }]);
    expect(departures.open()).toMatchObject([row, { entryKey: "e:2" }]);
    departures.setReturned([departures.open()[0]?.id ?? 0], WORLD_TIME);
    expect(departures.open().map(({ entryKey }) => entryKey)).toEqual(["e:2"]);
    expect(departures.ofEntry("e:1")).toMatchObject([{ returnedAt: WORLD_TIME }]);
  });
});

describe("what the owner said about dreams", () => {
  test("holds until something else is said, and does not come along with a state from elsewhere", () => {
    const { meta } = world.state;
    expect(meta.dreamConsent).toBeNull();
    meta.setDreamConsent({ isGiven: true, at: WORLD_TIME });
    meta.setDreamConsent({ isGiven: false, at: WORLD_TIME });
    expect(meta.dreamConsent).toEqual({ isGiven: false, at: WORLD_TIME });
    meta.disown(WORLD_TIME);
    expect(meta.dreamConsent).toBeNull();
  });
});

describe("the injection log", () => {
  test("answers for a session, and for a time also what went to an unknown one", () => {
    const { injections } = world.state;
    const row = { hash: "a", session: "s1", injectedAt: WORLD_TIME, place: "search" } as const;
    injections.add([row, { ...row, hash: "b", session: null }, {
      ...row,
      hash: "c",
      session: null,
      injectedAt: "2026-08-17T00:00:00Z",
    }, { ...row, hash: "d", session: "s2" }]);
    expect([...injections.into("s1", "2026-08-18T00:00:00Z")].sort()).toEqual(["a", "b"]);
    expect(injections.dropBefore("2026-08-18T00:00:00Z")).toBe(1);
  });

  test("knows what was handed out from lines of open turns, which makes nobody an echo", () => {
    const { injections } = world.state;
    const row = { hash: "a", session: "s1", injectedAt: WORLD_TIME, place: "waiting" } as const;
    injections.add([row, { ...row, hash: "b", session: null }, { ...row, hash: "c", place: "get" }]);
    expect([...injections.into("s1", WORLD_TIME)]).toEqual(["c"]);
    expect([...injections.handedTo("s1", WORLD_TIME)].sort()).toEqual(["a", "b", "c"]);
    const times = injections.timesInto("s1", WORLD_TIME);
    expect(times.get("a")).toEqual([{ at: WORLD_TIME, isOwn: true, isWaiting: true }]);
    expect(times.get("b")).toEqual([{ at: WORLD_TIME, isOwn: false, isWaiting: true }]);
    expect(times.get("c")).toEqual([{ at: WORLD_TIME, isOwn: true, isWaiting: false }]);
  });
});

describe("the orders of a chat", () => {
  const order = {
    kind: "remember",
    text: "we deploy on Thursdays",
    client: "claude-code",
    session: "s1",
    saidAt: WORLD_TIME,
    isProven: true,
  } as const;

  test("are booked once, carried out once, and told once", () => {
    const { orders } = world.state;
    expect([orders.add(order, "h1"), orders.add(order, "h1"), orders.add(order, "h2")]).toEqual([true, false, true]);
    const [first, second] = orders.open();
    expect([first?.text, second?.isProven]).toEqual(["we deploy on Thursdays", true]);
    orders.settle(first?.id ?? 0, "done", "Kept");
    orders.settle(first?.id ?? 0, "refused", "No");
    expect(orders.open()).toHaveLength(1);
    expect(orders.untold("claude-code", "s2")).toEqual([]);
    const untold = orders.untold("claude-code", "s1");
    expect(untold.map(({ state, receipt }) => [state, receipt])).toEqual([["done", "Kept"]]);
    orders.tell(untold.map(({ id }) => id), WORLD_TIME);
    expect(orders.untold("claude-code", "s1")).toEqual([]);
    expect(orders.add(order, "h1")).toBe(false);
  });

  test("keep no text of what was told, and go with time unless they wait", () => {
    const { orders } = world.state;
    orders.add(order, "h1");
    orders.add({ ...order, text: "still open" }, "h2");
    const [first] = orders.open();
    orders.settle(first?.id ?? 0, "proposed", "A proposal");
    orders.tell([first?.id ?? 0], WORLD_TIME);
    expect(orders.dropBefore("2999-01-01T00:00:00Z")).toBe(1);
    expect(orders.open().map(({ text }) => text)).toEqual(["still open"]);
  });
});

describe("the reading of a transcript", () => {
  test("is one a session, with texts of its own that go with it", () => {
    const { transcripts, transcriptTexts } = world.state;
    expect(transcripts.find("codex", "s1")).toBeNull();
    const { id } = transcripts.put("codex", "s1", { reading: "1", readAt: WORLD_TIME });
    expect(transcripts.put("codex", "s1", { reading: "2", readAt: WORLD_TIME })).toMatchObject({ id, reading: "2" });
    transcriptTexts.add(
      id,
      { digest: "0".repeat(32), isOutside: true, shingles: hashes(1, 2), names: hashes(3) },
      WORLD_TIME,
    );
    const seen: unknown[] = [];
    transcriptTexts.each(id, ({ isOutside, shingles, names, addedAt }) => {
      seen.push([isOutside, [...shingles], [...names], addedAt]);
    });
    expect(seen).toEqual([[true, [1, 2], [3], WORLD_TIME]]);
    transcripts.lose(id);
    expect(transcripts.find("codex", "s1")?.reading).toBe("");
    expect(transcripts.dropBefore("2999-01-01T00:00:00Z")).toBe(1);
    expect(transcriptTexts.count(id)).toBe(0);
  });
});

function hashes(...list: number[]): Float64Array {
  return Float64Array.from(list);
}
