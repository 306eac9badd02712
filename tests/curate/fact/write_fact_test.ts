/** Facts of the owner in MEMORY.md: the grammar, the budget and the checks of the dream (SPEC 7.2, 8.7). */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { frozenClock } from "../../../src/base/clock.ts";
import type { FactOrder } from "../../../src/curate/fact/former_entry.ts";
import { writeFact } from "../../../src/curate/fact/write_fact.ts";
import { originReader } from "../../../src/store/state/origin_reader.ts";
import { derivedPhrases } from "../../../src/lanes/trigger/derived_phrases.ts";
import { parseCurated } from "../../../src/workspace/curated.ts";
import { errorOf } from "../../support/error_of.ts";
import { booking, openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

/** Each write syncs the disk; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

const LIMITS = { budgetChars: 400, maxLossShare: 0.25, lossFromEntries: 8 };
const FACT = "The gateway listens on port 18790";
const memory = () => {
  const file = join(world.layout.root, "MEMORY.md");
  return existsSync(file) ? readFileSync(file, "utf8") : null;
};
const NOTHING = { key: null, triggers: [], importance: null, projects: null, expires: null };
function remember(
  text: string,
  asked: Partial<FactOrder["annotations"]> = {},
  more: { day?: string; replaces?: string } = {},
) {
  const now = frozenClock(`${more.day ?? "2026-08-19"}T10:00:00+08:00`).now();
  const from = { sessionKind: "interactive", session: null, channel: null, sender: null } as const;
  return writeFact(
    {
      layout: world.layout,
      state: world.state,
      originsOf: originReader(world.state, world.policy),
      limits: LIMITS,
      similarity: 0.88,
    },
    { text, annotations: { ...NOTHING, ...asked }, replaces: more.replaces ?? null },
    { now, author: { ...from, origin: "owner", observedAt: now.iso, writer: "remember" } },
  );
}

test("a fact is an entry of its day's section, booked as the owner's, with a pre-image", () => {
  world.write("MEMORY.md", "# Mine\n\n- one\n");
  const outcome = remember(FACT, {
    key: "port",
    triggers: ["gateway port"],
    importance: 7,
    projects: ["github.com/lin/x"],
    expires: "2026-12-31",
  });
  expect(outcome).toMatchObject({ kind: "written", entry: { line: 7 }, replaced: [] });
  const entry = `- ${FACT} <!-- key: port --> <!-- trigger: gateway port --> <!-- importance: 7 --> ` +
    "<!-- project: github.com/lin/x --> <!-- observed: 2026-08-19 --> <!-- expires: 2026-12-31 -->\n";
  expect(memory()).toBe(`# Mine\n\n- one\n\n## Remembered (2026-08-19)\n\n${entry}`);
  expect(world.origin("MEMORY.md", entry)).toMatchObject({ origin: "owner", state: "booked" });
  expect(Buffer.from(world.state.preImages.ofOrders()[0]?.content ?? []).toString()).toBe("# Mine\n\n- one\n");
});

describe("a fact that stands already", () => {
  test.each([FACT, `${FACT.toLowerCase()}.`])("changes nothing: %s", (text) => {
    world.write("MEMORY.md", `- ${FACT}\n`);
    expect(remember(text)).toMatchObject({ kind: "standing", entry: { line: 1 } });
    expect(memory()).toBe(`- ${FACT}\n`);
    expect(world.origin("MEMORY.md", `- ${FACT}\n`).origin).toBe("owner");
  });

  test("as untrusted, or over, is written anew", () => {
    world.write("MEMORY.md", `- ${FACT}\n`);
    world.state.ledger.book([booking("MEMORY.md", `- ${FACT}\n`, { origin: "untrusted" })]);
    expect(remember(FACT)).toMatchObject({ kind: "written", replaced: [] });
    expect(parseCurated(memory() ?? "").entries).toHaveLength(1);
    world.write("MEMORY.md", `- The certificate is valid <!-- expires: 2026-08-01 -->\n`);
    expect(remember("The certificate is valid").kind).toBe("written");
    expect(memory()).not.toContain("expires");
  });

  test("keeps the earlier end, and takes an earlier one", () => {
    world.write("MEMORY.md", `- ${FACT} <!-- source: memory/2026-08-01.md#L3-L3 --> <!-- expires: 2026-10-01 -->\n`);
    expect(remember(FACT, { expires: "2026-12-31" })).toMatchObject({ kind: "standing", expires: "2026-10-01" });
    expect(remember(FACT, { expires: "2026-09-01" }).kind).toBe("written");
    expect(memory()).toContain("<!-- source: memory/2026-08-01.md#L3-L3 -->");
    expect(memory()).toContain("<!-- expires: 2026-09-01 -->");
    expect(memory()).not.toContain("2026-10-01");
  });

  test("of another project is another fact, and one that differs in a number takes its place", () => {
    world.write("MEMORY.md", `- ${FACT} <!-- project: github.com/lin/x -->\n`);
    expect(remember(FACT).kind).toBe("written");
    expect(remember(FACT.replace("18790", "18791")).kind).toBe("written");
    expect(parseCurated(memory() ?? "").entries).toHaveLength(2);
  });
});

test("another value of the same takes the place of the only entry that says it, in both languages", () => {
  remember("The gateway port is 18789");
  const port = remember("The gateway port is 18790", {}, { day: "2026-08-21" });
  expect(port).toMatchObject({ kind: "written", replaced: [{ text: "The gateway port is 18789" }] });
  expect(memory()).not.toContain("18789");
  expect(world.state.departures.open()).toMatchObject([{ reason: "superseded" }]);
  remember("鲍勃的生日是5月1日");
  const birthday = remember("鲍勃的生日是5月2日", {}, { day: "2026-08-21" });
  expect(birthday).toMatchObject({ replaced: [{ text: "鲍勃的生日是5月1日" }] });
});

describe("a fact under a key", () => {
  test("takes the place of the one that has it, whose text stays in the state", () => {
    world.write("MEMORY.md", `# Mine\n\n- one\n- ${FACT} <!-- key: port --> <!-- trigger: gateway port -->\n- three\n`);
    expect(remember("端口改成 18791", { key: "port" })).toMatchObject({ replaced: [{ text: FACT, line: 4 }] });
    expect(memory()).toBe(
      "# Mine\n\n- one\n- three\n\n## Remembered (2026-08-19)\n\n" +
        "- 端口改成 18791 <!-- key: port --> <!-- trigger: gateway port --> <!-- observed: 2026-08-19 -->\n",
    );
    expect(world.state.departures.open()).toMatchObject([{ reason: "superseded", sweepId: null }]);
  });

  test("of another project stays beside it", () => {
    world.write("MEMORY.md", `- ${FACT} <!-- key: port --> <!-- project: github.com/lin/x -->\n`);
    expect(remember("The port is 1", { key: "port" })).toMatchObject({ replaced: [] });
  });

  test("of prose is left to the owner's editor", () => {
    world.write("MEMORY.md", `${FACT} <!-- key: port -->\n`);
    expect(errorOf(() => remember("The port is 1", { key: "port" })).message).toContain("it is prose");
  });

  test("that is named by its entry replaces that", () => {
    world.write("MEMORY.md", "- one\n- two\n");
    const [, two] = parseCurated(memory() ?? "").entries;
    expect(remember("three", {}, { replaces: two?.key ?? "" })).toMatchObject({ replaced: [{ text: "two" }] });
    expect(errorOf(() => remember("four", {}, { replaces: "e:0123456789ab" })).message).toContain(
      "no entry of MEMORY.md",
    );
  });
});

describe("a fact without phrases", () => {
  test("gets those that the dream would write, in both languages; other words get others", () => {
    remember("The staging cluster lives in Frankfurt", { key: "staging" });
    expect(memory()).toContain("<!-- trigger: staging cluster, staging frankfurt");
    remember("The staging nodes live in Zurich", { key: "staging" }, { day: "2026-08-20" });
    expect(memory()).toContain("<!-- trigger: staging nodes, staging zurich");
    expect(memory()).not.toContain("cluster");
    remember("预发环境在法兰克福", { key: "预发" });
    expect(memory()).toMatch(/预发环境在法兰克福 <!-- key: 预发 --> <!-- trigger: [^,>]*[\u4e00-\u9fff]/);
  });

  test("keeps those that somebody gave it before, though they be the same as would be derived", () => {
    remember("The staging cluster lives in Frankfurt", { key: "staging", triggers: ["staging cluster"] });
    remember("The staging nodes live in Zurich", { key: "staging" }, { day: "2026-08-20" });
    expect(memory()).toContain("Zurich <!-- key: staging --> <!-- trigger: staging cluster --> ");
  });

  test("is booked as such, so that a single word of it counts for less", () => {
    const entryOf = () => parseCurated(memory() ?? "").entries.at(-1);
    const derivedOf = () => {
      const { key: entryKey, raw } = entryOf() ?? { key: "", raw: "" };
      return [...derivedPhrases(world.state, { entryKey, path: "MEMORY.md", raw })];
    };
    remember("Use pnpm", { triggers: ["pnpm"] });
    expect(derivedOf()).toEqual([]);
    remember("Use yarn");
    expect(derivedOf()).toEqual(["yarn"]);
    const { raw } = entryOf() ?? { raw: "" };
    expect([...derivedPhrases(world.state, { entryKey: "e:0123456789ab", path: "MEMORY.md", raw: null })]).toEqual([]);
    world.write("MEMORY.md", raw.replace("trigger: yarn", "trigger: yarn, npm"));
    expect(derivedOf()).toEqual([]);
  });
});

test("a section of ours without an entry left goes, and no other", () => {
  remember("The port is 18790", { key: "port" });
  remember("The port is 18791", { key: "port" }, { day: "2026-08-20" });
  expect(memory()).toBe(
    "# Long-Term Memory\n\n## Remembered (2026-08-20)\n\n- The port is 18791 <!-- key: port --> <!-- trigger: port --> <!-- observed: 2026-08-20 -->\n",
  );
});

test("what does not fit is refused, and nothing is written", () => {
  world.write("MEMORY.md", `- ${"x".repeat(380)}\n`);
  const before = memory();
  expect(errorOf(() => remember(FACT)).message).toContain("of 400 chars");
  expect(memory()).toBe(before);
});
