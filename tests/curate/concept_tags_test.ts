import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { conceptTags, MAX_TAGS } from "../../src/curate/concept_tags.ts";

const DIARY = "memory/2026-08-12.md";

describe("concept tags", () => {
  test("are the identifiers, then the words, in the order of the text", () => {
    expect(conceptTags(DIARY, "The gateway reads tide.db before the router restarts")).toEqual([
      "tide.db",
      "gateway",
      "reads",
      "router",
      "restarts",
    ]);
  });

  test("are whole words in Chinese, technical ones too", () => {
    const tags = conceptTags(DIARY, "数据库改用 SQLite，网关端口是 18790");
    for (const word of ["sqlite", "网关", "端口"]) expect(tags).toContain(word);
    expect(tags.join(" ")).not.toContain("18790");
  });

  test("hold no role words, metadata, time words, numbers or dates", () => {
    expect(conceptTags(DIARY, "The user told the assistant today at 10:12 on 2026-08-12: session note 18790")).toEqual(
      [],
    );
  });

  test("take one of two forms of a word", () => {
    expect(conceptTags(DIARY, "backup of the backups: every backup counts")).toEqual(["backup", "counts"]);
  });

  test("take words from the file's name if there is room", () => {
    expect(conceptTags("memory/2026-08-15-pier-visit.md", "The cabinet smells of salt")).toEqual([
      "cabinet",
      "smells",
      "salt",
      "pier",
      "visit",
    ]);
  });

  test("are never more than eight and never repeat, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const tags = conceptTags(DIARY, text);
        expect(tags.length).toBeLessThanOrEqual(MAX_TAGS);
        expect(new Set(tags).size).toBe(tags.length);
        for (const tag of tags) expect(tag).toBe(tag.toLowerCase());
      }),
      { seed: 20260819 },
    );
  });
});
