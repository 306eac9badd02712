import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { messageLines } from "../../../src/agents/mcp/message_lines.ts";

/** What comes out of bytes that come in pieces of these lengths, again and again. */
function read(bytes: Uint8Array, pieces: readonly number[], maxBytes = 64): string[] {
  const told: string[] = [];
  const lines = messageLines({ onLine: (line) => told.push(line), onTooLong: () => told.push("too long") }, maxBytes);
  let at = 0;
  for (let next = 0; at < bytes.length; next++) {
    const length = pieces[next % pieces.length] ?? 1;
    lines.push(bytes.subarray(at, at + length));
    at += length;
  }
  lines.end();
  return told;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("lines of messages", () => {
  test("end with LF or CRLF, and blank ones are passed over", () => {
    expect(read(bytesOf('{"a":1}\r\n\n  \n{"b":"网关"}\n'), [1])).toEqual(['{"a":1}', '{"b":"网关"}']);
  });

  test("may lack the last end", () => {
    expect(read(bytesOf("one\ntwo"), [2])).toEqual(["one", "two"]);
  });

  test("that are too long are told once, dropped, and followed by the next", () => {
    expect(read(bytesOf(`${"x".repeat(200)}\nnext\n`), [7])).toEqual(["too long", "next"]);
  });

  test("of exactly the longest length are read", () => {
    expect(read(bytesOf(`${"x".repeat(64)}\n${"y".repeat(65)}\n`), [64])).toEqual(["x".repeat(64), "too long"]);
  });

  test("with bytes that are no UTF-8 become lines with replacement characters", () => {
    expect(read(Uint8Array.of(0xff, 0x41, 0x0a), [3])).toEqual(["\ufffdA"]);
  });

  test("do not depend on how the bytes came", () => {
    const text = fc.array(fc.constantFrom("a", "é", "网", "\n", "\r\n", " ", "x".repeat(40)), { maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }), (parts, pieces) => {
        const bytes = bytesOf(parts.join(""));
        expect(read(bytes, pieces)).toEqual(read(bytes, [bytes.length + 1]));
      }),
      { seed: 20260819, numRuns: 200 },
    );
  });
});
