import { describe, expect, test } from "bun:test";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";
import { visibleLines } from "../../src/workspace/visible_lines.ts";

const visible = (text: string) => visibleLines(scanMarkdown(text));

describe("what is visible of a line", () => {
  test.each([
    ["- a <!-- x --> b", ["- a b"]],
    ["- a<!-- x -->b", ["- ab"]],
    ["<!-- x -->", [null]],
    ["- a <!-- hidden <!-- key: x -->", ["- a"]],
    ["a <!-- x --> b <!-- y --> c", ["a b c"]],
    ["a <!--> b <!---> c", ["a b c"]],
    ["use `<!-- x -->` here", ["use `<!-- x -->` here"]],
    ["```\n<!-- x -->\n```", ["```", "<!-- x -->", "```"]],
    ["a <!-- x\ny\n--> b", ["a", null, " b"]],
    ["<!-- x\n\ny -->\nb", [null, null, null, "b"]],
    ["a <!-- never closed\n\nb --> c", ["a <!-- never closed", "", "b --> c"]],
    ["a\n<!-- never closed\n\nb", ["a", null, null, null]],
    ["- <!-- never closed\n  more\n- b", ["-", null, "- b"]],
  ])("%j", (text, expected) => {
    expect(visible(text)).toEqual(expected);
  });

  test("takes time in line with its length", () => {
    const text = "` <!-- `` ".repeat(20_000);
    expect(visible(text)).toHaveLength(1);
  });
});
