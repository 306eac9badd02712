import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesWithoutLines } from "../../../src/capture/forget/bytes_without_lines.ts";
import type { SelectedFile } from "../../../src/select/selected_file.ts";
import { decodeText } from "../../../src/workspace/decode_text.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-bytes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Cuts lines out of bytes, as they would be read from a file; `null` if they are no text. */
function cut(bytes: Uint8Array, numbers: readonly number[], instead: Record<number, string> = {}): Buffer | null {
  const absPath = join(folder, "a.md");
  writeFileSync(absPath, bytes);
  const read = decodeText(bytes);
  if (read.kind === "skipped") return null;
  const isPlain = read.encoding === "utf-8" && read.invalidBytes === 0;
  const file = { absPath, text: read.text, hadBom: read.hadBom, unwritable: isPlain ? null : "it is odd" };
  const lines = new Map(Object.entries(instead).map(([number, line]) => [Number(number), line]));
  return Buffer.from(bytesWithoutLines(file as SelectedFile, new Set(numbers), lines));
}

const wide = (text: string) => Buffer.from(text, "utf16le");

test.each([
  ["UTF-8", (text: string) => Buffer.from(text)],
  ["UTF-8 with a mark", (text: string) => Buffer.from(`\ufeff${text}`)],
  ["UTF-16 LE with a mark", (text: string) => wide(`\ufeff${text}`)],
  ["UTF-16 BE with a mark", (text: string) => wide(`\ufeff${text}`).swap16()],
  ["UTF-16 LE without one", wide],
  ["UTF-8 and a broken byte", (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])])],
])("a line goes, another is written anew, and the rest stays as it is: %s", (_, bytesOf) => {
  const text = "# Notes\r\n- one line of the notes\r\n- 网关 on the port\n- 😀 and more of it\n";
  const rest = "# Notes\r\n- 端口 is new\n- 😀 and more of it\n";
  expect(cut(bytesOf(text), [2], { 3: "- 端口 is new" })?.toString("hex")).toBe(bytesOf(rest).toString("hex"));
});

test("a half of a character that stands alone, and a last odd byte, are kept or go with their line", () => {
  const odd = Buffer.concat([wide("\ufeff- a\ud800b\n- gone\n- the last one\n"), Buffer.from([0x41])]);
  expect(cut(odd, [2])?.toString("hex")).toStartWith(wide("\ufeff- a\ud800b\n- the last one\n").toString("hex"));
});

test("whatever the bytes are, without any number they stay, and every line that goes is one of theirs", () => {
  const line = fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.filter((byte) => byte !== 0x0a && byte !== 0));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.nat(5), (lines, number) => {
      const text = Buffer.from("- some plain text before it all\n".repeat(4));
      const bytes = Buffer.concat([text, ...lines.map((each) => Buffer.concat([each, Buffer.from("\n")]))]);
      const same = cut(bytes, []);
      if (same === null) return;
      expect(same.toString("hex")).toBe(bytes.toString("hex"));
      const at = number % lines.length;
      const rest = Buffer.concat([
        text,
        ...lines.toSpliced(at, 1).map((each) => Buffer.concat([each, Buffer.from("\n")])),
      ]);
      expect(cut(bytes, [4 + at + 1])?.toString("hex")).toBe(rest.toString("hex"));
    }),
    { seed: 20260819, numRuns: 200 },
  );
});
