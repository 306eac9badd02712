import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { explain } from "../../src/dream/explain.ts";
import { accept } from "../../src/dream/orders/accept.ts";
import { reconsider } from "../../src/dream/orders/reject.ts";
import { undo } from "../../src/dream/orders/undo.ts";
import { sweep, type SweepRequest } from "../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

function say(day: string, text: string, origin: "owner" | "agent" = "owner"): string {
  return world.note(`memory/2026-08-${day}.md`, text, { origin, observedAt: `2026-08-${day}T09:00:00+08:00` });
}

function night(day: string) {
  return sweep(world.at(`2026-08-${day}T03:00:00+08:00`), OWNER);
}

describe("a preference of the owner's", () => {
  test.each<[string, string, string]>([
    ["in English", "From now on answer in short sentences", "Always answer in short sentences"],
    ["in Chinese", "以后都用中文回答", "总是用中文回答"],
  ])("that says that it holds from now on is a directive the next night, %s", (_title, said, directive) => {
    const key = say("12", said);
    expect(explain(world.at("2026-08-13T03:00:00+08:00"), key)).toMatchObject({ stop: { name: "directive" } });
    expect(night("13")).toMatchObject({ status: "done", directives: [{ key, directive, outcome: "written" }] });
    expect(world.read("USER.md")).toContain(`- ${directive} <!--`);
    expect(world.read("MEMORY.md")).toBeNull();
    expect(world.read("DREAMS.md")).toContain("### Directives in USER.md");
    expect(night("14").status).toBe("quiet");
  });

  test("said once without such a word waits for a second day", () => {
    say("12", "I prefer short answers with an example");
    expect(night("13").directives).toEqual([]);
    say("13", "I prefer short answers with an example");
    expect(night("14").directives).toMatchObject([{ outcome: "written" }]);
    expect(world.read("USER.md")).toContain("Prefer short answers with an example");
  });

  test("said again after another one was ordered is the last word", () => {
    say("12", "I prefer short answers");
    night("13");
    world.write("USER.md", "- Prefer long answers <!-- observed: 2026-08-14 | status: active -->\n");
    say("15", "I prefer short answers");
    expect(night("16").directives).toMatchObject([{ outcome: "written", others: ["Prefer long answers"] }]);
    expect(world.read("USER.md")).toContain("- Prefer short answers <!-- observed: 2026-08-15 | status: active -->");
  });

  test("takes the place of one that a wrong clock dated ahead", () => {
    world.write("USER.md", "- Prefer long answers <!-- observed: 2036-08-14 | status: active -->\n");
    say("15", "From now on I prefer short answers");
    expect(night("16").directives).toMatchObject([{ outcome: "written", others: ["Prefer long answers"] }]);
  });

  test("is taken back with its night", () => {
    world.write("USER.md", "# Mine\n\n- Write tests first\n");
    say("12", "Never use tabs in Python files");
    night("13");
    expect(world.read("USER.md")).toContain("Never use tabs");
    undo(world.at("2026-08-13T09:00:00+08:00"), null);
    expect(world.read("USER.md")).toBe("# Mine\n\n- Write tests first\n");
    expect(night("14").directives).toEqual([]);
    const at = world.at("2026-08-14T09:00:00+08:00");
    expect(explain(at, "tabs in Python")).toMatchObject({ verdict: "blocked", stop: { name: "rejected" } });
    expect(reconsider(at, "tabs in Python").changed).toBeTrue();
    expect(night("15").directives).toMatchObject([{ outcome: "written" }]);
  });

  test("that was accepted is taken back as well", () => {
    const key = say("12", "Prefer tabs in Python files", "agent");
    accept(world.at("2026-08-13T08:00:00+08:00"), key);
    expect(undo(world.at("2026-08-13T09:00:00+08:00"), null).rejected).toEqual([key]);
    expect(world.read("USER.md")).toBe("");
  });
});

test("a superseded directive leaves in the night after its days are over, and undo does not bring it back", () => {
  const stands = "- 总是用中文回答 <!-- observed: 2026-07-10 | status: active -->\n";
  world.write("USER.md", `${stands}- Answer in English <!-- observed: 2026-07-01 | status: superseded -->\n`);
  expect(night("08").directives).toEqual([]);
  const deps = { ...world.at("2026-08-08T09:00:00+08:00"), keepSupersededDays: 31 };
  expect(sweep(deps, OWNER).directives).toEqual([]);
  expect(night("09")).toMatchObject({ status: "done", directives: [{ outcome: "pruned", text: "Answer in English" }] });
  expect(world.read("USER.md")).toBe(stands);
  expect(world.read("DREAMS.md")).toContain("Left the file");
  expect(() => undo(world.at("2026-08-09T09:00:00+08:00"), null)).toThrow("no sweep has changed");
  expect(night("10").status).toBe("quiet");
});

test("several directives of one night are taken back with it", () => {
  world.write("USER.md", "# Mine\n");
  say("12", "Never use tabs in Python files");
  say("12", "以后都用中文回答");
  expect(night("13").directives).toHaveLength(2);
  undo(world.at("2026-08-13T09:00:00+08:00"), null);
  expect(world.read("USER.md")).toBe("# Mine\n");
});

test("what an agent or a dry run says of preferences writes nothing, and the owner's yes does", () => {
  const key = say("12", "The user prefers short answers with an example", "agent");
  say("12", "Always answer in English");
  expect(sweep(world.at("2026-08-13T03:00:00+08:00"), { ...OWNER, isDryRun: true }).directives).toMatchObject([
    { outcome: "planned" },
  ]);
  expect(world.read("USER.md")).toBeNull();
  night("13");
  expect(world.read("USER.md")).not.toContain("short answers");
  expect(accept(world.at("2026-08-13T09:00:00+08:00"), key)).toMatchObject({ operation: "directive", path: "USER.md" });
  expect(world.read("USER.md")).toContain("Prefer short answers");
});
