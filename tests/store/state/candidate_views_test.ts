/** What a night asks of the candidates: each query against what reading every row would give. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CandidateFacts } from "../../../src/store/state/candidates.ts";
import { openState, type StateStore } from "../../../src/store/state/open_state.ts";

let folder = "";
let state: StateStore;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-views-")));
  mkdirSync(join(folder, "locks"));
  const path = join(folder, "state.sqlite");
  state = openState({ path, isRegistered: false, isSimulated: true, now: "2026-08-01T00:00:00+08:00" });
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

const keyOf = (name: string) => `c:${name.padEnd(12, "0")}`;

function add(name: string, changes: Partial<CandidateFacts> = {}): string {
  const key = keyOf(name);
  state.candidates.upsert([{
    key,
    path: "memory/2026-08-12.md",
    claimHash: `hash of ${name}`,
    text: `The box ${name} stands on the pier`,
    startLine: 1,
    endLine: 1,
    firstSeenAt: "2026-08-12T10:00:00+08:00",
    conceptTags: [],
    supersessionKey: null,
    importance: null,
    triggers: [],
    projects: null,
    observed: null,
    expires: null,
    ...changes,
  }]);
  return key;
}

function recall(candidateKey: string, recalledAt: string, questionHash: string): void {
  const place = { session: questionHash, day: recalledAt.slice(0, 10), project: null };
  state.recalls.add({ candidateKey, questionHash, quality: 0.8, recalledAt, ...place });
}

const asked = (key: string) => state.candidateViews.asked().find((claim) => claim.key === key);

describe("the claims that were asked for", () => {
  test("come with what was counted of them, and no others come", () => {
    const key = add("aa", { conceptTags: ["box", "pier"] });
    add("bb");
    recall(key, "2026-08-13T10:00:00.250+08:00", "one");
    recall(key, "2026-08-13T02:00:00Z", "two");
    recall(key, "2026-08-14T10:00:00+08:00", "one");
    state.candidates.stage([key], "2026-08-14T03:00:00+08:00");
    state.candidates.hitLight([key], "2026-08-14T03:00:00.500+08:00");
    expect(state.candidateViews.asked()).toEqual([{
      key,
      recalls: 3,
      questions: 2,
      lastSeconds: Date.parse("2026-08-14T10:00:00+08:00") / 1_000,
      claimHash: "hash of aa",
      mergedInto: null,
      isStaged: true,
      lightHits: 1,
      lastLightSeconds: Date.parse("2026-08-14T03:00:00.500+08:00") / 1_000,
      remHits: 0,
      lastRemSeconds: null,
      path: "memory/2026-08-12.md",
      startLine: 1,
      tags: 2,
      isPromoted: false,
    }]);
  });

  test("are ordered in time by the moment, whatever the offset of the clock that noted it", () => {
    const key = add("aa");
    recall(key, "2026-08-14T01:00:00+08:00", "one");
    recall(key, "2026-08-13T20:00:00Z", "two");
    expect(asked(key)?.lastSeconds).toBe(Date.parse("2026-08-13T20:00:00Z") / 1_000);
  });

  test("leave out recalls of a claim that is stored no more", () => {
    recall(add("aa"), "2026-08-14T01:00:00+08:00", "one");
    state.candidates.remove([keyOf("aa")]);
    expect(state.candidateViews.asked()).toEqual([]);
  });
});

describe("the claims of some days", () => {
  const days = {
    dated: ["memory/2026-08-12.md"],
    undated: ["memory/topics.md"],
    first: "2026-08-10",
    last: "2026-08-16",
  };

  test("are all of a diary, and of other notes those that were observed or first seen then", () => {
    const keys = [
      add("aa", { firstSeenAt: "2026-01-01T10:00:00+08:00" }),
      add("bb", { path: "memory/topics.md", observed: "2026-08-16" }),
      add("cc", { path: "memory/topics.md", firstSeenAt: "2026-08-10T23:59:00+08:00" }),
    ];
    add("dd", { path: "memory/topics.md", observed: "2026-08-09" });
    add("ee", { path: "memory/2026-08-11.md" });
    expect(state.candidateViews.ofDays(days).map(({ key }) => key)).toEqual(keys);
  });

  test("give their tags, staged or not", () => {
    const key = add("aa", { conceptTags: ["网关", "port"] });
    expect(state.candidateViews.tagsOf(days)).toEqual([{ key, isStaged: false, conceptTags: ["网关", "port"] }]);
    state.candidates.stage([key], "2026-08-14T03:00:00+08:00");
    expect(state.candidateViews.tagsOf(days)[0]?.isStaged).toBeTrue();
  });
});

describe("other queries of a night", () => {
  test("give folded claims with what they were folded into", () => {
    const [older, younger, other] = [add("aa"), add("bb"), add("cc")];
    state.candidates.mergeInto(younger, older);
    expect(state.candidateViews.folded().map(({ key }) => key)).toEqual([older, younger]);
    expect(state.candidateViews.folded().map(({ key }) => key)).not.toContain(other);
  });

  test("give who waits, the oldest first, without those that were taken up", () => {
    const late = add("aa", { firstSeenAt: "2026-08-13T10:00:00+08:00" });
    const early = add("bb", { firstSeenAt: "2026-08-12T23:00:00Z" });
    const sameMoment = add("cc", { firstSeenAt: "2026-08-13T10:00:00+08:00", path: "memory/2026-08-11.md" });
    state.candidates.stage([add("dd")], "2026-08-14T03:00:00+08:00");
    expect(state.candidateViews.unstaged()).toEqual([early, sameMoment, late]);
    expect(state.candidateViews.countUnstaged()).toBe(3);
  });

  test("give unpromoted claims under a key, equal claims by their hash, and hashes that several have", () => {
    const one = add("aa", { supersessionKey: "gateway.port", claimHash: "same" });
    const two = add("bb", { supersessionKey: "gateway.port", claimHash: "same" });
    state.candidates.setPromoted([two], "2026-08-14T03:00:00+08:00");
    add("cc");
    const views = state.candidateViews;
    expect(views.underKeys(["gateway.port", "other"]).map(({ key }) => key)).toEqual([one]);
    expect(views.withHashes(["same"]).map(({ key }) => key)).toEqual([one, two]);
    expect(views.sharedHashes()).toEqual(["same"]);
    expect([views.underKeys([]), views.withHashes([])]).toEqual([[], []]);
  });

  test("give the words of claims that are recent or were ever recalled", () => {
    const recent = add("aa", { firstSeenAt: "2026-08-12T10:00:00+08:00" });
    const recalled = add("bb", { firstSeenAt: "2026-01-12T10:00:00+08:00" });
    add("cc", { firstSeenAt: "2026-01-12T10:00:00+08:00" });
    recall(recalled, "2026-01-13T10:00:00+08:00", "one");
    expect(state.candidateViews.worded("2026-08-01").map(({ key }) => key)).toEqual([recent, recalled]);
  });
});
