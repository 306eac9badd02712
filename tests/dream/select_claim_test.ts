import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { selectClaim } from "../../src/dream/select_claim.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";
import { errorOf } from "../support/error_of.ts";

const DIARY = "memory/2026-08-12.md";
const NIGHT = "2026-08-17T03:00:00+08:00";
const FACT = "The gateway listens on port 18790 behind the office router";
const asked = [{ question: "q", at: "2026-08-13T10:00:00+08:00" }];

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

const selected = (selector: string) => {
  const it = selectClaim(world.at(NIGHT), selector);
  return it.kind === "claim" ? { key: it.key, line: it.claim?.startLine ?? null } : it.kind;
};

describe("a claim is meant", () => {
  test("by its key, whether a table or only a file holds it, or only the table still does", () => {
    const loose = world.note(DIARY, "The clock of the box was seventeen minutes slow");
    world.note(DIARY, FACT);
    const key = world.recall(DIARY, FACT, asked);
    expect(selected(loose)).toEqual({ key: loose, line: 1 });
    expect(selected(key)).toEqual({ key, line: 2 });
    world.write(DIARY, "- The clock of the box was seventeen minutes slow\n");
    expect(selected(key)).toEqual({ key, line: null });
    expect(selected("c:0123456789ab")).toBe("unknown");
  });

  test("by its words, wherever a line is broken, emphasised or annotated, in both scripts", () => {
    world.write(
      DIARY,
      "- The relay of the\n  **pier** is painted green\n- 备份的\n  密钥放在抽屉里\n- The lamp of the yard<!-- importance: 7 --> is red\n",
    );
    expect(selected("relay of the pier is")).toMatchObject({ line: 1 });
    expect(selected("备份的密钥")).toMatchObject({ line: 3 });
    expect(selected("yard is red")).toMatchObject({ line: 5 });
    expect(selected("relay of the yard")).toBe("unknown");
  });

  test("by its supersession key, as the file has it now", () => {
    world.note(DIARY, `${FACT} <!-- key: gateway.port -->`);
    const key = world.recall(DIARY, FACT, asked);
    expect(selected("k:gateway.port")).toEqual({ key, line: 1 });
    world.write(DIARY, `- ${FACT} <!-- key: gateway.door -->\n`);
    expect(selected("k:gateway.port")).toBe("unknown");
    expect(selected("k:gateway.door")).toEqual({ key, line: 1 });
    world.write(DIARY, "- Nothing of that is left in the diary\n");
    expect(selected("k:gateway.port")).toEqual({ key, line: null });
  });

  test("by a part of its words only if no other has them; stored ones are listed first", () => {
    world.note(DIARY, "The office router stands in the cellar");
    world.note(DIARY, FACT);
    const key = world.recall(DIARY, FACT, asked);
    const { kind, message } = errorOf(() => selected("office router"));
    expect({ kind, first: message.split("\n")[1]?.startsWith(key) }).toEqual({ kind: "usage", first: true });
  });
});
