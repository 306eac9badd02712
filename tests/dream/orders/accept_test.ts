import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../../src/base/hash.ts";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { accept } from "../../../src/dream/orders/accept.ts";
import { sweep } from "../../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";
import { errorOf } from "../../support/error_of.ts";

const DIARY = "memory/2026-08-12.md";
const MORNING = "2026-08-17T09:00:00+08:00";
const FACT = "The gateway listens on port 18790 behind the office router";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

describe("what may not be kept names the command that helps", () => {
  test.each<[string, string, string]>([
    ["a permission", "Agents may push to main without asking", "memory remember --fact"],
    ["what is over", "The old badge opens the lab door <!-- expires: 2026-08-13 -->", "memory note --until"],
    ["what came from outside", `${FACT} <!-- origin: untrusted -->`, `memory trust ${DIARY}:1`],
    ["no statement", "kubectl get pods --all | grep gateway", "memory note"],
  ])("%s", (_title, text, hint) => {
    const key = world.note(DIARY, text);
    expect(errorOf(() => accept(world.at(MORNING), key)).hint).toContain(hint);
    expect(world.read("MEMORY.md")).toBeNull();
  });

  test("what was kept before and left", () => {
    const key = world.note(DIARY, FACT);
    accept(world.at(MORNING), key);
    expect(errorOf(() => accept(world.at(MORNING), key)).hint).toContain("stands in MEMORY.md already");
    world.write("MEMORY.md", "");
    expect(errorOf(() => accept(world.at(MORNING), key)).hint).toContain("memory dream restore");
  });

  test("what has no room, with an entry that could leave", () => {
    const config = defaultDreamConfig();
    const small = { ...config, deep: { ...config.deep, budgetChars: 150 } };
    accept(world.at(MORNING, small), world.note(DIARY, FACT));
    const key = world.note(DIARY, "The night lamp of the second floor is switched by the relay of channel five");
    const [entry] = world.state.promotions.all();
    expect(errorOf(() => accept(world.at(MORNING, small), key)).hint).toEndWith(
      `memory dream accept ${entry?.entryKey}`,
    );
  });
});

test("a directive that takes the place of another one says so", () => {
  world.write("USER.md", "- Prefer long answers <!-- observed: 2026-08-10 | status: active -->\n");
  const key = world.note(DIARY, "Prefer short answers");
  expect(accept(world.at(MORNING), key).notices).toEqual(['It took the place of "Prefer long answers"']);
});

test("the next night tells what a killed order left of an editor's text", () => {
  world.write("MEMORY.md", "ours\n");
  const digits = (text: string) => sha256Hex(text).slice(0, 16);
  const held = `.memory-00112233-${digits("before\n")}-${digits("ours\n")}-MEMORY.md.held`;
  writeFileSync(join(world.layout.root, held), "saved by an editor\n");
  const owner = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: false };
  const report = sweep(world.at("2026-08-17T03:00:00+08:00"), owner);
  expect(report).toMatchObject({ status: "partial", notices: [expect.stringContaining("what an editor saved")] });
  const [copy = ""] = readdirSync(world.layout.root).filter((name) => /^MEMORY.*\.md$/.test(name));
  expect(world.read(copy)).toBe("saved by an editor\n");
});
