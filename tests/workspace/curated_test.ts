import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MemoryError } from "../../src/base/errors.ts";
import {
  appendToSection,
  type CuratedFile,
  entryReader,
  formatCurated,
  formatEntry,
  parseCurated,
} from "../../src/workspace/curated.ts";

const RUNS = { seed: 20260819, numRuns: 400 };

const FILE = `---
owner: me
---
# Long-Term Memory

An introduction
on two lines.

## Gateway

- The port is 18789 <!-- key: gateway.port --> <!-- importance: 7 -->
  - since August
    \`\`\`
- not an item, but code
    \`\`\`

  A paragraph of the same item.
* It restarts at night
and this line goes on without indentation.
1. Numbered
2. items count

<!-- openclaw-memory-promotion:abc -->
- From elsewhere <!-- trigger: port, gateway -->
***
| a | b |
|---|---|
| 1 | 2 |

## Empty
`;

/** `kind: raw` of every piece, with line ends written out. */
function sketch(file: CuratedFile): string[] {
  return file.pieces.map(({ kind, raw }) => `${kind}: ${JSON.stringify(raw).slice(1, -1)}`);
}

/** Texts that look like curated files, and texts that look like nothing. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(
    fc.constantFrom(
      "# Title",
      "## Section",
      "## Section ##",
      "- item",
      "- item <!-- importance: 3 -->",
      "  - child",
      "    deep",
      "* star",
      "1. one",
      "text",
      "> quote",
      "```",
      "~~~ts",
      "  ```",
      "<!-- note -->",
      "<!-- open",
      "close -->",
      "<!-- openclaw-memory-promotion:k -->",
      "---",
      "| a | b |",
      "|---|---|",
      "",
      "   ",
      "\t",
      "- ",
      "-",
      "\uFEFF",
      "数据库用 PostgreSQL",
      "\r",
      "- \u2028 x",
    ),
    { maxLength: 30 },
  ).chain((lines) =>
    fc.array(fc.constantFrom("\n", "\n", "\n", "\r\n", "\n\n"), { minLength: lines.length, maxLength: lines.length })
      .chain((ends) =>
        fc.constantFrom("", "\uFEFF").chain((bom) =>
          fc.boolean().map((isCut) => {
            const text = bom + lines.map((line, at) => line + (ends[at] ?? "")).join("");
            return isCut ? text.trimEnd() : text;
          })
        )
      )
  ),
);

describe("parseCurated", () => {
  test("and formatCurated are the identity for any text", () => {
    fc.assert(fc.property(anyText, (text) => formatCurated(parseCurated(text)) === text), RUNS);
  });

  test("puts every line into exactly one piece, in order", () => {
    const law = fc.property(anyText, (text) => {
      const lines = parseCurated(text).pieces.flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at)
      );
      expect(lines).toEqual(lines.map((_, at) => at + 1));
    });
    fc.assert(law, RUNS);
  });

  test("gives every entry a key of its own", () => {
    const law = fc.property(anyText, (text) => {
      const keys = parseCurated(text).entries.map(({ key }) => key);
      return new Set(keys).size === keys.length && keys.every((key) => /^e:[0-9a-f]{12}$/.test(key));
    });
    fc.assert(law, RUNS);
  });

  test("and entryReader give the same entry on each of its lines, the first of equal ones, and none beside", () => {
    const law = fc.property(anyText, (text) => {
      const read = entryReader(text);
      const { pieces } = parseCurated(text);
      for (const piece of pieces) {
        for (let line = piece.startLine; line <= piece.endLine; line++) {
          const found = read(line);
          const key = found?.entry.key;
          const first = pieces.find(({ entry }) => entry !== null && entry.key === key) ?? null;
          const asFirst = piece.entry === null ? null : { ...piece, entry: { ...piece.entry, key } };
          expect<unknown>([line, found, found === null]).toEqual([line, asFirst, first === null]);
          if (key === piece.entry?.key) expect(first).toBe(piece.entry === null ? null : piece);
        }
      }
    });
    fc.assert(law, RUNS);
  });

  test("finds the parts of a file", () => {
    expect(sketch(parseCurated(FILE))).toEqual([
      "verbatim: ---\\nowner: me\\n---\\n",
      "heading: # Long-Term Memory\\n",
      "verbatim: \\n",
      "entry: An introduction\\non two lines.\\n",
      "verbatim: \\n",
      "heading: ## Gateway\\n",
      "verbatim: \\n",
      "entry: - The port is 18789 <!-- key: gateway.port --> <!-- importance: 7 -->\\n  - since August\\n    ```\\n" +
      "- not an item, but code\\n    ```\\n\\n  A paragraph of the same item.\\n",
      "entry: * It restarts at night\\nand this line goes on without indentation.\\n",
      "entry: 1. Numbered\\n",
      "entry: 2. items count\\n",
      "verbatim: \\n<!-- openclaw-memory-promotion:abc -->\\n",
      "entry: - From elsewhere <!-- trigger: port, gateway -->\\n",
      "verbatim: ***\\n",
      "entry: | a | b |\\n|---|---|\\n| 1 | 2 |\\n",
      "verbatim: \\n",
      "heading: ## Empty\\n",
    ]);
  });

  test("tells each entry's heading, lines, text, annotations and kind", () => {
    const [intro, port, night] = parseCurated(FILE).entries;
    expect(intro).toMatchObject({ heading: "Long-Term Memory", startLine: 6, endLine: 7, kind: "prose" });
    expect(port).toMatchObject({
      heading: "Gateway",
      startLine: 11,
      endLine: 17,
      kind: "item",
      text: "The port is 18789\n- since August\n  ```\n- not an item, but code\n  ```\n\nA paragraph of the same item.",
      annotations: { key: "gateway.port", importance: 7 },
    });
    expect(night?.text).toBe("It restarts at night\nand this line goes on without indentation.");
  });

  test("reads annotations of all lines of an entry, but not inside code", () => {
    const [entry] = parseCurated(
      "- One <!-- importance: 3 -->\n  - two <!-- importance: 8 --> <!-- expires: 2027-01-02 -->\n" +
        "  - three <!-- expires: 2027-01-01 -->\n    ```\n    <!-- importance: 10 -->\n    ```\n",
    ).entries;
    expect(entry?.annotations).toMatchObject({ importance: 8, expires: "2027-01-01" });
    expect(entry?.text).toBe("One\n- two\n- three\n  ```\n  <!-- importance: 10 -->\n  ```");
  });

  test("keeps a key when annotations, case, marker or heading change, and not when the words do", () => {
    const keyOf = (text: string) => parseCurated(text).entries[0]?.key ?? "";
    const key = keyOf("- The port is 18789\n");
    expect(keyOf("## Gateway\n\n* the  Port is 18789 <!-- importance: 9 -->\r\n")).toBe(key);
    expect(keyOf("- The port is 18790\n")).not.toBe(key);
  });

  test("gives the first of equal entries the plain key", () => {
    const [only] = parseCurated("- same\n").entries;
    const [first, second] = parseCurated("- same\n- same\n").entries;
    expect(first?.key).toBe(only?.key ?? "");
    expect(second?.key).not.toBe(first?.key ?? "");
  });

  test("sees items of a file with a byte order mark and CRLF", () => {
    const file = parseCurated("\uFEFF## A\r\n- one\r\n");
    expect(file.eol).toBe("\r\n");
    expect(file.entries.map(({ raw, heading, startLine }) => [raw, heading, startLine])).toEqual([[
      "- one\r\n",
      "A",
      2,
    ]]);
  });

  test("has nothing for an empty file", () => {
    expect(parseCurated("")).toEqual({ pieces: [], entries: [], commentedOut: [], eol: "\n" });
  });

  test("takes what stands between the markers of other programs for entries, too", () => {
    const text = '<memory-data source="x">\n- one\n</memory-data>\n\n<!-- openclaw:dreaming:rem:start -->\n- two\n' +
      "<!-- openclaw:dreaming:rem:end -->\n- three\n";
    const file = parseCurated(text);
    expect(file.entries.map((entry) => entry.text)).toEqual([
      '<memory-data source="x">',
      "one\n</memory-data>",
      "two",
      "three",
    ]);
    expect(file.commentedOut).toEqual([]);
    expect(formatCurated(file)).toBe(text);
  });

  test("names the lines that a long comment hides", () => {
    const text = "- a <!-- key: a -->\n<!-- openclaw:x:start -->\n<!--\n- b\n- c\n-->\n- d <!-- e\n- f\n-->\n- g\n";
    const file = parseCurated(text);
    expect(file.commentedOut).toEqual([4, 8]);
    expect(file.entries.map((entry) => entry.startLine)).toEqual([1, 7, 10]);
  });
});

describe("formatEntry", () => {
  test("writes annotations at the end, in the order of the grammar", () => {
    const sources = [{ path: "memory/2026-08-19.md", startLine: 3, endLine: 3 }];
    expect(formatEntry("The port is 18789", { importance: 7, key: "gateway.port", sources, triggers: ["port"] })).toBe(
      "- The port is 18789 <!-- source: memory/2026-08-19.md#L3-L3 --> <!-- key: gateway.port --> " +
        "<!-- trigger: port --> <!-- importance: 7 -->",
    );
  });

  test("makes further lines children", () => {
    expect(formatEntry("one\ntwo", {})).toBe("- one\n  two");
    expect(parseCurated(formatEntry("one\ntwo", {})).entries.map(({ text }) => text)).toEqual(["one\ntwo"]);
  });
});

describe("appendToSection", () => {
  const add = (text: string, heading = "A", entries = ["- new"]) =>
    appendToSection(parseCurated(text), heading, entries);

  test.each([
    ["an empty file", "", "# Long-Term Memory\n\n## A\n\n- new\n"],
    ["an empty file with a mark", "\uFEFF", "\uFEFF# Long-Term Memory\n\n## A\n\n- new\n"],
    ["no such section", "# M\n\n- x\n", "# M\n\n- x\n\n## A\n\n- new\n"],
    ["no such section and no final line end", "- x", "- x\n\n## A\n\n- new\n"],
    ["no such section and blank lines at the end", "- x\n\n", "- x\n\n## A\n\n- new\n"],
    ["a section with items", "## A\n\n- x\n\n## B\n\n- y\n", "## A\n\n- x\n- new\n\n## B\n\n- y\n"],
    ["a section at the end without line end", "## A\n- x", "## A\n- x\n- new\n"],
    ["a section without entries", "## A\n\n## B\n", "## A\n\n- new\n\n## B\n"],
    ["a heading at the very end", "## A", "## A\n\n- new\n"],
    ["a section that ends in prose", "## A\n\nprose\n\n## B\n", "## A\n\nprose\n\n- new\n\n## B\n"],
    [
      "a section with an item of many lines",
      "## A\n- x\n  - y\n\n  z\n\nrest\n",
      "## A\n- x\n  - y\n\n  z\n\nrest\n\n- new\n",
    ],
    ["a section with a sub-section", "## A\n- x\n### C\n- y\n", "## A\n- x\n- new\n### C\n- y\n"],
    ["a heading of another level", "# A\n\n- x\n", "# A\n\n- x\n- new\n"],
    ["CRLF", "## A\r\n\r\n- x\r\n", "## A\r\n\r\n- x\r\n- new\r\n"],
    ["CRLF without the section", "- x\r\n", "- x\r\n\r\n## A\r\n\r\n- new\r\n"],
  ])("adds to a file with %s", (_, text, expected) => {
    expect(add(text)).toBe(expected);
  });

  test("adds to the first of two sections of one title", () => {
    expect(add("## A\n- x\n## A\n- y\n")).toBe("## A\n- x\n- new\n## A\n- y\n");
  });

  test("takes the title with or without its marks", () => {
    expect(add("## A\n- x\n", "## A")).toBe(add("## A\n- x\n", "A"));
  });

  test("writes the line ends of the file into entries of several lines", () => {
    expect(add("## A\r\n- x\r\n", "A", ["- new\n  more"])).toBe("## A\r\n- x\r\n- new\r\n  more\r\n");
  });

  test("changes nothing without entries", () => {
    expect(add("## A", "A", [])).toBe("## A");
  });

  test("refuses a file in which the entries would be code", () => {
    const text = "## B\n\n```\ncode\n";
    let added: string | undefined;
    try {
      added = add(text);
    } catch (error) {
      expect(error).toBeInstanceOf(MemoryError);
      return;
    }
    // Where the grammar takes a fence that is never closed for text, the entries are entries all the same.
    expect(parseCurated(added).entries.at(-1)).toMatchObject({ raw: "- new\n", heading: "A" });
  });

  test("keeps every byte and every entry of any file, and its own are found under the heading", () => {
    const law = fc.property(anyText, fc.constantFrom("Section", "Title", "Other"), (text, heading) => {
      const before = parseCurated(text);
      const entries = ["- new <!-- importance: 5 -->", "- newer"];
      let after: string;
      try {
        after = appendToSection(before, heading, entries);
      } catch (error) {
        expect(error).toBeInstanceOf(MemoryError);
        return;
      }
      expect(isInsertion(text, after)).toBe(true);
      const parsed = parseCurated(after);
      const ends = (raw: string) => raw.replace(/[\r\n]+$/, "");
      const found = parsed.entries.filter((entry) => entry.heading === heading).map(({ raw }) => ends(raw));
      expect(found).toEqual(expect.arrayContaining(entries));
      const old = before.entries.map(({ raw }) => ends(raw));
      expect(parsed.entries.map(({ raw }) => ends(raw)).filter((raw) => !entries.includes(raw))).toEqual(old);
    });
    fc.assert(law, RUNS);
  });
});

/** Returns whether `after` is `before` with one stretch put in somewhere. */
function isInsertion(before: string, after: string): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return start + end >= before.length && after.length > before.length;
}
