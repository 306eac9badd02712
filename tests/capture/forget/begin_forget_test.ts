import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beginForget } from "../../../src/capture/forget/begin_forget.ts";
import { cutFiles } from "../../../src/capture/forget/carry_out.ts";
import { chooseBySelector } from "../../../src/capture/forget/choose_lines.ts";
import type { ForgetDeps, ForgetPlan } from "../../../src/capture/forget/forget_plan.ts";
import { mayForget, requestForget } from "../../../src/capture/forget/may_forget.ts";
import { planAgain } from "../../../src/capture/forget/plan_again.ts";
import { planForget } from "../../../src/capture/forget/plan_forget.ts";
import { originReader } from "../../../src/store/state/origin_reader.ts";
import { listFiles } from "../../../src/workspace/list_files.ts";
import { booking, openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

const DIARY = "memory/2026-08-19.md";
const TEXT = "The quokkaport listens behind zanzibar";

let world: StoreWorld;
let deps: ForgetDeps;

beforeEach(() => {
  world = openStoreWorld();
  const { layout, state, clock } = world;
  const originsOf = originReader(state, { unbooked: "agent", isLost: false });
  const select = { layout, files: () => listFiles(layout).files.map(({ path }) => path).sort() };
  deps = { layout, state, clock, originsOf, select };
});

afterEach(() => world.remove());

function plan(selector: string): ForgetPlan {
  return planForget(deps, chooseBySelector(deps, selector));
}

/** Carries a plan out but for the databases' own clean-up. */
function forget(selector: string) {
  const { row, erased } = beginForget(deps, plan(selector));
  cutFiles(deps, row);
  return erased;
}

function read(path: string): string {
  return readFileSync(join(world.layout.root, path), "utf8");
}

function book(path: string, line: string, more: Parameters<typeof booking>[2] = {}): void {
  world.state.ledger.book([booking(path, line, more)]);
}

describe("planning", () => {
  test("finds the line, its copies, mentions that stay, and what says nearly the same", () => {
    world.write(DIARY, `# 2026-08-19\n\n- ${TEXT}\n- *${TEXT.toUpperCase()}*!\n`);
    world.write("memory/topics.md", `- I doubt that ${TEXT} today\n- The quokkaport listens behind the shed\n- Rain\n`);
    const { removed, left, near, words } = plan(`${DIARY}:3`);
    expect(removed.map(({ line, why }) => `${line} ${why}`)).toEqual(["3 chosen", "4 copy"]);
    expect(left).toMatchObject([{ path: "memory/topics.md", line: 1, reason: "it says more than that" }]);
    expect(near).toMatchObject([{ path: "memory/topics.md", line: 2 }]);
    expect(words).toEqual([]);
  });

  test("leaves what says more than that where it is, and lists it: children, sentences, clauses", () => {
    const curated = `# M\n\n- Project X\n  - the budget is 5 million\n  - ${TEXT}\n  - Alice leads\n`;
    const note = `The budget is 5 million, ${TEXT}, and the launch is in May.\n\n- We met. ${TEXT}. It rained.\n`;
    world.write(DIARY, `- ${TEXT}\n`);
    world.write("MEMORY.md", curated);
    world.write("memory/topics.md", note);
    const { left } = plan(`${DIARY}:1`);
    expect(left.map(({ path, line, reason }) => `${path}:${line} ${reason}`)).toEqual([
      "MEMORY.md:3 it says more than that",
      "memory/topics.md:1 it says more than that",
      "memory/topics.md:3 it says more than that",
    ]);
    forget(`${DIARY}:1`);
    expect([read(DIARY), read("MEMORY.md"), read("memory/topics.md")]).toEqual(["", curated, note]);
  });

  test("takes a heading of ours with its last entry, and leaves one that a person wrote", () => {
    const head = "# M\n\n## Remembered (2026-08-18)\n\n- Rain\n\n";
    world.write("MEMORY.md", `${head}## Remembered (2026-08-19)\n\n- ${TEXT}\n\n## Notes\n\n- ${TEXT}\n`);
    forget("MEMORY.md:9");
    expect(read("MEMORY.md")).toBe(`${head}## Notes\n\n`);
  });

  test("knows the words also where prose runs over a line end: alone they go, within more they are listed", () => {
    const wrapped = TEXT.replace(" listens ", " listens\n");
    world.write(DIARY, `- ${TEXT}\n\n${wrapped}\n\nFirst of all ${wrapped} and more\n`);
    const { removed, left } = plan(`${DIARY}:1`);
    expect(removed.map(({ line, endLine }) => [line, endLine])).toEqual([[1, 1], [3, 4]]);
    expect(left.map(({ line }) => line)).toEqual([6]);
    forget(`${DIARY}:1`);
    expect(read(DIARY)).toBe(`\n\nFirst of all ${wrapped} and more\n`);
  });

  test("takes the words that nothing else has for the text's own", () => {
    world.write(DIARY, `- ${TEXT}\n- The shed listens behind the house\n`);
    expect([...plan(TEXT).words].sort()).toEqual(["quokkaport", "zanzibar"]);
  });

  test("refuses reports and instructions, and cuts files that are no UTF-8", () => {
    world.write("DREAMS.md", `- ${TEXT}\n`);
    world.write("AGENTS.md", `- ${TEXT}\n`);
    world.write("memory/old.md", Buffer.from(`\uFEFF- ${TEXT}\n`, "utf16le"));
    for (const path of ["DREAMS.md:1", "AGENTS.md:1"]) {
      expect(() => plan(path)).toThrow("Cannot forget");
    }
    world.write(DIARY, `- ${TEXT}\n`);
    for (const path of [DIARY, "memory/old.md"]) {
      const { removed, left } = plan(`${path}:1`);
      expect(left.map((it) => it.path)).toEqual(["AGENTS.md"]);
      expect(removed.map((it) => it.path)).toEqual(expect.arrayContaining([DIARY, "memory/old.md"]));
    }
  });

  test("gives another token for other lines", () => {
    world.write(DIARY, `- ${TEXT}\n`);
    const before = plan(TEXT).token;
    expect(plan(TEXT).token).toBe(before);
    world.write("memory/topics.md", `- ${TEXT}\n`);
    expect(plan(TEXT).token).not.toBe(before);
  });
});

describe("beginning", () => {
  test("changes nothing as a trial, and counts the same", () => {
    world.write(DIARY, `- ${TEXT}\n`);
    world.sync();
    world.state.injections.add([{ hash: "x", session: null, injectedAt: "2026-08-19T00:00:00Z", place: "search" }]);
    const trial = beginForget(deps, plan(TEXT), true);
    expect(world.state.tombstones.isEmpty()).toBe(true);
    expect(world.state.forgets.pending()).toEqual([]);
    expect(beginForget(deps, plan(TEXT)).erased).toEqual(trial.erased);
    expect(world.state.forgets.pending()).toHaveLength(1);
  });

  test("writes no word of the text into the record of what is to be done", () => {
    world.write(DIARY, `- ${TEXT}\n- The shed is green\n`);
    const { row } = beginForget(deps, plan(TEXT));
    expect(JSON.stringify(row)).not.toMatch(/quokka|zanzibar/i);
    expect(row.files).toMatchObject([{ path: DIARY, lines: [1], isWhole: false }]);
  });

  test("raises no line that had its class only from the text that goes", () => {
    world.write("memory/imports/web/page.md", `- ${TEXT}\n`);
    world.write("memory/topics.md", `- I doubt that ${TEXT} today\n`);
    world.sync();
    const line = `- I doubt that ${TEXT} today`;
    expect(world.origin("memory/topics.md", line).origin).toBe("untrusted");
    forget("memory/imports/web/page.md:1");
    expect(world.state.taints.copyOf(TEXT)).not.toBeNull();
    expect(world.origin("memory/topics.md", line).origin).toBe("untrusted");
  });
});

describe("cutting", () => {
  test("goes by what lines say where somebody changed the file meanwhile", () => {
    world.write(DIARY, `- First\n- ${TEXT}\n- Last\n`);
    const { row } = beginForget(deps, plan(TEXT));
    world.write(DIARY, `- A new line on top\n- First\n- ${TEXT}\n- Last\n`);
    cutFiles(deps, row);
    expect(read(DIARY)).toBe("- A new line on top\n- First\n- Last\n");
    cutFiles(deps, row);
    expect(read(DIARY)).toBe("- A new line on top\n- First\n- Last\n");
  });

  test("deletes a file that was meant as a whole, and keeps a byte order mark and line ends of the others", () => {
    world.write("memory/topics.md", `# Topics\n\n- ${TEXT}\n`);
    world.write(DIARY, `\uFEFF- One\r\n- ${TEXT}\r\n- Two\r\n`);
    forget("memory/topics.md");
    expect(existsSync(join(world.layout.root, "memory/topics.md"))).toBe(false);
    expect(read(DIARY)).toBe("\uFEFF- One\r\n- Two\r\n");
  });

  test("takes the rows of the lines away, and none of the others", () => {
    book(DIARY, `- ${TEXT}`);
    book(DIARY, "- Two");
    world.write(DIARY, `- ${TEXT}\n- Two\n`);
    world.sync();
    forget(TEXT);
    expect(world.state.ledger.find(DIARY, `- ${TEXT}`)).toBeNull();
    expect(world.state.ledger.find(DIARY, "- Two")).not.toBeNull();
  });
});

describe("an entry with a second source", () => {
  test("lives on in the words of that source, with its anchor alone", () => {
    const other = "The quokkaport also listens behind zanzibar!";
    const same = "the quokkaport listens behind zanzibar, they say so every single day of the whole long week in town";
    const twin = "They say so every single day of the whole long week in town: the quokkaport listens behind zanzibar";
    world.write(DIARY, `- ${same}\n- ${other}\n`);
    world.write("memory/2026-08-20.md", `- ${twin}\n`);
    const raw = `- ${same} <!-- source: ${DIARY}#L1-L1; memory/2026-08-20.md#L1-L1 --> <!-- trigger: quokkaport -->`;
    book("MEMORY.md", raw, { writer: "dream" });
    world.write("MEMORY.md", `# Long-Term Memory\n\n${raw}\n- Another entry\n`);
    world.sync();
    forget(`${DIARY}:1`);
    expect(read("MEMORY.md")).toBe(
      `# Long-Term Memory\n\n- ${twin} <!-- source: memory/2026-08-20.md#L1-L1 --> <!-- trigger: quokkaport -->\n` +
        "- Another entry\n",
    );
    expect(world.origin("MEMORY.md", read("MEMORY.md").split("\n")[2] ?? "")).toMatchObject({ origin: "agent" });
  });
});

describe("who may", () => {
  test("is the owner, and who wrote every line in this session; others may ask", () => {
    book(DIARY, `- ${TEXT}`, { session: "mine" });
    world.write(DIARY, `- ${TEXT}\n`);
    const wanted = plan(TEXT);
    expect(mayForget(wanted, { ceiling: "owner", session: null })).toBe(true);
    expect(mayForget(wanted, { ceiling: "agent", session: "mine" })).toBe(true);
    expect(mayForget(wanted, { ceiling: "agent", session: "other" })).toBe(false);
    expect(mayForget(wanted, { ceiling: "agent", session: null })).toBe(false);
    expect(requestForget(deps, wanted, "other")).toBe(1);
    requestForget(deps, wanted, "other");
    expect(world.state.forgets.requests()).toHaveLength(1);
    expect(JSON.stringify(world.state.forgets.requests())).not.toContain("quokka");
    forget(TEXT);
    expect(world.state.forgets.requests()).toEqual([]);
  });
});

describe("what a process that had read the text before writes later", () => {
  test("goes when the forget is completed, from files and state; what the owner has said again stays", () => {
    world.write(DIARY, `# 2026-08-19\n\n- ${TEXT}\n`);
    const { row } = beginForget(deps, plan(`${DIARY}:3`));
    cutFiles(deps, row);
    const { sweeps, tombstones } = world.state;
    world.write("MEMORY.md", `# Memory\n\n- Tea is at four\n- ${TEXT}\n`);
    world.write("memory/2026-08-20.md", `# 2026-08-20\n\n- ${TEXT}\n- Rain\n`);
    const id = sweeps.begin({ day: "2026-08-20", startedAt: NIGHT, mode: "real", isScheduled: false, kind: "night" });
    const report = JSON.stringify({ nearMisses: [{ text: TEXT }, { text: "Tea is at four" }] });
    sweeps.finish(id, { status: "done", finishedAt: NIGHT, promotable: 0, report });
    cutFiles(deps, row);
    expect(read("MEMORY.md")).toBe("# Memory\n\n- Tea is at four\n");
    expect(read("memory/2026-08-20.md")).toBe("# 2026-08-20\n\n- Rain\n");
    expect(JSON.stringify(sweeps.list(5))).not.toContain("quokkaport");
    expect(JSON.stringify(sweeps.list(5))).toContain("Tea is at four");
    tombstones.lift(TEXT);
    world.write("memory/2026-08-21.md", `- ${TEXT}\n`);
    cutFiles(deps, row);
    expect(read("memory/2026-08-21.md")).toBe(`- ${TEXT}\n`);
  });

  test("is planned for again at the place to which chosen lines moved, and refused where they are gone", () => {
    world.write(DIARY, `# 2026-08-19\n\n- ${TEXT}\n`);
    const chosen = chooseBySelector(deps, `${DIARY}:3`);
    const shown = planForget(deps, chosen);
    world.write(DIARY, `# 2026-08-19\n\n- New\n- ${TEXT}\n`);
    expect(planAgain(deps, chosen, shown).removed).toMatchObject([{ line: 4, why: "chosen" }]);
    world.write(DIARY, `# 2026-08-19\n\n- New\n`);
    expect(() => planAgain(deps, chosen, shown)).toThrow("it was changed meanwhile, and nothing was forgotten");
  });
});

const NIGHT = "2026-08-20T03:00:00+08:00";
