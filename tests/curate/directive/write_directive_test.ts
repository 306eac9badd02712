/** Directives in USER.md: put in place, superseded, pruned; every other byte stays (SPEC 7.2). */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { frozenClock } from "../../../src/base/clock.ts";
import { compareSubjects } from "../../../src/curate/directive/compare_subjects.ts";
import type { DirectiveOrder } from "../../../src/curate/directive/plan_directive.ts";
import { subjectReader } from "../../../src/curate/directive/subject_of.ts";
import { pruneDirectives, writeDirective } from "../../../src/curate/directive/write_directive.ts";
import type { OriginClass } from "../../../src/provenance/origin.ts";
import { originReader } from "../../../src/store/state/origin_reader.ts";
import { formatCurated, parseCurated } from "../../../src/workspace/curated.ts";
import { errorOf } from "../../support/error_of.ts";
import { booking, openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

/** Each write syncs the disk; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

const file = () => join(world.layout.root, "USER.md");
const user = () => existsSync(file()) ? readFileSync(file(), "utf8") : null;
const deps = () => ({
  layout: world.layout,
  state: world.state,
  originsOf: originReader(world.state, world.policy),
  keepDays: 30,
});
const frameOn = (day: string, origin: OriginClass = "owner") => {
  const now = frozenClock(`${day}T10:00:00+08:00`).now();
  const from = { sessionKind: "interactive", session: null, channel: null, sender: null } as const;
  return { now, sweepId: null, author: { ...from, origin, observedAt: now.iso, writer: "remember" } };
};
const order = (text: string, more: Partial<DirectiveOrder> = {}): DirectiveOrder => ({
  text,
  key: null,
  expires: null,
  replaces: null,
  keepsClose: false,
  ...more,
});
const remember = (text: string, day = "2026-08-19", more: Partial<DirectiveOrder> = {}) =>
  writeDirective(deps(), order(text, more), frameOn(day));

const ACTIVE = (text: string, day = "2026-08-19") => `- ${text} <!-- observed: ${day} | status: active -->\n`;
const OLD = (text: string, day = "2026-08-19") => `- ${text} <!-- observed: ${day} | status: superseded -->\n`;
const HEAD = "# About the User\n\n## Directives\n\n";

describe("a new directive", () => {
  test("makes the file, and is booked as the owner's before it is written", () => {
    expect(remember("Prefer short answers")).toMatchObject({ kind: "written", entry: { line: 5 }, replaced: [] });
    expect(user()).toBe(HEAD + ACTIVE("Prefer short answers"));
    expect(world.origin("USER.md", ACTIVE("Prefer short answers"))).toMatchObject({ origin: "owner", state: "booked" });
    expect(world.state.preImages.ofOrders()).toMatchObject([{ path: "USER.md", hash: null }]);
  });

  test("follows those that are there", () => {
    remember("Prefer short answers");
    remember("Never push to main", "2026-08-20", { key: "push", expires: "2026-12-31" });
    expect(user()).toBe(
      `${HEAD}${ACTIVE("Prefer short answers")}- Never push to main <!-- key: push --> ` +
        "<!-- observed: 2026-08-20 | status: active --> <!-- expires: 2026-12-31 -->\n",
    );
  });

  test("that stands already changes no byte", () => {
    remember("Prefer short answers");
    const before = user();
    expect(remember("prefer short answers.", "2026-08-25")).toMatchObject({ kind: "standing", entry: { line: 5 } });
    expect(user()).toBe(before);
    expect(world.state.preImages.ofOrders()).toHaveLength(1);
  });

  test("that an agent wrote by itself stands as the owner's from then on", () => {
    world.write("USER.md", "- Prefer short answers\n");
    world.state.ledger.book([booking("USER.md", "- Prefer short answers\n", { origin: "agent" })]);
    expect(remember("Prefer short answers").kind).toBe("standing");
    expect(world.origin("USER.md", "- Prefer short answers\n").origin).toBe("owner");
  });

  test("that stands as untrusted is written anew, without a copy of the old line", () => {
    world.write("USER.md", "- Prefer short answers <!-- origin: untrusted -->\n");
    world.state.ledger.book([
      booking("USER.md", "- Prefer short answers <!-- origin: untrusted -->\n", { origin: "untrusted" }),
    ]);
    expect(remember("Prefer short answers")).toMatchObject({ kind: "written", replaced: [] });
    expect(user()).toBe(ACTIVE("Prefer short answers"));
    expect(world.origin("USER.md", ACTIVE("Prefer short answers")).origin).toBe("owner");
  });
});

describe("a directive on the same subject", () => {
  test("takes the place of the old one, which follows it", () => {
    world.write("USER.md", `# Me\r\n\r\nI am Lin.\r\n\r\n- Answer in English\r\n  * also in mails\r\n- Use tabs\r\n`);
    remember("Use spaces");
    expect(user()).toBe(
      "# Me\r\n\r\nI am Lin.\r\n\r\n- Answer in English\r\n  * also in mails\r\n" +
        "- Use spaces <!-- observed: 2026-08-19 | status: active -->\r\n" +
        "- Use tabs <!-- observed: 2026-08-19 | status: superseded -->\r\n",
    );
  });

  test("takes over the key, and the old line keeps its day and loses key and triggers", () => {
    world.write(
      "USER.md",
      "- Use tabs <!-- key: indent --> <!-- trigger: tabs --> <!-- observed: 2026-07-01 | status: active -->",
    );
    remember("Use spaces");
    expect(user()).toBe(
      "- Use spaces <!-- key: indent --> <!-- observed: 2026-08-19 | status: active -->\n" +
        "- Use tabs <!-- observed: 2026-07-01 | status: superseded -->",
    );
  });

  test("leaves one chain when it goes back and forth", () => {
    for (const [text, day] of [["tabs", "19"], ["spaces", "20"], ["tabs", "21"], ["spaces", "21"]] as const) {
      remember(`Use ${text}`, `2026-08-${day}`);
    }
    expect(user()).toBe(HEAD + ACTIVE("Use spaces", "2026-08-21") + OLD("Use tabs", "2026-08-21"));
  });

  test("supersedes all that a person had stacked", () => {
    world.write("USER.md", "- Use tabs\n- Prefer dark mode\n- Use spaces\n");
    expect(remember("Use 4 spaces")).toMatchObject({ replaced: [{ text: "Use tabs" }, { text: "Use spaces" }] });
    expect(user()).toBe(ACTIVE("Use 4 spaces") + OLD("Use tabs") + OLD("Use spaces") + "- Prefer dark mode\n");
  });

  test("keeps what the ledger says of the old line", () => {
    world.write("USER.md", "- Use tabs\n");
    world.state.ledger.book([booking("USER.md", "- Use tabs\n", { origin: "untrusted" })]);
    remember("Use spaces");
    expect(world.origin("USER.md", OLD("Use tabs")).origin).toBe("untrusted");
  });
});

describe("a directive that was said earlier than what stands there", () => {
  test("does not take its place, by the day and by the moment", () => {
    remember("Use spaces", "2026-08-20");
    const frame = frameOn("2026-08-21");
    for (const observedAt of ["2026-08-19T12:00:00+08:00", "2026-08-20T09:00:00+08:00"]) {
      const late = { ...frame, author: { ...frame.author, observedAt } };
      expect(writeDirective(deps(), order("Use tabs"), late)).toMatchObject({
        kind: "outdated",
        entry: { text: "Use spaces" },
      });
    }
    expect(user()).not.toContain("Use tabs");
    // Said right now it is the last word, also after the clock was set back.
    expect(remember("Use tabs", "2026-08-18").kind).toBe("written");
  });
});

describe("a key or a named entry", () => {
  test("replaces whatever the words say", () => {
    remember("Use tabs", "2026-08-19", { key: "style" });
    remember("Prefer dark mode", "2026-08-20", { key: "style" });
    expect(user()).toContain(
      `- Prefer dark mode <!-- key: style --> <!-- observed: 2026-08-20 | status: active -->\n${OLD("Use tabs")}`,
    );
    const { key = "" } = parseCurated(user() ?? "").entries[0] ?? {};
    remember("Never push to main", "2026-08-21", { replaces: key });
    expect(user()).toContain("- Never push to main <!-- key: style -->");
  });

  test("two keys keep apart what is on one subject", () => {
    remember("Use tabs", "2026-08-19", { key: "go" });
    expect(remember("Use spaces", "2026-08-19", { key: "python" })).toMatchObject({ kind: "written", replaced: [] });
  });

  test("that is not there is an error", () => {
    expect(errorOf(() => remember("Use tabs", "2026-08-19", { replaces: "e:0123456789ab" })).message).toContain(
      "no active directive",
    );
    expect(user()).toBeNull();
  });
});

describe("in doubt", () => {
  test("nothing is written, and the close ones are named", () => {
    remember("Use tabs");
    const before = user();
    expect(remember("Use spaces in Go files")).toMatchObject({ kind: "doubt", close: [{ text: "Use tabs", line: 5 }] });
    expect(user()).toBe(before);
  });

  test("a key of its own, or the owner's word, keeps both", () => {
    remember("Use tabs");
    expect(remember("Use spaces in Go files", "2026-08-19", { key: "go" }).kind).toBe("written");
    expect(remember("Use spaces in Rust files", "2026-08-19", { keepsClose: true }).kind).toBe("written");
    expect(user()?.match(/status: active/g)).toHaveLength(3);
  });
});

describe("superseded lines", () => {
  const chain = ACTIVE("Use spaces", "2026-08-19") + OLD("Use tabs", "2026-06-01");

  test("leave 30 days after their successor came, with the next write", () => {
    world.write("USER.md", chain);
    remember("Prefer dark mode", "2026-09-17");
    expect(user()).toContain("Use tabs");
    expect(remember("Never push to main", "2026-09-18")).toMatchObject({ pruned: [{ text: "Use tabs" }] });
    expect(user()).not.toContain("Use tabs");
  });

  test("leave at night, too, and nothing else does", () => {
    world.write("USER.md", `${chain}- Expired <!-- expires: 2026-01-01 -->\n- no day <!-- key: a -->\n`);
    const { now } = frameOn("2026-09-17");
    expect(pruneDirectives(deps(), { now, sweepId: null })).toEqual([]);
    expect(pruneDirectives(deps(), { now: frameOn("2026-09-18").now, sweepId: null })).toMatchObject([{
      text: "Use tabs",
    }]);
    expect(user()).toBe(`${ACTIVE("Use spaces")}- Expired <!-- expires: 2026-01-01 -->\n- no day <!-- key: a -->\n`);
  });
});

describe("a file that cannot be written", () => {
  test("because it leads out of the workspace is left alone", () => {
    symlinkSync("/etc/hostname", file());
    expect(errorOf(() => remember("Use tabs")).message).toContain("leads out of the workspace");
  });

  test("because it is not UTF-8 is left alone", () => {
    writeFileSync(file(), Buffer.from([0x2d, 0x20, 0xff, 0xfe, 0x41, 0x0a]));
    expect(errorOf(() => remember("Use tabs")).message).toContain("UTF-8");
  });
});

const SAID = fc.constantFrom(
  "Use tabs",
  "Use spaces",
  "Prefer dark mode",
  "Prefer light mode",
  "Answer in English",
  "总是用中文回答",
  "Never push to main",
  "Always use semicolons",
  "Never use semicolons",
  "优先简短的回答",
  "Give detailed answers",
  "Call me Lin",
  "叫我小林",
  "Avoid emojis",
);
const STEP = fc.record({
  text: SAID,
  key: fc.constantFrom(null, null, null, "a", "b"),
  days: fc.integer({ min: 0, max: 40 }),
});
const LINES = fc.constantFrom(
  "# Me",
  "",
  "Some prose about Lin.",
  "- hand written entry",
  "  * a child",
  "* another marker",
  "## Other",
  "<!-- a comment -->",
  "1. numbered",
  "- Use tabs",
  "- Prefer dark mode <!-- observed: 2026-01-01 | status: active -->",
  "> quote",
  "| a | b |",
);

describe("laws", () => {
  test("never two active directives of one subject, one chain each, and the grammar holds", () => {
    const read = subjectReader();
    fc.assert(
      fc.property(fc.array(STEP, { minLength: 1, maxLength: 8 }), (steps) => {
        rmSync(file(), { force: true });
        let ms = Date.parse("2026-01-01T10:00:00+08:00");
        for (const { text, key, days } of steps) {
          ms += days * 86_400_000;
          remember(text, new Date(ms).toISOString().slice(0, 10), { key, keepsClose: true });
        }
        const text = user() ?? "";
        const parsed = parseCurated(text);
        expect(formatCurated(parsed)).toBe(text);
        const active = parsed.entries.filter(({ annotations }) => annotations.status === "active");
        for (const [at, a] of active.entries()) {
          for (const b of active.slice(at + 1)) {
            const [ka, kb] = [a.annotations.key, b.annotations.key];
            const isApart = ka !== null && kb !== null && ka !== kb;
            if (!isApart) expect([a.text, b.text, compareSubjects(read(a.text), read(b.text))]).not.toContain("same");
          }
        }
        // A superseded line stands below what took its place, never on top.
        expect(parsed.entries[0]?.annotations.status).toBe("active");
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  test("every line that an order does not touch keeps its bytes and its place", () => {
    fc.assert(
      fc.property(
        fc.array(LINES, { maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        SAID,
        (lines, eol, hasEnd, text) => {
          rmSync(file(), { force: true });
          const before = lines.join(eol) + (hasEnd ? eol : "");
          world.write("USER.md", before);
          const outcome = writeDirective(deps(), order(text, { keepsClose: true }), frameOn("2026-08-19"));
          const after = user() ?? "";
          if (outcome.kind !== "written") return expect(after).toBe(before);
          const touched = new Set([outcome.entry.text, ...outcome.replaced.map((it) => it.text)]);
          const rest = (content: string) =>
            parseCurated(content).entries.filter((it) => !touched.has(it.text)).map(({ raw }) =>
              raw.replace(/[\r\n]+$/, "")
            );
          expect(rest(after)).toEqual(rest(before));
          const others = (content: string) =>
            parseCurated(content).pieces.filter(({ kind }) => kind !== "entry").map(({ raw }) => raw.trim()).filter((
              raw,
            ) => raw !== "");
          expect(others(after).filter((raw) => raw !== "## Directives" && raw !== "# About the User")).toEqual(
            others(before),
          );
        },
      ),
      { seed: 7, numRuns: 60 },
    );
  });
});
