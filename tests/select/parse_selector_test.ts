import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseSelector, type Selector } from "../../src/select/parse_selector.ts";
import { anyText, SEED } from "../support/any_text.ts";
import { errorOf } from "../support/error_of.ts";

const parse = (text: string, ...files: string[]) => parseSelector(text, (path) => files.includes(path));
const lines = (path: string, startLine: number, endLine = startLine, isStart = false): Selector => ({
  kind: "lines",
  path,
  startLine,
  endLine,
  isStart,
});

describe("a selector", () => {
  test.each<[string, Selector]>([
    ["memory/a.md", { kind: "path", path: "memory/a.md" }],
    ["./memory/a.md", { kind: "path", path: "memory/a.md" }],
    ["memory/a.md:3", lines("memory/a.md", 3, 3, true)],
    ["memory/a.md:3-5", lines("memory/a.md", 3, 5)],
    ["memory/a.md：３", lines("memory/a.md", 3, 3, true)],
    ["memory/a.md：３－５", lines("memory/a.md", 3, 5)],
    ["memory/a.md#L3", lines("memory/a.md", 3)],
    ["memory/a.md#L3-L5", lines("memory/a.md", 3, 5)],
    ["memory/a.md#L3-5", lines("memory/a.md", 3, 5)],
    ["memory/数据库.md:2-4", lines("memory/数据库.md", 2, 4)],
    ["memory/a%3Bb.md#L2", lines("memory/a%3Bb.md", 2)],
    ["c:0123456789ab", { kind: "claim", key: "c:0123456789ab" }],
    ["E:0123456789AB", { kind: "entry", key: "e:0123456789ab" }],
    ["k:db.choice", { kind: "supersession", name: "db.choice" }],
    ["k:数据库", { kind: "supersession", name: "数据库" }],
    ["k: db", { kind: "text", text: "k: db" }],
    ["c:0123456789abc", { kind: "text", text: "c:0123456789abc" }],
    ["port:18790", { kind: "text", text: "port:18790" }],
    ["网关监听：18790", { kind: "text", text: "网关监听：18790" }],
    ["issue #L3 of the list", { kind: "text", text: "issue #L3 of the list" }],
    ["see notes.md:3 for it", { kind: "text", text: "see notes.md:3 for it" }],
    ["  padded words ", { kind: "text", text: "padded words" }],
    ["../secret.md", { kind: "path", path: "../secret.md" }],
    ["/etc/passwd", { kind: "path", path: "/etc/passwd" }],
  ])("%j is read by its form where no file is there", (text, wanted) => {
    expect(parse(text)).toEqual(wanted);
  });

  test("that is a file's whole name is that file, whatever its name looks like", () => {
    for (const name of ["memory/a#L3", "memory/a.md:3", "notes with blanks.md", "memory/a#b.md", "k:db"]) {
      const wanted = name === "k:db" ? { kind: "supersession", name: "db" } : { kind: "path", path: name };
      expect(parse(name, name) as unknown).toEqual(wanted);
    }
  });

  test("with lines of a file that is there is those lines, with any character in its name", () => {
    expect(parse("my notes:7", "my notes")).toEqual(lines("my notes", 7, 7, true));
    expect(parse("memory/a:3.md:7-9", "memory/a:3.md")).toEqual(lines("memory/a:3.md", 7, 9));
    expect(parse("memory/a#L3#L4", "memory/a#L3")).toEqual(lines("memory/a#L3", 4));
    expect(parse("memory/a\nb.md#L2", "memory/a\nb.md")).toEqual(lines("memory/a\nb.md", 2));
    expect(parse("memory/a%3Bb.md#L2-L3", "memory/a;b.md")).toEqual(lines("memory/a;b.md", 2, 3));
    expect(parse("memory/a%3Bb.md#L2-L3", "memory/a;b.md", "memory/a%3Bb.md")).toEqual(lines("memory/a%3Bb.md", 2, 3));
  });

  test.each(["", "  ", "a.md:0", "a.md:5-3", "a.md#L0", "a.md#L4-L2"])("%j is refused as usage", (text) => {
    expect(errorOf(() => parse(text)).kind).toBe("usage");
  });

  test("of any text is something, or a usage error", () => {
    fc.assert(
      fc.property(anyText(), fc.boolean(), (text, isThere) => {
        try {
          return typeof parseSelector(text, () => isThere).kind === "string";
        } catch (error) {
          return error instanceof Error && "kind" in error && error.kind === "usage";
        }
      }),
      { seed: SEED },
    );
  });
});
