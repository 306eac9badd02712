import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DreamDeps } from "../../../src/dream/night.ts";
import { sweep, type SweepRequest } from "../../../src/dream/sweep.ts";
import { KEPT_PRE_IMAGES } from "../../../src/store/state/pre_images.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: false };
const FACT = "The gateway listens on port 18790 behind the office router";
const DIARY = "memory/2026-08-12.md";
const NIGHT = "2026-08-17T03:00:00+08:00";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
  promising(FACT);
});
afterEach(() => world.close());

/** Notes a line and has four questions find it on four days. */
function promising(text: string, path = DIARY): void {
  world.note(path, text);
  const days = ["13", "14", "15", "16"];
  world.recall(path, text, days.map((day) => ({ question: `${text} ${day}`, at: `2026-08-${day}T10:00:00+08:00` })));
}

/** An editor that saves `MEMORY.md` each time just after the dream has read it, so many times. */
function withEditor(deps: DreamDeps, saves: readonly string[]): DreamDeps {
  const left = [...saves];
  let reads = 0;
  return {
    ...deps,
    originsOf: (path, lines) => {
      // The first look is REM's, before the deep phase; nothing rests on it.
      if (path === "MEMORY.md" && reads++ > 0) {
        const next = left.shift();
        if (next !== undefined) world.write("MEMORY.md", next);
      }
      return deps.originsOf(path, lines);
    },
  };
}

describe("with an editor at work", () => {
  test("the entry is appended to what the editor saved, and nothing of that is lost", () => {
    world.write("MEMORY.md", "# Mine\n\n- one\n");
    const report = sweep(withEditor(world.at(NIGHT), ["# Mine\n\n- one\n- saved meanwhile\n"]), OWNER);

    expect(report.promoted.map(({ text }) => text)).toEqual([FACT]);
    const memory = world.read("MEMORY.md") ?? "";
    expect(memory).toStartWith(
      "# Mine\n\n- one\n- saved meanwhile\n\n## Promoted From Short-Term Memory (2026-08-17)\n\n- The gateway",
    );
    expect(world.read("DREAMS.md")).toContain("Entries were only appended tonight");
  });

  test("that saves twice, everything waits for another night", () => {
    world.write("MEMORY.md", "- one\n");
    const report = sweep(withEditor(world.at(NIGHT), ["- two\n", "- three\n"]), OWNER);

    expect(report).toMatchObject({ status: "quiet", promoted: [] });
    expect(report.stopped["acceptance"]).toBe(1);
    expect(world.read("MEMORY.md")).toBe("- three\n");
    expect(sweep(world.at("2026-08-18T03:00:00+08:00"), OWNER).promoted).toHaveLength(1);
  });

  test("that makes the file while it is new, the entry goes into it", () => {
    sweep(withEditor(world.at(NIGHT), ["- first words\n"]), OWNER);
    expect(world.read("MEMORY.md")).toStartWith("- first words\n");
    expect(world.read("MEMORY.md")).toContain(FACT);
  });

  test("what would change a standing entry is not appended beside it", () => {
    world.write("MEMORY.md", `- ${FACT.toUpperCase()}\n`);
    const report = sweep(withEditor(world.at(NIGHT), [`- ${FACT.toUpperCase()}\n- more\n`]), OWNER);
    expect(report.promoted).toEqual([]);
    expect(world.read("MEMORY.md")).toBe(`- ${FACT.toUpperCase()}\n- more\n`);
  });
});

describe("a MEMORY.md that cannot be written", () => {
  test.each<[string, () => void, string]>([
    ["is a folder", () => mkdirSync(join(world.layout.root, "MEMORY.md")), "MEMORY.md is left alone"],
    [
      "leads out of the workspace",
      () => symlinkSync("/etc/hostname", join(world.layout.root, "MEMORY.md")),
      "leads out",
    ],
    [
      "leads to instructions",
      () => {
        world.write("AGENTS.md", "# Rules\n");
        symlinkSync("AGENTS.md", join(world.layout.root, "MEMORY.md"));
      },
      'link to "AGENTS.md"',
    ],
    ["leads nowhere", () => symlinkSync("gone.md", join(world.layout.root, "MEMORY.md")), "leads nowhere"],
    [
      "leads to directives",
      () => {
        world.write("USER.md", "- Prefer tea\n");
        symlinkSync("USER.md", join(world.layout.root, "MEMORY.md"));
      },
      'link to "USER.md"',
    ],
    [
      "is not UTF-8",
      () => writeFileSync(join(world.layout.root, "MEMORY.md"), Buffer.from([0x2d, 0x20, 0xff, 0xfe, 0x41, 0x0a])),
      "UTF-8",
    ],
  ])("because it %s stays as it is, and the report says why", (_title, make, reason) => {
    make();
    const report = sweep(world.at(NIGHT), OWNER);
    expect(report).toMatchObject({ status: "partial", promoted: [] });
    expect(report.stopped["acceptance"]).toBe(1);
    expect(report.notices[0]).toStartWith("1 claim waits for MEMORY.md, which is left alone: ");
    expect(report.nearMisses[0]?.needs[0]).toContain(reason);
  });
});

describe("the record", () => {
  test("holds the file as it was, the entry's origin, and what was promoted", () => {
    const before = "\uFEFF# Mine\r\n\r\n- one\r\n";
    world.write("MEMORY.md", before);
    const { sweep: id } = sweep(world.at(NIGHT), OWNER);

    const [image] = world.state.preImages.ofSweep(id ?? 0);
    expect(Buffer.from(image?.content ?? []).toString()).toBe(before);
    const line = (world.read("MEMORY.md") ?? "").split("\r\n").find((row) => row.includes(FACT)) ?? "";
    expect(world.state.ledger.find("MEMORY.md", line)).toMatchObject({
      origin: "agent",
      writer: "dream",
      sessionKind: "interactive",
    });
    expect(world.state.promotions.all()).toMatchObject([{
      sweepId: id,
      text: FACT,
      operation: "added",
      source: `${DIARY}#L1-L1`,
    }]);
    expect(world.state.promotions.all()[0]?.entryKey).toMatch(/^e:[0-9a-f]{12}$/);
  });

  test("keeps no more pre-images than it should", () => {
    for (let night = 0; night < KEPT_PRE_IMAGES + 3; night++) {
      const day = new Date(Date.UTC(2026, 8, 1 + night)).toISOString().slice(0, 10);
      const startedAt = `${day}T03:00:00Z`;
      const sweepId = world.state.sweeps.begin({ day, startedAt, mode: "real", isScheduled: true });
      world.state.preImages.put({ sweepId, path: "MEMORY.md", hash: null, content: null, takenAt: `${day}T00:00:00Z` });
    }
    expect(world.state.preImages.count()).toBe(KEPT_PRE_IMAGES);
  });

  test("keeps the owner's class for the owner's words", () => {
    const text = "The office key lies in the upper drawer of the cabinet";
    world.note("memory/2026-08-13.md", text, { origin: "owner" });
    promising(text, "memory/2026-08-13.md");
    sweep(world.at(NIGHT), OWNER);
    const line = (world.read("MEMORY.md") ?? "").split("\n").find((row) => row.includes(text)) ?? "";
    expect(world.state.ledger.find("MEMORY.md", line)?.origin).toBe("owner");
  });
});

describe("a night that dies", () => {
  /** The state, with one table's method that throws as if the process had ended there. */
  function dying(deps: DreamDeps, table: "promotions" | "candidates" | "sweeps", method: string): DreamDeps {
    const die = () => {
      throw new Error("killed");
    };
    return { ...deps, state: { ...deps.state, [table]: { ...deps.state[table], [method]: die } } };
  }

  test("before the file is written, leaves it as it was and is run again", () => {
    const deps = world.at(NIGHT);
    const killed = {
      ...deps.state,
      preImages: {
        ...deps.state.preImages,
        put: () => {
          throw new Error("killed");
        },
      },
    };
    expect(() => sweep({ ...deps, state: killed }, OWNER)).toThrow("killed");
    expect(world.read("MEMORY.md")).toBeNull();
    expect(sweep(world.at(NIGHT), OWNER).promoted).toHaveLength(1);
  });

  test("after the file is written, is finished by the next one: recorded, told, not written twice", () => {
    expect(() => sweep(dying(world.at(NIGHT), "promotions", "add"), OWNER)).toThrow("killed");
    const memory = world.read("MEMORY.md");
    expect(memory).toContain(FACT);

    const report = sweep(world.at("2026-08-17T03:05:00+08:00"), OWNER);

    expect(report.status).toBe("done");
    expect(world.read("MEMORY.md")).toBe(memory);
    expect(world.state.promotions.all()).toHaveLength(1);
    expect(world.state.candidates.all()[0]?.promotedAt).not.toBeNull();
    expect(world.read("DREAMS.md")).toContain("of an interrupted night");
    expect(sweep(world.at("2026-08-18T03:00:00+08:00"), OWNER).status).toBe("quiet");
  });

  test("after it was recorded, is told by the next one, once", () => {
    mkdirSync(join(world.layout.root, "DREAMS.md"));
    const report = sweep(world.at(NIGHT), OWNER);
    expect(report.status).toBe("partial");
    expect(report.notices[0]).toContain("The page of this night is missing");
    rmdirSync(join(world.layout.root, "DREAMS.md"));

    sweep(world.at("2026-08-18T03:00:00+08:00"), OWNER);
    expect(world.read("DREAMS.md")).toContain(FACT);
    const page = world.read("DREAMS.md");
    sweep(world.at("2026-08-19T03:00:00+08:00"), OWNER);
    expect(world.read("DREAMS.md")).toBe(page);
  });

  test("counts no hit twice when it runs again", () => {
    expect(() => sweep(dying(world.at(NIGHT), "promotions", "add"), OWNER)).toThrow("killed");
    const [before] = world.state.candidates.all();
    sweep(world.at("2026-08-17T03:05:00+08:00"), OWNER);
    const [after] = world.state.candidates.all();
    expect(after).toMatchObject({
      lightHits: before?.lightHits,
      remHits: before?.remHits,
      dailyCount: before?.dailyCount,
    });
  });
});
