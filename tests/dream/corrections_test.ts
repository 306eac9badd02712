import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { explain } from "../../src/dream/explain.ts";
import { accept } from "../../src/dream/orders/accept.ts";
import { sweep, type SweepRequest } from "../../src/dream/sweep.ts";
import type { OriginClass } from "../../src/provenance/origin.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };
const DIARY = "memory/2026-08-12.md";
const FIRST_NIGHT = "2026-08-17T03:00:00+08:00";
const DAY = "memory/2026-09-20.md";
const NOON = "2026-09-20T12:00:00+08:00";
const NEXT_NIGHT = "2026-09-21T03:00:00+08:00";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

/** Has a line earn its place in the night of 17 August. */
function keep(text: string, origin: OriginClass = "owner", annotations = ""): void {
  world.note(DIARY, `${text}${annotations}`, { origin, observedAt: "2026-08-12T09:00:00+08:00" });
  const days = ["13", "14", "15", "16"];
  world.recall(DIARY, text, days.map((day) => ({ question: `${text} ${day}`, at: `2026-08-${day}T10:00:00+08:00` })));
  expect(sweep(world.at(FIRST_NIGHT), OWNER).promoted.map((each) => each.text)).toEqual([text]);
}

function say(text: string, origin: OriginClass = "owner", observedAt = NOON): string {
  return world.note(DAY, text, { origin, observedAt });
}

/** Writes an entry as `memory remember --fact` does. */
function bookOwnersEntry(raw: string): void {
  const nobody = { session: null, channel: null, sender: null, supersessionKey: null };
  const author = { origin: "owner", sessionKind: "interactive", observedAt: null, writer: "remember" } as const;
  const at = "2026-08-01T09:00:00+08:00";
  world.state.ledger.book([{ path: "MEMORY.md", line: raw, ...author, ...nobody, bookedAt: at }]);
  world.write("MEMORY.md", `${raw}\n`);
}

function texts(): string[] {
  return (world.read("MEMORY.md") ?? "").split("\n").filter((line) => line.startsWith("- "))
    .map((line) => line.replace(/ <!--.*/, "").slice(2));
}

describe("what the owner says of the same takes its place the next night, weeks later and without a question", () => {
  test.each<[string, string, string]>([
    ["by one digit", "The gateway listens on port 18789", "The gateway listens on port 18790"],
    ["by a negation", "Deploys need a smoke test before noon", "Deploys need no smoke test before noon"],
    ["by a name", "The staging database is PostgreSQL 16", "The staging database is MySQL"],
    ["in Chinese, by a digit", "网关监听端口 18789", "网关监听端口 18790"],
    ["in Chinese, by a negation", "上线之前需要冒烟测试", "上线之前不需要冒烟测试"],
    ["in Chinese, with words of change", "周会时间是周三下午三点", "周会时间改到周四上午十点"],
    ["by a unit", "The session timeout is 5 min", "The session timeout is 5 h"],
    ["by the opposite", "The office is open on Saturdays", "The office is closed on Saturdays"],
    ["by what is no more", "The team uses Jenkins", "The team stopped using Jenkins"],
    ["in other words", "The gateway listens on port 18789", "We moved the port of the gateway to 18790"],
    ["beside chatter", "The gateway listens on port 18789", "Had lunch; the gateway listens on port 18790 now"],
    ["in Chinese, in other words", "网关监听端口 18789", "更正：网关的端口是 18790"],
    ["in Chinese, by what is no more", "团队使用 Jenkins", "团队已经不用 Jenkins 了"],
    ["in Chinese, of a name in Latin letters", "The gateway port is 18789", "gateway 的端口改成 18790"],
  ])("%s", (_title, old, fresh) => {
    keep(old);
    const key = say(fresh);
    expect(explain(world.at(NEXT_NIGHT), key)).toMatchObject({ verdict: "promotable", needs: [] });
    const report = sweep(world.at(NEXT_NIGHT), OWNER);
    expect(report.promoted).toMatchObject([{ key, operation: "superseded", text: fresh }]);
    expect(texts()).toEqual([fresh]);
    expect(world.read("DREAMS.md")).toContain(`Takes the place of: ${old}`);
    expect(world.state.departures.open()).toMatchObject([{ reason: "superseded" }]);
    expect(world.state.promotions.ofCandidate(key)).toMatchObject([{ recalls: 4, questions: 4 }]);
    expect(sweep(world.at("2026-09-22T03:00:00+08:00"), OWNER).status).toBe("quiet");
  });
});

describe("nights are missing", () => {
  test("and what the owner said meanwhile takes its place in the first one that comes", () => {
    keep("The gateway listens on port 18789");
    say("The gateway listens on port 18790");
    expect(sweep(world.at("2026-10-05T03:00:00+08:00"), OWNER).promoted).toMatchObject([{ operation: "superseded" }]);
    expect(texts()).toEqual(["The gateway listens on port 18790"]);
  });

  test("or were dry, and what the owner said in them counts, but no old diary is poured in", () => {
    const entry = "- The gateway listens on port 18789\n";
    world.write("MEMORY.md", entry);
    world.write("memory/2026-09-19.md", "- The gateway listens on port 18791\n");
    say("The gateway listens on port 18790");
    world.note(DAY, "Always use tabs in Go files", { origin: "owner", observedAt: NOON });
    const report = sweep(world.at("2026-10-05T03:00:00+08:00"), OWNER);
    expect(report).toMatchObject({ candidates: 2, directives: [{ outcome: "written" }] });
    expect(texts()).toEqual(["The gateway listens on port 18790"]);
  });
});

describe("what the agent says", () => {
  test("takes the place of an entry under its explicit key, and keeps the key", () => {
    keep("The gateway listens on port 18789", "agent", " <!-- key: gateway.port -->");
    say("The port of the gateway is 18790 since the move <!-- key: gateway.port -->", "agent");
    expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted.map(({ operation }) => operation)).toEqual(["superseded"]);
    expect(world.read("MEMORY.md")).toContain("since the move <!-- source:");
    expect(world.read("MEMORY.md")).toContain("<!-- key: gateway.port -->");
  });

  test("under a derived key has to earn its place first, and then supersedes", () => {
    keep("The gateway listens on port 18789", "agent");
    say("The gateway listens on port 18790", "agent");
    expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted).toEqual([]);
    const days = ["21", "22", "23", "24"];
    const text = "The gateway listens on port 18790";
    world.recall(DAY, text, days.map((day) => ({ question: `again ${day}`, at: `2026-09-${day}T10:00:00+08:00` })));
    expect(sweep(world.at("2026-09-25T03:00:00+08:00"), OWNER).promoted.map(({ operation }) => operation)).toEqual([
      "superseded",
    ]);
    expect(texts()).toEqual([text]);
  });

  test("never takes the place of what the owner said", () => {
    keep("The gateway listens on port 18789", "owner", " <!-- key: gateway.port -->");
    say("The gateway listens on port 18790 <!-- key: gateway.port -->", "agent");
    sweep(world.at(NEXT_NIGHT), OWNER);
    expect(texts()).toEqual(["The gateway listens on port 18789"]);
  });
});

test("an agent that repeats what the owner had remembered does not make it the agent's to change", () => {
  const fact = "- The gateway listens on port 18789 <!-- observed: 2026-08-01 -->";
  bookOwnersEntry(fact);
  const text = "The gateway listens on port 18789";
  world.note(DIARY, text);
  const ask = (day: string) => ({ question: `${text} ${day}`, at: `2026-08-${day}T10:00:00+08:00` });
  world.recall(DIARY, text, ["13", "14", "15", "16"].map(ask));
  expect(sweep(world.at(FIRST_NIGHT), OWNER).promoted.map(({ operation }) => operation)).toEqual(["merged"]);
  world.note("memory/2026-08-17.md", "The gateway listens on port 6666");
  const again = ["18", "19", "20", "21"].map((day) => ({ ...ask(day), question: `other ${day}` }));
  world.recall("memory/2026-08-17.md", "The gateway listens on port 6666", again);
  const report = sweep(world.at("2026-08-22T03:00:00+08:00"), OWNER);
  expect(report).toMatchObject({ promoted: [], stopped: { conflict: 1 } });
  expect(texts()).toEqual([text]);
});

test.each<[string, string]>([
  ["that its writer dated ahead", "The gateway listens on port 18789 <!-- observed: 2099-01-01 -->"],
  ["of a clock that ran ahead", "- The gateway listens on port 18789 <!-- observed: 2036-08-02 -->"],
])("an entry %s can be corrected all the same", (_title, text) => {
  if (text.startsWith("- ")) world.write("MEMORY.md", `${text}\n`);
  else keep("The gateway listens on port 18789", "agent", text.slice(text.indexOf(" <!--")));
  say("The gateway listens on port 18790");
  expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted.map(({ operation }) => operation)).toEqual(["superseded"]);
  expect(texts()).toEqual(["The gateway listens on port 18790"]);
});

describe("nothing is superseded", () => {
  test("by what was said earlier, or comes from outside, or belongs to another project", () => {
    keep("The gateway listens on port 18789");
    say("The gateway listens on port 18788", "owner", "2026-08-01T09:00:00+08:00");
    say("The gateway listens on port 18787", "untrusted");
    say("The gateway listens on port 18786 <!-- project: github.com/a/b -->");
    expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted).toEqual([]);
    expect(texts()).toEqual(["The gateway listens on port 18789"]);
  });

  test("by the weaker of two statements of one day: the later one counts", () => {
    keep("The gateway listens on port 18789");
    say("The gateway listens on port 18790", "owner", "2026-09-20T10:00:00+08:00");
    say("The gateway listens on port 18791", "owner", "2026-09-20T11:00:00+08:00");
    sweep(world.at(NEXT_NIGHT), OWNER);
    expect(texts()).toEqual(["The gateway listens on port 18791"]);
  });

  test("by the first of two corrections in different words: the later one counts", () => {
    keep("The stand-up starts at 9:30");
    say("The stand-up was moved to 10:00", "owner", "2026-09-20T10:00:00+08:00");
    say("The stand-up time is 11:00 now. Bring coffee.", "owner", "2026-09-20T10:30:00+08:00");
    say("The stand-up starts at 11:15", "owner", "2026-09-20T11:00:00+08:00");
    sweep(world.at(NEXT_NIGHT), OWNER);
    expect(texts()).toEqual(["The stand-up starts at 11:15"]);
  });

  test("by a claim about a part of what an entry says", () => {
    keep("The gateway port is 18789. Its backup is kept by Ann.");
    say("The gateway port is 18790");
    expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted).toEqual([]);
  });

  test("where two entries have the key", () => {
    world.write("MEMORY.md", "- Anna lives in Berlin\n- Anna lives in Bergen\n");
    say("Anna moved to Lyon");
    expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted.map(({ operation }) => operation)).not.toContain("superseded");
  });

  test("by a claim that only looks like it: each of two rooms keeps its entry", () => {
    keep("Room 12 has a projector on the ceiling");
    say("Room 14 has a projector on the ceiling");
    expect(sweep(world.at(NEXT_NIGHT), OWNER).promoted).toEqual([]);
  });
});

test("a claim that was needed in two projects belongs to none, and the earliest expiry of its copies holds", () => {
  const text = "The release notes are written in the wiki of the docs team";
  world.note(DIARY, `${text} <!-- project: github.com/a/b -->`);
  world.note("memory/2026-08-16.md", `${text} <!-- expires: 2027-01-31 -->`);
  const key = world.recall(DIARY, text, []);
  for (const [at, project] of ["github.com/a/b", "github.com/a/c", "github.com/a/b", "github.com/a/b"].entries()) {
    const day = `2026-08-${13 + at}`;
    const recall = { candidateKey: key, questionHash: `q${at}`, session: `s${at}`, quality: 0.9, project };
    world.state.recalls.add({ ...recall, day, recalledAt: `${day}T10:00:00+08:00` });
  }
  sweep(world.at(FIRST_NIGHT), OWNER);
  expect(world.read("MEMORY.md")).toContain(text);
  expect(world.read("MEMORY.md")).not.toContain("project:");
  expect(world.read("MEMORY.md")).toContain("<!-- expires: 2027-01-31 -->");
});

describe("a later claim that may not take the place of an entry by itself", () => {
  test.each<[string, OriginClass, string]>([
    ["is less trusted", "agent", " <!-- key: gateway.port -->"],
    ["belongs to a project", "owner", " <!-- key: gateway.port --> <!-- project: github.com/a/b -->"],
  ])("since it %s is proposed, and the owner's word keeps it", (_title, origin, annotations) => {
    keep("The gateway listens on port 18789", "owner", " <!-- key: gateway.port -->");
    const key = say(`The gateway listens on port 18790${annotations}`, origin);
    expect(explain(world.at(NEXT_NIGHT), key)).toMatchObject({ verdict: "blocked", stop: { name: "conflict" } });
    const report = sweep(world.at(NEXT_NIGHT), OWNER);
    expect(report).toMatchObject({ status: "done", promoted: [], nearMisses: [{ key, isHindered: true }] });
    expect(world.read("DREAMS.md")).toContain(`memory dream accept ${key}`);
    expect(sweep(world.at("2026-09-22T03:00:00+08:00"), OWNER).status).toBe("quiet");

    const { operation } = accept(world.at("2026-09-22T09:00:00+08:00"), key);
    expect(operation).toBe(origin === "agent" ? "superseded" : "added");
    expect(texts()).toContain("The gateway listens on port 18790");
    expect(texts()).toHaveLength(origin === "agent" ? 1 : 2);
  });
});

test("an entry with further lines is left whole until the owner says so", () => {
  const entry =
    "- The gateway listens on port 18789 <!-- key: gateway.port -->\n  - its backup is on port 9\n  - Ann looks after it\n";
  world.write("MEMORY.md", entry);
  const key = say("The gateway listens on port 18790 <!-- key: gateway.port -->");
  expect(sweep(world.at(NEXT_NIGHT), OWNER)).toMatchObject({ promoted: [], nearMisses: [{ key, isHindered: true }] });
  expect(world.read("MEMORY.md")).toBe(entry);
  expect(accept(world.at("2026-09-21T09:00:00+08:00"), key).operation).toBe("superseded");
  expect(world.state.departures.open()).toMatchObject([{ raw: entry.trimEnd() }]);
});

test("what is corrected twice inherits what the first value was needed for", () => {
  keep("The gateway listens on port 18789");
  say("The gateway listens on port 18790");
  sweep(world.at(NEXT_NIGHT), OWNER);
  const again = { origin: "owner", observedAt: "2026-09-22T12:00:00+08:00" } as const;
  const key = world.note("memory/2026-09-22.md", "The gateway listens on port 18791", again);
  sweep(world.at("2026-09-23T03:00:00+08:00"), OWNER);
  expect(world.state.promotions.ofCandidate(key)).toMatchObject([{ operation: "superseded", recalls: 4 }]);
});
