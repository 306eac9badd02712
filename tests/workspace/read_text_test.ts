import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../src/base/errors.ts";
import { sha256Hex } from "../../src/base/hash.ts";
import { type DecodedText, decodeText, readTextFile } from "../../src/workspace/read_text.ts";
import { anyText, SEED } from "../support/any_text.ts";

const LIMIT = { maxBytes: 1000 };
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "read-text-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => typeof part === "string" ? Buffer.from(part) : Buffer.from(part)));
}

function utf16(text: string, order: "le" | "be"): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

function decoded(bytes: Uint8Array): DecodedText {
  const result = decodeText(bytes);
  if (result.kind !== "text") throw new Error(result.reason);
  return result;
}

describe("decodeText", () => {
  test.each<[string, Uint8Array, Partial<DecodedText>]>([
    ["UTF-8", bytesOf("# 标题\n"), { text: "# 标题\n", hadBom: false, encoding: "utf-8", invalidBytes: 0, eol: "\n" }],
    ["UTF-8 with a mark", bytesOf([0xef, 0xbb, 0xbf], "# a"), { text: "# a", hadBom: true, encoding: "utf-8" }],
    ["UTF-16 LE with a mark", bytesOf([0xff, 0xfe], [...utf16("数a", "le")]), {
      text: "数a",
      hadBom: true,
      encoding: "utf-16le",
    }],
    ["UTF-16 BE with a mark", bytesOf([0xfe, 0xff], [...utf16("数a", "be")]), {
      text: "数a",
      hadBom: true,
      encoding: "utf-16be",
    }],
    ["UTF-16 LE without one", utf16("- 数据库是新的\n- a\n", "le"), {
      text: "- 数据库是新的\n- a\n",
      encoding: "utf-16le",
    }],
    ["UTF-16 BE without one", utf16("# notes\r\n- a", "be"), {
      text: "# notes\r\n- a",
      encoding: "utf-16be",
      eol: "\r\n",
    }],
    ["nothing", bytesOf(), { text: "", hadBom: false, encoding: "utf-8", invalidBytes: 0, eol: "\n" }],
    ["mostly CRLF", bytesOf("a\r\nb\r\nc\nd"), { eol: "\r\n" }],
    ["as much LF", bytesOf("a\r\nb\nc"), { eol: "\n" }],
    ["terminal output", bytesOf("\u001b[31mred\u001b[0m text\b\n"), { text: "\u001b[31mred\u001b[0m text\b\n" }],
    ["a bell in a short note", bytesOf("- pasted \u0007 bell\n"), {
      text: "- pasted \u0007 bell\n",
      encoding: "utf-8",
    }],
    ["nothing but a line of bells", bytesOf("\u0007".repeat(32)), { encoding: "utf-8" }],
    ["a line of bells in a note", bytesOf("- a claim of that day\n".repeat(40), "\u0007".repeat(60)), {
      encoding: "utf-8",
    }],
    ["zero bytes at even places only", bytesOf("- a\0 b\0 c\n--"), { text: "- a\0 b\0 c\n--", encoding: "utf-8" }],
    ["UTF-16 LE with characters that end in a zero byte", utf16("- 一二三\n", "le"), { encoding: "utf-16le" }],
    ["UTF-16 BE with an emoji", utf16("- 中文 😀\n", "be"), { encoding: "utf-16be" }],
    ["UTF-16 LE of another script", utf16("- \u043f\u0440\u0438\u0432\u0435\u0442\n", "le"), { encoding: "utf-16le" }],
    ["a zero byte behind each Chinese character", bytesOf("中\0国\0字\0符\0"), {
      text: "中\0国\0字\0符\0",
      encoding: "utf-8",
    }],
    ["a stray zero byte", bytesOf("a note with a hole\0 in it, and more text. ".repeat(9), "x".repeat(700)), {
      encoding: "utf-8",
    }],
  ])("reads %s", (_, bytes, expected) => {
    expect(decodeText(bytes)).toMatchObject({ kind: "text", ...expected });
  });

  test.each<[string, Uint8Array, string, number]>([
    [
      "in a row",
      bytesOf("# title of the note\n", [0xff, 0xfe, 0xc3], "\n"),
      "# title of the note\n\ufffd\ufffd\ufffd\n",
      3,
    ],
    ["of a character cut short", bytesOf("the database is 数", [0xe6, 0x95]), "the database is 数\ufffd", 2],
    [
      "beside U+FFFD that is written so",
      bytesOf("an old \ufffd, a new one ", [0xff]),
      "an old \ufffd, a new one \ufffd",
      1,
    ],
    ["in UTF-16", bytesOf([0xff, 0xfe, 0x61, 0x00, 0x00, 0xd8, 0x62, 0x00]), "a\ufffdb", 2],
    ["half a unit of UTF-16", bytesOf([0xff, 0xfe, 0x61, 0x00, 0x62]), "a\ufffd", 1],
  ])("replaces and counts invalid bytes %s", (_, bytes, text, invalidBytes) => {
    expect(decodeText(bytes)).toMatchObject({ text, invalidBytes });
  });

  test.each<[string, Uint8Array]>([
    [
      "an image",
      bytesOf([0x89], "PNG\r\n", [0x1a, 0x0a, 0, 0, 0, 0x0d], "IHDR", Array<number>(24).fill(0), "IDAT", [
        0,
        1,
        2,
        3,
        4,
        5,
      ]),
    ],
    ["a database", bytesOf("SQLite format 3\0", [16, 0, 1, 1, 0, 64, 32, 32], Array<number>(76).fill(0))],
    ["another encoding", bytesOf([0xce, 0xd2, 0xc3, 0xc7, 0xbe, 0xf6, 0xb6, 0xa8])],
    ["wide characters of four bytes", bytesOf([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0, 0x62, 0, 0, 0])],
    ["zero bytes", new Uint8Array(64)],
  ])("skips %s", (_, bytes) => {
    expect(decodeText(bytes)).toEqual({ kind: "skipped", reason: "binary, neither UTF-8 nor UTF-16" });
  });

  test("reads what was written, in each encoding", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const whole = `a note of some length ${text.toWellFormed().replaceAll(/\p{Cc}|\ufeff/gu, "")} and its end`;
        const forms = [
          bytesOf(whole),
          bytesOf([0xef, 0xbb, 0xbf], whole),
          bytesOf([0xff, 0xfe], [...utf16(whole, "le")]),
        ];
        for (const bytes of forms) expect(decoded(bytes)).toMatchObject({ text: whole, invalidBytes: 0 });
      }),
      { seed: SEED },
    );
  });

  test("accepts any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const result = decodeText(bytes);
        if (result.kind === "text") expect(result.invalidBytes).toBeLessThanOrEqual(bytes.length);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("readTextFile", () => {
  test("gives the text with the digest of the bytes as they are", () => {
    const path = join(folder, "a.md");
    writeFileSync(path, "\ufeff- a\r\n");
    expect(readTextFile(path, LIMIT)).toEqual({
      kind: "text",
      text: "- a\r\n",
      hash: sha256Hex("\ufeff- a\r\n"),
      hadBom: true,
      encoding: "utf-8",
      invalidBytes: 0,
      eol: "\r\n",
    });
  });

  test("skips a file over the limit, and takes one at the limit", () => {
    const path = join(folder, "large.md");
    writeFileSync(path, "x".repeat(1001));
    expect(readTextFile(path, LIMIT)).toEqual({ kind: "skipped", reason: "larger than 1000 bytes" });
    writeFileSync(path, "x".repeat(1000));
    expect(readTextFile(path, LIMIT).kind).toBe("text");
  });

  test("skips folders and pipes at once", () => {
    const pipe = join(folder, "pipe.md");
    mkdirSync(join(folder, "folder.md"));
    expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
    expect(readTextFile(join(folder, "folder.md"), LIMIT)).toEqual({ kind: "skipped", reason: "not a regular file" });
    expect(readTextFile(pipe, LIMIT)).toEqual({ kind: "skipped", reason: "not a regular file" });
    expect(readTextFile("/dev/zero", LIMIT)).toEqual({ kind: "skipped", reason: "not a regular file" });
  });

  test("says which file cannot be read, and keeps the cause", () => {
    const path = join(folder, "missing.md");
    const error = (() => {
      try {
        readTextFile(path, LIMIT);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(MemoryError);
    expect(error).toMatchObject({
      kind: "failed",
      message: `Cannot read the file "${path}"`,
      cause: { code: "ENOENT" },
    });
  });
});
