import { expect, test } from "bun:test";
import { malformedLines } from "../../src/workspace/malformed_lines.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";

test("names what cannot be read, by line, outside code, and nothing that can", () => {
  const text = [
    "- fine <!-- importance: 3 --> <!-- a remark -->",
    "- bad <!-- importance: many -->",
    "```",
    "<!-- importance: x -->",
    "```",
    "- 没有写完 <!-- project: shop",
  ].join("\n");
  expect(malformedLines(scanMarkdown(text)).map(({ line }) => line)).toEqual([2, 6]);
});
