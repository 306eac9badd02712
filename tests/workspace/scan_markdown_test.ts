import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type LineKind, type MarkdownLine, scanMarkdown } from "../../src/workspace/scan_markdown.ts";
import { anyNote, SEED } from "../support/any_text.ts";

function kinds(text: string): LineKind[] {
  return scanMarkdown(text).map((line) => line.kind);
}

/** The only line of a text. */
function lineOf(text: string): MarkdownLine {
  const [line, ...others] = scanMarkdown(text);
  if (line === undefined || others.length > 0) throw new Error("Cannot take one line");
  return line;
}

describe("scanMarkdown: lines", () => {
  test.each<[string, LineKind, string]>([
    ["- item", "bullet", "item"],
    ["* item", "bullet", "item"],
    ["+ item", "bullet", "item"],
    ["• item", "bullet", "item"],
    ["•项目", "bullet", "项目"],
    ["· item", "bullet", "item"],
    ["1. item", "bullet", "item"],
    ["12) item", "bullet", "item"],
    ["1、项目", "bullet", "项目"],
    ["1.项目", "bullet", "项目"],
    ["-项目", "bullet", "项目"],
    ["\t- [x] done", "bullet", "done"],
    ["- [ ] open", "bullet", "open"],
    ["- [10:02] said", "bullet", "[10:02] said"],
    ["- uses -> for arrows", "bullet", "uses -> for arrows"],
    ["-", "bullet", ""],
    ["-5 degrees", "text", "-5 degrees"],
    ["1.5 GB", "text", "1.5 GB"],
    ["2026. A year", "text", "2026. A year"],
    ["*emphasis*", "text", "*emphasis*"],
    ["*重点*", "text", "*重点*"],
    ["> a quotation", "text", "a quotation"],
    ["> > deeper", "text", "deeper"],
    ["مرحبا بالعالم", "text", "مرحبا بالعالم"],
    ["    indented text", "code", "indented text"],
    ["a | b", "text", "a | b"],
    ["`<!--`", "text", "`<!--`"],
    ["<!-- importance: 3 -->", "comment", "<!-- importance: 3 -->"],
    ["text <!-- importance: 3 -->", "text", "text <!-- importance: 3 -->"],
    ["- <!-- a -->", "bullet", "<!-- a -->"],
    ["---", "rule", "---"],
    ["* * *", "rule", "* * *"],
    ["=======", "rule", "======="],
    ["<<<<<<< HEAD", "rule", "<<<<<<< HEAD"],
    [">>>>>>> branch", "rule", ">>>>>>> branch"],
    ["| a | b |", "table", "| a | b |"],
    [" \t", "blank", ""],
    ["\ufeff# Title", "heading", "Title"],
    ["# Title #", "heading", "Title"],
    ["## C#", "heading", "C#"],
    ["##标题", "heading", "标题"],
    ["#标题", "heading", "标题"],
    ["#", "heading", ""],
    ["#tag #other", "text", "#tag #other"],
    ["#12 is fixed", "text", "#12 is fixed"],
    ["#!/bin/sh", "text", "#!/bin/sh"],
    ["####### seven", "text", "####### seven"],
    ["```code``` on a line", "text", "```code``` on a line"],
  ])("takes %j for %s", (text, kind, content) => {
    expect(lineOf(text)).toMatchObject({ kind, content, text, number: 1 });
  });

  test("measures indentation with tab stops", () => {
    expect(scanMarkdown("a\n  b\n\tc\n  \td").map((line) => line.indent)).toEqual([0, 2, 4, 4]);
  });

  test("gives each line the headings above it", () => {
    const text = "# A\n### B\nx\n## C\ny\n# D\nz";
    expect(scanMarkdown(text).map((line) => line.headings.join("/"))).toEqual([
      "A",
      "A/B",
      "A/B",
      "A/C",
      "A/C",
      "D",
      "D",
    ]);
  });

  test("does not count what is behind the last line end, unless there is something", () => {
    expect(scanMarkdown("")).toEqual([]);
    expect(scanMarkdown("a\n").length).toBe(1);
    expect(scanMarkdown("a\n\nb").map((line) => line.number)).toEqual([1, 2, 3]);
  });
});

describe("scanMarkdown: front matter", () => {
  test.each([
    ["keys and lists", "---\ntitle: x\ntags:\n- a\n  - b\n# remark\n\n---\nbody", 8],
    ["what is no valid YAML", "---\ntitle: [unclosed\n\tb: 1\ntitle: twice\n---\nbody", 5],
    ["an end of dots", "---\nno: off\n...\nbody", 3],
  ])("holds %s", (_, text, lines) => {
    expect(kinds(text)).toEqual([...new Array<LineKind>(lines).fill("frontMatter"), "text"]);
  });

  test.each([
    ["does not begin on line 1", "\n---\ntitle: x\n---"],
    ["holds prose", "---\nA thematic break, then prose\n---\nmore\n---"],
    ["is never closed", "---\ntitle: x\nbody"],
    ["holds no key", "---\n---\nbody"],
    ["is a sample in a fence", "```yaml\n---\ntitle: x\n---\n```"],
  ])("is not taken for such where it %s", (_, text) => {
    expect(kinds(text)).not.toContain("frontMatter");
  });
});

describe("scanMarkdown: fences", () => {
  test.each<[string, string, LineKind[]]>([
    ["hides headings and bullets", "```bash\n# no heading\n- no item\n```", ["fence", "code", "code", "fence"]],
    ["is closed by as many signs or more", "````\n```\n`````\nx", ["fence", "code", "fence", "text"]],
    ["is not closed by the other sign", "~~~\n```\n~~~", ["fence", "code", "fence"]],
    ["stands in a list item", "- ```js\n  code\n  ```\n- next", ["fence", "code", "fence", "bullet"]],
    ["stands in a quotation", "> ```\n> code\n> ```\nx", ["fence", "code", "fence", "text"]],
    ["hides a comment that is open", "```\n<!--\n```\nx", ["fence", "code", "fence", "text"]],
    ["that is never closed is text", "a\n```\nb\n- c", ["text", "text", "text", "bullet"]],
    ["that has lost its end is text up to the next", "```\n- a\n```js\nb\n```\nc", [
      "text",
      "bullet",
      "fence",
      "code",
      "fence",
      "text",
    ]],
  ])("%s", (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test("that is open never hides the days behind it", () => {
    const days = Array.from({ length: 50 }, (_, day) => `## Day ${day}\n- a claim of that day`).join("\n");
    expect(kinds(`\`\`\`\n${days}`).filter((kind) => kind === "bullet").length).toBe(50);
  });
});

describe("scanMarkdown: comments and blocks of programs", () => {
  test.each<[string, string, LineKind[]]>([
    ["a comment of several lines", "a\n<!-- b\n- c\n-->\nd", ["text", "comment", "comment", "comment", "text"]],
    ["text on both sides of one", "a <!--\nb\n--> c", ["text", "comment", "text"]],
    ["a comment that is never closed", "<!-- a\n- b", ["text", "bullet"]],
    ["a comment that is opened again", "<!-- a\n- b\n<!-- c -->\n- d", ["text", "bullet", "comment", "bullet"]],
    ["one that is open before a whole one", "a <!-- b <!-- c -->\n- d\n- e -->", ["text", "bullet", "bullet"]],
    ["`<!-->`, which is whole", "<!-->\n- b\n-->", ["text", "bullet", "text"]],
    [
      "a dreaming block",
      "- a\n<!-- openclaw:dreaming:light:start -->\n- Candidate: b\n<!-- openclaw:dreaming:light:end -->\n- c",
      ["bullet", "comment", "comment", "comment", "bullet"],
    ],
    [
      "a dreaming block without end: its marker alone",
      "<!-- openclaw:dreaming:rem:start -->\n- b\n## Notes\n- c",
      ["comment", "bullet", "heading", "bullet"],
    ],
    [
      "text around markers",
      "x <!-- openclaw:dreaming:light:start --> y\n- c\n<!-- openclaw:dreaming:light:end -->",
      ["text", "bullet", "comment"],
    ],
    [
      "a block in a block",
      "<memory-data>\n<!-- openclaw:a:start -->\n- b\n</memory-data>\n- c\n<!-- openclaw:a:end -->",
      ["comment", "comment", "comment", "comment", "bullet", "comment"],
    ],
    ["quoted recall", "> <memory-data>\n> - b\n> </memory-data>\nc", ["comment", "comment", "comment", "text"]],
    ["recall that is never closed", "<memory-data>\n- b\n- c", ["text", "bullet", "bullet"]],
    ["recall that is opened again", "<memory-data>\n- b\n<memory-data>\n- c\n</memory-data>", [
      "text",
      "bullet",
      "comment",
      "comment",
      "comment",
    ]],
    ["a tag in a statement", "- shows <memory-data> to ducks\n- b\n</memory-data>\n- c", [
      "bullet",
      "bullet",
      "text",
      "bullet",
    ]],
    ["the end of recall in a statement", "<memory-data>\n- b </memory-data>\n- c", ["text", "bullet", "bullet"]],
    ["fenced recall", '<memory-data source="a">\n- b\n</memory-data>\n- c', [
      "comment",
      "comment",
      "comment",
      "bullet",
    ]],
  ])("sees %s", (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});

describe("scanMarkdown: the bound of blocks", () => {
  const block = (inner: number) => ["<memory-data>", ...Array<string>(inner).fill("- a"), "</memory-data>"].join("\n");

  test("is 600 lines with both markers; what is longer is text", () => {
    expect(new Set(kinds(block(598)))).toEqual(new Set(["comment"]));
    expect(kinds(block(599)).filter((kind) => kind === "bullet")).toHaveLength(599);
  });

  test("leaves lines to the ordinary grammar where blocks do not count", () => {
    expect(scanMarkdown(block(1), { hasManagedBlocks: false }).map(({ kind }) => kind)).toEqual([
      "text",
      "bullet",
      "text",
    ]);
  });

  test("lets no line of any text take the statements below it", () => {
    const below = "- The gateway listens on port 18789";
    const line = fc.oneof(anyNote().map((text) => text.replace(/[\r\n]+/g, " ")), fc.constantFrom(...MARKERS));
    fc.assert(
      fc.property(line, (first) => {
        // A bullet as capture writes it; front matter and fences need more than one line.
        const lines = scanMarkdown(`# Day\n- ${first}\n${below}\n${below}\n`);
        expect(lines.slice(-2).map(({ kind }) => kind)).toEqual(["bullet", "bullet"]);
      }),
      { seed: SEED },
    );
  });
});

const MARKERS = [
  "<memory-data>",
  "</memory-data>",
  'x <memory-data source="a"> y',
  "<!-- openclaw:dreaming:light:start -->",
  "<!-- openclaw:dreaming:light:start --> x",
];

describe("scanMarkdown: tables", () => {
  test("are rows with bars at their start, or around a delimiter row", () => {
    expect(kinds("| a | b |\n|---|---|\n| 1 | 2 |")).toEqual(["table", "table", "table"]);
    expect(kinds("a | b\n--- | ---\n1 | 2\n\n3 | 4")).toEqual(["table", "table", "table", "blank", "text"]);
  });
});

describe("scanMarkdown: laws", () => {
  test("every line is there once, as it stands in the file", () => {
    fc.assert(
      fc.property(anyNote(), (text) => {
        const lines = scanMarkdown(text);
        const rows = text.split("\n");
        if (rows.at(-1) === "") rows.pop();
        expect(lines.map((line) => line.text)).toEqual(rows.map((row) => row.endsWith("\r") ? row.slice(0, -1) : row));
        expect(lines.map((line) => line.number)).toEqual(rows.map((_, index) => index + 1));
        for (const line of lines) {
          expect(line.kind === "blank").toBe(
            line.text.trim() === "" && line.kind !== "code" && line.kind !== "comment" && line.kind !== "frontMatter",
          );
          expect(line.text).toContain(line.content);
        }
      }),
      { seed: SEED },
    );
  });

  test("CRLF changes nothing", () => {
    fc.assert(
      fc.property(anyNote(), (text) => {
        const plain = text.replaceAll("\r", "");
        expect(scanMarkdown(plain.replaceAll("\n", "\r\n"))).toEqual(scanMarkdown(plain));
      }),
      { seed: SEED },
    );
  });

  test("asked for some lines it says of them what it says in the whole text", () => {
    fc.assert(
      fc.property(anyNote(), fc.integer({ min: -2, max: 30 }), fc.nat(30), (text, first, length) => {
        const last = first + length;
        const wanted = scanMarkdown(text).filter(({ number }) => number >= first && number <= last);
        expect(scanMarkdown(text, { only: { first, last } })).toEqual(wanted);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("hostile files are read in linear time", () => {
    const long = 200_000;
    const files = [
      "`".repeat(long),
      "a`` `".repeat(long / 5),
      "<!--".repeat(long / 4),
      "<!--\n".repeat(long / 5),
      "- ".repeat(long / 2),
      "> ".repeat(long / 2),
      "```a\n````b\n".repeat(long / 11),
      "<!-- openclaw:a:start -->\n".repeat(long / 26),
      "|".repeat(long),
      "-".repeat(long),
      `${" ".repeat(long)}x`,
      `---\n${"a: b\n".repeat(long / 5)}`,
    ];
    // Quadratic time would be minutes; the test would run into its timeout.
    for (const file of files) expect(scanMarkdown(file).length).toBeGreaterThan(0);
  });
});

describe("code that is set off by blanks", () => {
  const kinds = (text: string) => scanMarkdown(text).map(({ kind }) => kind);

  test("is code at the start, behind a blank line and behind a heading, and goes on until something else comes", () => {
    expect(kinds("    a <!-- importance: 9 -->\n    b\n\n    c\n")).toEqual(["code", "code", "blank", "code"]);
    expect(kinds("# H\n    a\ntext\n\n\tb\n")).toEqual(["heading", "code", "text", "blank", "code"]);
    expect(kinds("- item\n\nProse.\n\n    a\n")).toEqual(["bullet", "blank", "text", "blank", "code"]);
  });

  test("is a child or a wrapped line below a list, and a wrapped line below prose", () => {
    expect(kinds("- item\n    - child\n\n    more\n")).toEqual(["bullet", "bullet", "blank", "text"]);
    expect(kinds("- item\nlazy\n\n    more\n")).toEqual(["bullet", "text", "blank", "text"]);
    expect(kinds("prose\n    wrapped\n")).toEqual(["text", "text"]);
  });
});
