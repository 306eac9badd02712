/** The kernels of the bundled model, each against the plain computation that it stands for. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encoderKernels, type Kernels } from "../../src/embed/kernels.ts";
import { SEED } from "../support/any_text.ts";
import { skips } from "../support/skips.ts";

const HIDDEN = 384;
const BLOCK = 32;
/** The first byte that tests use, and how far apart they put things. */
const FIRST = 65_536;
const APART = 300_000;
const kernels = encoderKernels();
const MISSING = "tests of the kernels: this processor does not know their operations";

/** Numbers between −scale and scale that depend on nothing but the seed. */
function numbers(count: number, scale: number, seed: number): Float32Array {
  let state = seed >>> 0 || 1;
  return Float32Array.from({ length: count }, () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223 >>> 0;
    return (state / 2 ** 31 - 1) * scale;
  });
}

describe.skipIf(skips(kernels === null, MISSING))("the kernels", () => {
  const own = kernels as Kernels;
  const floats = (at: number, count: number) => new Float32Array(own.memory.buffer, at, count);
  const bytes = (at: number, count: number) => new Uint8Array(own.memory.buffer, at, count);
  const place = (nth: number) => FIRST + nth * APART;

  test("multiply rows, rounded block by block, with 4-bit weights", () => {
    const shape = fc.record({
      rows: fc.integer({ min: 1, max: 6 }),
      blocks: fc.integer({ min: 1, max: 4 }),
      outputs: fc.integer({ min: 1, max: 4 }).map((fours) => 4 * fours),
      seed: fc.nat(),
      scale: fc.constantFrom(0, 1e-6, 1, 1_000),
    });
    fc.assert(
      fc.property(shape, ({ rows, blocks, outputs, seed, scale }) => {
        const inputs = blocks * BLOCK;
        const x = numbers(rows * inputs, scale, seed);
        const weights = Uint8Array.from(numbers(outputs * inputs / 2, 128, seed + 1), (each) => each + 128);
        const scales = numbers(outputs * blocks, 0.1, seed + 2);
        const bias = numbers(outputs, 1, seed + 3);
        floats(place(0), x.length).set(x);
        bytes(place(1), weights.length).set(weights);
        floats(place(2), scales.length).set(scales);
        floats(place(3), bias.length).set(bias);
        own.round(place(0), rows, inputs, place(4), place(5), place(6));
        const rounded = [place(4), place(5), place(6)] as const;
        own.product(rows, inputs, outputs, ...rounded, place(1), place(2), place(3), place(7), place(8));
        const found = floats(place(7), rows * outputs);
        for (const [at, value] of found.entries()) {
          const [row, output] = [Math.floor(at / outputs), at % outputs];
          let sum = bias[output] ?? 0;
          let size = Math.abs(sum);
          for (let block = 0; block < blocks; block++) {
            const values = x.subarray(row * inputs + block * BLOCK, row * inputs + (block + 1) * BLOCK);
            const step = Math.max(...values.map(Math.abs)) / 127;
            let whole = 0;
            for (const [nth, each] of values.entries()) {
              const pair = weights[(output * inputs + block * BLOCK + nth) >> 1] ?? 0;
              whole += (step === 0 ? 0 : Math.round(each / step)) * ((nth % 2 === 0 ? pair & 15 : pair >> 4) - 8);
            }
            const part = whole * step * (scales[output * blocks + block] ?? 0);
            sum += part;
            // Half a step may be rounded either way.
            size += Math.abs(part) + 8 * step * Math.abs(scales[output * blocks + block] ?? 0);
          }
          expect(Math.abs(value - sum)).toBeLessThanOrEqual(0.002 * size);
        }
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test("products of the largest numbers do not overflow", () => {
    const inputs = 1_536;
    floats(place(0), inputs).fill(-1);
    bytes(place(1), 2 * inputs).fill(0xff).fill(0, inputs);
    floats(place(2), 4 * inputs / BLOCK).fill(1);
    floats(place(3), 4).fill(0);
    own.round(place(0), 1, inputs, place(4), place(5), place(6));
    own.product(1, inputs, 4, place(4), place(5), place(6), place(1), place(2), place(3), place(7), place(8));
    const [high = 0, , low = 0] = floats(place(7), 4);
    expect(high).toBeCloseTo(-7 * inputs, 0);
    expect(low).toBeCloseTo(8 * inputs, 0);
  });

  test("decode signed weights and their scales", () => {
    const rows = 2;
    bytes(place(0), rows * HIDDEN / 2).fill(0x8f, 0, HIDDEN / 2).fill(0x70, HIDDEN / 2);
    floats(place(0) + rows * HIDDEN / 2, rows * HIDDEN / BLOCK).fill(0.5, 0, 12).fill(2, 12);
    own.decode(place(0), rows, place(1));
    const values = [...floats(place(1), rows * HIDDEN)];
    expect(values.slice(0, 2)).toEqual([-0.5, -4]);
    expect(values.slice(HIDDEN - 2, HIDDEN + 2)).toEqual([-0.5, -4, 0, 14]);
  });

  test("apply the activation within a millionth, for any size of number", () => {
    const x = Float32Array.from({ length: 4_000 }, (_, at) => (at - 2_000) / 200).fill(1e30, 0, 2).fill(-1e30, 2, 4);
    floats(place(0), x.length).set(x);
    own.gelu(place(0), x.length);
    const found = floats(place(0), x.length);
    for (const [at, value] of x.entries()) {
      const wanted = value * phi(value);
      expect(Math.abs((found[at] ?? Number.NaN) - wanted)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(wanted)));
    }
  });

  test("bring a sum to mean 0 and spread 1, also where it lies", () => {
    const [a, b] = [numbers(HIDDEN, 3, 1), numbers(HIDDEN, 2, 2)];
    floats(place(0), HIDDEN).set(a);
    floats(place(1), HIDDEN).set(b);
    floats(place(2), HIDDEN).fill(2);
    floats(place(3), HIDDEN).fill(1);
    own.norm(place(0), place(1), 1, place(2), place(3), place(0));
    const sums = Array.from(a, (value, at) => value + (b[at] ?? 0));
    const mean = sums.reduce((sum, each) => sum + each, 0) / HIDDEN;
    const spread = Math.sqrt(sums.reduce((sum, each) => sum + (each - mean) ** 2, 0) / HIDDEN);
    for (const [at, value] of floats(place(0), HIDDEN).entries()) {
      expect(value).toBeCloseTo(2 * ((sums[at] ?? 0) - mean) / spread + 1, 4);
    }
  });

  test.each([1, 3, 4, 7])("attend to all of %i rows by their shares", (rows) => {
    const joined = numbers(rows * 3 * HIDDEN, 4, rows);
    floats(place(0), joined.length).set(joined);
    own.attend(place(0), rows, place(1), place(2));
    const found = floats(place(1), rows * HIDDEN);
    const part = (row: number, kind: number, head: number) => {
      const from = (row * 3 + kind) * HIDDEN + head * BLOCK;
      return joined.subarray(from, from + BLOCK);
    };
    for (let head = 0; head < 12; head++) {
      for (let row = 0; row < rows; row++) {
        const query = part(row, 0, head);
        const scores = Array.from({ length: rows }, (_, other) => {
          const key = part(other, 1, head);
          return query.reduce((sum, each, at) => sum + each * (key[at] ?? 0), 0) / Math.sqrt(BLOCK);
        });
        const shares = scores.map((score) => Math.exp(score - Math.max(...scores)));
        const total = shares.reduce((sum, each) => sum + each, 0);
        for (const at of [0, 13, 31]) {
          const wanted = shares.reduce((sum, share, other) => sum + share * (part(other, 2, head)[at] ?? 0), 0) / total;
          expect(found[row * HIDDEN + head * BLOCK + at] ?? Number.NaN).toBeCloseTo(wanted, 4);
        }
      }
    }
  });
});

/** The distribution function of the normal distribution, by its series and, far out, its limit. */
function phi(x: number): number {
  if (Math.abs(x) > 7) return x > 0 ? 1 : 0;
  let [term, sum] = [x, x];
  for (let n = 1; n < 200; n++) {
    term *= -x * x / (2 * n);
    sum += term / (2 * n + 1);
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}
