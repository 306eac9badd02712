import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readValue } from "../../../src/agents/hook/read_value.ts";

const BOUNDS = { maxBytes: 10_000_000, timeoutMs: 5_000 };

/** Returns a stream of pieces; one that is not closed stays open for good. */
function streamOf(pieces: readonly (string | Uint8Array)[], isClosed = true): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      }
      if (isClosed) controller.close();
    },
  });
}

async function read(pieces: readonly (string | Uint8Array)[], isClosed = true, bounds = BOUNDS) {
  return await readValue(streamOf(pieces, isClosed), bounds);
}

describe("a value on standard input", () => {
  test("is taken as soon as it is complete, though nobody closes the pipe", async () => {
    expect(await read(['{"a":1}'], false)).toEqual({ kind: "value", value: { a: 1 } });
    expect(await read(['  \n{"a":', '"}{",', '"b":[{}]}'], false)).toEqual({
      kind: "value",
      value: { a: "}{", b: [{}] },
    });
  });

  test("is the first of several", async () => {
    expect(await read(['{"a":1}\n{"a":2}'])).toEqual({ kind: "value", value: { a: 1 } });
    expect(await read(['{"a":1}', "garbage"])).toEqual({ kind: "value", value: { a: 1 } });
  });

  test("may be cut anywhere, also within a character and an escape", async () => {
    const value = { text: '网关 "quoted" \\ back\\"slash 😀', deep: { list: ["}", "{", 1] } };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(90), { maxLength: 8 }), async (cuts) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value));
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, at) => bytes.slice(places[at], end));
        expect(await read(pieces, false)).toEqual({ kind: "value", value });
      }),
      { seed: 20260819, numRuns: 100 },
    );
  });

  test("may begin with a byte order mark and blanks", async () => {
    expect(await read(['\ufeff\r\n\t {"a":1}'])).toEqual({ kind: "value", value: { a: 1 } });
  });

  test("that is no object, or none at all, is told apart", async () => {
    const reasons = async (...pieces: string[]) => {
      const got = await read(pieces);
      return got.kind === "none" ? got.reason : "value";
    };
    expect(await reasons()).toBe("empty");
    expect(await reasons("")).toBe("empty");
    for (const text of ["garbage", "[1]", '"text"', "1", "null", "{", '{"a":', '{"a":"', '{"a" 1}', "{]", "}"]) {
      expect([text, await reasons(text)]).toEqual([text, "not an object"]);
    }
  });

  test("that does not come in time is given up", async () => {
    expect(await read(['{"a":'], false, { ...BOUNDS, timeoutMs: 20 })).toEqual({ kind: "none", reason: "late" });
    expect(await read([], false, { ...BOUNDS, timeoutMs: 20 })).toEqual({ kind: "none", reason: "late" });
  });

  test("that is too long or too deep is given up", async () => {
    const long = `{"a":"${"x".repeat(200)}"}`;
    expect(await read([long], true, { ...BOUNDS, maxBytes: 100 })).toEqual({ kind: "none", reason: "too long" });
    expect(await read([`{"a":${"[".repeat(100_000)}`])).toEqual({ kind: "none", reason: "too deep" });
    const deep = `{"a":${"[".repeat(500)}${"]".repeat(500)}}`;
    expect((await read([deep])).kind).toBe("value");
  });

  test("can be any bytes without an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 }), async (pieces) => {
        expect(["value", "none"]).toContain((await read(pieces)).kind);
      }),
      { seed: 20260819, numRuns: 300 },
    );
  });
});
