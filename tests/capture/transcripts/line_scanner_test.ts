import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ByteSource, LineScanner, MAX_LINE_BYTES } from "../../../src/capture/transcripts/line_scanner.ts";
import { ObjectScanner } from "../../../src/capture/transcripts/object_scanner.ts";

const START = { line: 1, byteOffset: 0 };

/** Gives bytes in pieces of told sizes, one after the other, over and over. */
function sourceOf(bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  let at = 0;
  let turn = 0;
  return {
    read(target) {
      const wanted = sizes[turn++ % sizes.length] ?? 1;
      const part = bytes.subarray(at, at + Math.min(wanted, target.length));
      target.set(part);
      at += part.length;
      return part.length;
    },
    close: () => undefined,
  };
}

interface Scanned {
  readonly lines: string[];
  readonly places: number[][];
  readonly tail: string | null;
}

async function scan(bytes: Uint8Array, sizes: readonly number[] = [1_000_000]): Promise<Scanned> {
  const scanner = new LineScanner(sourceOf(bytes, sizes), START);
  const lines: string[] = [];
  const places: number[][] = [];
  for (let batch = await scanner.next(); batch !== null; batch = await scanner.next()) {
    for (const { bytes: line, place, isCut } of batch.lines) {
      lines.push(isCut ? "cut" : Buffer.from(line).toString("latin1"));
      places.push([place.line, place.byteOffset]);
    }
  }
  const tail = scanner.tail();
  return {
    lines,
    places,
    tail: tail === null ? null : tail.isCut ? "cut" : Buffer.from(tail.bytes).toString("latin1"),
  };
}

describe("LineScanner", () => {
  test("tells lines and where they stand, and what has no end yet", async () => {
    expect(await scan(Buffer.from("one\r\n\ntwo\nthr"))).toEqual({
      lines: ["one", "", "two"],
      places: [[1, 0], [2, 5], [3, 6]],
      tail: "thr",
    });
    expect((await scan(Buffer.from("one\n"))).tail).toBeNull();
  });

  test("gives the same lines, however the bytes come", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "\n", "\r", "漢", "\r\n"), { maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (parts, sizes) => {
          const bytes = Buffer.from(parts.join(""));
          expect(await scan(bytes, sizes)).toEqual(await scan(bytes));
        },
      ),
      { seed: 20260819, numRuns: 200 },
    );
  });

  test("keeps a line of several reads, and gives up one that is too long without losing its place", async () => {
    const long = "x".repeat(3_000_000);
    const tooLong = "y".repeat(MAX_LINE_BYTES + 3_000_000);
    const { lines, places, tail } = await scan(Buffer.from(`${long}\n${tooLong}\nlast\n${tooLong}`));
    expect(lines.map((line) => line.length)).toEqual([3_000_000, 3, 4]);
    expect(places).toEqual([[1, 0], [2, 3_000_001], [3, 3_000_002 + tooLong.length]]);
    expect(tail).toBe("cut");
  });
});

async function scanObject(text: string, sizes: readonly number[] = [1_000_000]): Promise<string[]> {
  const scanner = new ObjectScanner(sourceOf(Buffer.from(text), sizes));
  const records: string[] = [];
  for (let batch = await scanner.next(); batch !== null; batch = await scanner.next()) {
    for (const { bytes, place } of batch.lines) records.push(`${place.line} ${Buffer.from(bytes).toString()}`);
  }
  if (scanner.tail() !== null) records.push("torn");
  return records;
}

describe("ObjectScanner", () => {
  const OBJECT = {
    sessionId: "g",
    messages: [{ id: "1", content: 'a "quoted" ]} \\ text' }, { id: "2", deep: [{ a: [1] }] }],
  };
  const RECORDS = [
    '1 {"sessionId":"g","messages":null}',
    `2 ${JSON.stringify(OBJECT.messages[0])}`,
    `3 ${JSON.stringify(OBJECT.messages[1])}`,
  ];

  test("tells what stands before the list, and its elements", async () => {
    expect(await scanObject(JSON.stringify(OBJECT))).toEqual(RECORDS);
    expect((await scanObject(JSON.stringify(OBJECT, null, 2))).map((it) => JSON.parse(it.slice(2)))).toEqual([
      { sessionId: "g", messages: null },
      ...OBJECT.messages,
    ]);
  });

  test("gives the same, however the bytes come", async () => {
    for (const size of [1, 2, 3, 7]) expect(await scanObject(JSON.stringify(OBJECT), [size])).toEqual(RECORDS);
  });

  test("says that an object has no end yet", async () => {
    const text = JSON.stringify(OBJECT);
    expect(await scanObject(text.slice(0, -20))).toEqual([...RECORDS.slice(0, 2), "torn"]);
    expect(await scanObject(text.slice(0, 10))).toEqual(["torn"]);
  });

  test("survives brackets that close more than was opened", async () => {
    expect(await scanObject('{"messages":[{"a":1}]}]]}}{"b":[1')).toContain('2 {"a":1}');
  });
});
