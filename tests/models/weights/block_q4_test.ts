import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { blockValues, repackBlocks } from "../../../models/weights/block_q4.ts";
import { storedBlock } from "../../support/weights_file.ts";

const weights = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 32 });
/** Scales that a 16-bit number holds exactly. */
const scale = fc.integer({ min: -1024, max: 1024 }).map((value) => value / 512);
const blocks = fc.array(fc.tuple(scale, weights), { minLength: 1, maxLength: 6 });

const stored = (content: readonly (readonly [number, readonly number[]])[]) =>
  new Uint8Array(Buffer.concat(content.map(([each, values]) => storedBlock(each, values))));

/** Returns the weights of a block in the order in which ONNX Runtime reads them. */
const inOrder = (nibbles: Uint8Array) => [...nibbles].flatMap((pair) => [pair & 15, pair >> 4]);

describe("repackBlocks", () => {
  test("puts the weights in order, two a byte with the earlier one low, and the scales apart", () => {
    fc.assert(
      fc.property(blocks, (content) => {
        const { nibbles, scales } = repackBlocks(stored(content));
        expect(inOrder(nibbles)).toEqual(content.flatMap(([, values]) => values));
        expect([...scales]).toEqual(content.map(([each]) => Math.fround(each)));
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test("loses nothing: (weight - 8) times scale is the value that the file means", () => {
    fc.assert(
      fc.property(blocks, (content) => {
        const bytes = stored(content);
        const { nibbles, scales } = repackBlocks(bytes);
        const values = inOrder(nibbles).map((weight, at) => Math.fround((weight - 8) * (scales[at >> 5] ?? 0)));
        expect(values).toEqual([...blockValues(bytes)]);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test("reads blocks from the middle of a file, where nothing is aligned", () => {
    const block = storedBlock(0.5, Array.from({ length: 32 }, (_, at) => at % 16));
    const file = new Uint8Array([1, 2, 3, ...block, 4]);
    expect(repackBlocks(file.subarray(3, 21))).toEqual(repackBlocks(block));
  });

  test("refuses half a block", () => {
    expect(() => repackBlocks(new Uint8Array(17))).toThrow("The blocks have 17 bytes, expected a multiple of 18");
  });
});

test("a block of known bytes has known values", () => {
  // Scale 2 is 0x4000; the first byte 0x9f holds weight 0 = 15 and weight 16 = 9, the others 8 and 8, which means 0.
  const block = Uint8Array.of(0x00, 0x40, 0x9f, ...Array(15).fill(0x88));
  const values = [...blockValues(block)];
  expect([values[0], values[16]]).toEqual([14, 2]);
  expect(values.filter((value) => value !== 0)).toHaveLength(2);
});
