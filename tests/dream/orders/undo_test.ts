import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { explain } from "../../../src/dream/explain.ts";
import { reconsider, reject } from "../../../src/dream/orders/reject.ts";
import { undo } from "../../../src/dream/orders/undo.ts";
import { sweep, type SweepRequest } from "../../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";
import { errorOf } from "../../support/error_of.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: false };
const FACT = "The gateway listens on port 18790 behind the office router";
const OTHER = "夜间备份存放在东区机房的磁带库里面";
const DIARY = "memory/2026-08-12.md";
const NIGHT = "2026-08-17T03:00:00+08:00";
const MORNING = "2026-08-17T09:00:00+08:00";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

/** Notes a line and has four questions find it on four days before the night of the 17th. */
function promising(text: string, annotations = ""): string {
  const key = world.note(DIARY, `${text}${annotations}`);
  const days = ["13", "14", "15", "16"];
  world.recall(DIARY, text, days.map((day) => ({ question: `${text} ${day}`, at: `2026-08-${day}T10:00:00+08:00` })));
  return key;
}

function night(iso = NIGHT) {
  return sweep(world.at(iso), { ...OWNER, isForced: true });
}

describe("undo", () => {
  test("puts the file back byte for byte, and says so on a page of its own", () => {
    const before = "\uFEFF# Mine\r\n\r\n- one\r\n";
    world.write("MEMORY.md", before);
    promising(FACT);
    night();
    const report = undo(world.at(MORNING), null);

    expect(world.read("MEMORY.md")).toBe(before);
    expect(report).toMatchObject({ sweep: 1, removed: [FACT], returned: [], left: [], diary: "DREAMS.md" });
    expect(world.read("DREAMS.md")).toContain("You took back sweep 1 of 2026-08-17");
    expect(world.read("DREAMS.md")).toContain(`- - ${FACT}`);
  });

  test("of turning a claim down brings its entry back as kept, and nothing is told of an interrupted night", () => {
    const key = promising(FACT);
    night();
    reject(world.at(MORNING), key);
    undo(world.at("2026-08-17T10:00:00+08:00"), null);
    expect(world.state.rejections.all().size).toBe(0);
    expect(night("2026-08-18T03:00:00+08:00")).toMatchObject({ status: "quiet", stopped: { promoted: 1 } });
  });

  test("turns its claims down: the next night keeps nothing, whatever is asked, until they are reconsidered", () => {
    const key = promising(FACT);
    night();
    undo(world.at(MORNING), null);
    expect(night("2026-08-18T03:00:00+08:00")).toMatchObject({ status: "quiet", stopped: { rejected: 1 } });
    expect(explain(world.at("2026-08-18T04:00:00+08:00"), key)).toMatchObject({
      verdict: "blocked",
      stop: { name: "rejected" },
    });
    expect(reconsider(world.at("2026-08-18T05:00:00+08:00"), key)).toMatchObject({ changed: true, rejected: false });
    expect(night("2026-08-18T06:00:00+08:00").promoted.map(({ text }) => text)).toEqual([FACT]);
  });

  test("keeps what a person wrote since, and takes out only what the sweep put in", () => {
    world.write("MEMORY.md", "# Mine\n\n- one\n");
    promising(FACT);
    night();
    world.write("MEMORY.md", `${world.read("MEMORY.md")}\n## Later\n\n- 手写的一条\n`);
    expect(undo(world.at(MORNING), null)).toMatchObject({ removed: [FACT], left: [] });
    expect(world.read("MEMORY.md")).toBe("# Mine\n\n- one\n\n## Later\n\n- 手写的一条\n");
  });

  test("brings back what was superseded, with its annotations, under its heading", () => {
    const old = "- The gateway listens on port 18789 <!-- key: gateway.port --> <!-- observed: 2026-08-01 -->";
    world.write("MEMORY.md", `# Mine\n\n## Ports\n\n${old}\n- other\n`);
    promising(FACT, " <!-- key: gateway.port -->");
    night();
    world.write("MEMORY.md", `${world.read("MEMORY.md")}- mine since\n`);
    expect(world.read("MEMORY.md")).not.toContain("18789");
    expect(undo(world.at(MORNING), null).returned).toEqual([old]);
    expect(world.read("MEMORY.md")).toContain(`## Ports\n\n- other\n${old}\n`);
    expect(world.read("MEMORY.md")).not.toContain("18790");
    expect(world.read("MEMORY.md")).toContain("- mine since");
  });

  test("separates what was merged, unless a person changed the entry since", () => {
    const mine = `- ${FACT}\n- more of mine\n`;
    world.write("MEMORY.md", mine);
    promising(FACT);
    night();
    expect(world.read("MEMORY.md")).toContain(`source: ${DIARY}`);
    world.write("MEMORY.md", `${world.read("MEMORY.md")}- saved since\n`);
    undo(world.at(MORNING), null);
    expect(world.read("MEMORY.md")).toBe(`${mine}- saved since\n`);
  });

  test("takes the newest first: an older one is refused, naming the newer, until those are undone", () => {
    promising(FACT);
    night();
    promising(OTHER);
    night("2026-08-18T03:00:00+08:00");
    const error = errorOf(() => undo(world.at("2026-08-18T09:00:00+08:00"), 1));
    expect(error.message).toContain("by sweep 2 of 2026-08-18");
    expect(undo(world.at("2026-08-18T09:00:00+08:00"), null).sweep).toBe(2);
    expect(undo(world.at("2026-08-18T09:00:00+08:00"), 1)).toMatchObject({ sweep: 1, removed: [FACT] });
    expect(errorOf(() => undo(world.at("2026-08-18T09:00:00+08:00"), null)).message).toContain("no sweep has changed");
    expect(errorOf(() => undo(world.at("2026-08-18T09:00:00+08:00"), 1)).message).toContain("it was undone at");
    expect(errorOf(() => undo(world.at("2026-08-18T09:00:00+08:00"), 99)).message).toContain("no real sweep");
  });

  test("that is killed after the file was written is finished by the next one", () => {
    promising(FACT);
    night();
    const deps = world.at(MORNING);
    const dying = () => {
      throw new Error("killed");
    };
    const state = { ...deps.state, promotions: { ...deps.state.promotions, setUndone: dying } };
    expect(() => undo({ ...deps, state }, null)).toThrow("killed");
    expect(world.read("MEMORY.md")).not.toContain(FACT);
    expect(undo(world.at(MORNING), null)).toMatchObject({ sweep: 1, removed: [] });
    expect(world.state.rejections.all().size).toBe(1);
  });

  test("keeps the file whole when an editor saves in between", () => {
    world.write("MEMORY.md", "- one\n");
    promising(FACT);
    night();
    const deps = world.at(MORNING);
    let saves = 1;
    const originsOf: typeof deps.originsOf = (path, lines) => {
      if (saves-- > 0) world.write("MEMORY.md", `${world.read("MEMORY.md")}- saved meanwhile\n`);
      return deps.originsOf(path, lines);
    };
    undo({ ...deps, originsOf }, null);
    expect(world.read("MEMORY.md")).toContain("- one\n");
    expect(world.read("MEMORY.md")).toContain("- saved meanwhile\n");
    expect(world.read("MEMORY.md")).not.toContain(FACT);
  });
});

describe("reject", () => {
  test("keeps a claim out, in every file that has the same words, and lets other words in", () => {
    const key = promising(FACT);
    expect(reject(world.at(MORNING), key)).toMatchObject({ key, rejected: true, changed: true, removed: null });
    expect(reject(world.at(MORNING), key)).toMatchObject({ changed: false });
    world.note("memory/2026-08-11.md", FACT);
    expect(night().promoted).toEqual([]);
    const reworded = "Behind the office router the gateway answers on port 18790 only";
    promising(reworded);
    expect(night("2026-08-18T03:00:00+08:00").promoted.map(({ text }) => text)).toEqual([reworded]);
  });

  test("takes the entry that was made of it out of MEMORY.md, and undo does not bring it back", () => {
    const key = promising(FACT);
    night();
    expect(reject(world.at(MORNING), key)).toMatchObject({ removed: FACT, diary: "DREAMS.md" });
    expect(world.read("MEMORY.md")).not.toContain(FACT);
    expect(night("2026-08-18T03:00:00+08:00")).toMatchObject({ promoted: [], stopped: { rejected: 1 } });
  });

  test("refuses what means no claim", () => {
    expect(errorOf(() => reject(world.at(MORNING), "nothing of the kind")).message).toContain("no claim matches");
  });
});
