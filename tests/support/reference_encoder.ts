/**
 * The network computed plainly from the stored weights, in floating-point numbers and without ONNX: slow, but it shares
 * nothing with the conversion but the reading of the file.
 *
 * @module
 */
import { blockValues } from "../../models/weights/block_q4.ts";
import type { Weights } from "../../models/weights/read_weights.ts";

/** Rows of numbers behind one another. */
type Matrix = Float32Array;

/** Computes vectors of texts that are given as ids. Each tensor is decoded once. */
export class ReferenceEncoder {
  readonly #weights: Weights;
  readonly #decoded = new Map<string, Float32Array>();

  /** Takes the weights as they were read. */
  constructor(weights: Weights) {
    this.#weights = weights;
  }

  /** Returns the vector of each text, of length 1: the mean over its pieces. */
  encode(texts: readonly (readonly number[])[]): number[][] {
    const { hidden, layers } = this.#weights.shape;
    const lengths = texts.map((ids) => ids.length);
    let state = this.#embedding(texts);
    for (let layer = 0; layer < layers; layer++) state = this.#layer(`l${layer}.`, state, lengths);
    let row = 0;
    return lengths.map((length) => {
      const sum = Array.from({ length: hidden }, (_, at) => {
        let total = 0;
        for (let each = row; each < row + length; each++) total += state[each * hidden + at] ?? 0;
        return total;
      });
      row += length;
      const size = Math.hypot(...sum);
      return sum.map((value) => value / size);
    });
  }

  #embedding(texts: readonly (readonly number[])[]): Matrix {
    const { hidden } = this.#weights.shape;
    const [words, places, types] = [this.#tensor("emb.word"), this.#tensor("emb.pos"), this.#tensor("emb.type")];
    const rows = texts.flatMap((ids) =>
      ids.map((id, place) =>
        Float32Array.from(
          { length: hidden },
          (_, at) => (words[id * hidden + at] ?? 0) + (places[place * hidden + at] ?? 0) + (types[at] ?? 0),
        )
      )
    );
    return this.#normalised(joined(rows), "emb.ln");
  }

  #layer(prefix: string, input: Matrix, lengths: readonly number[]): Matrix {
    const attention = this.#attention(prefix, input, lengths);
    const middle = this.#normalised(sum(this.#linear(`${prefix}ao`, attention), input), `${prefix}aln`);
    const wide = this.#linear(`${prefix}fi`, middle).map((x) => x / 2 * (1 + errorFunction(x / Math.SQRT2)));
    return this.#normalised(sum(this.#linear(`${prefix}fo`, wide), middle), `${prefix}oln`);
  }

  #attention(prefix: string, input: Matrix, lengths: readonly number[]): Matrix {
    const { hidden, heads } = this.#weights.shape;
    const size = hidden / heads;
    const [query, key, value] = ["q", "k", "v"].map((name) => this.#linear(`${prefix}${name}`, input));
    const output = new Float32Array(input.length);
    if (query === undefined || key === undefined || value === undefined) return output;
    let first = 0;
    for (const length of lengths) {
      for (let head = 0; head < heads; head++) {
        for (let row = first; row < first + length; row++) {
          const scores = Array.from({ length }, (_, other) => {
            let product = 0;
            for (let at = head * size; at < (head + 1) * size; at++) {
              product += (query[row * hidden + at] ?? 0) * (key[(first + other) * hidden + at] ?? 0);
            }
            return product / Math.sqrt(size);
          });
          const shares = softmax(scores);
          for (let at = head * size; at < (head + 1) * size; at++) {
            output[row * hidden + at] = shares.reduce(
              (total, share, other) => total + share * (value[(first + other) * hidden + at] ?? 0),
              0,
            );
          }
        }
      }
      first += length;
    }
    return output;
  }

  #linear(name: string, input: Matrix): Matrix {
    const [weights, bias] = [this.#tensor(`${name}.w`), this.#tensor(`${name}.b`)];
    const [outputs, inputs] = [bias.length, weights.length / bias.length];
    const rows = input.length / inputs;
    const output = new Float32Array(rows * outputs);
    for (let out = 0; out < outputs; out++) {
      const factors = weights.subarray(out * inputs, (out + 1) * inputs);
      for (let row = 0; row < rows; row++) {
        const product = dot(factors, input.subarray(row * inputs, (row + 1) * inputs));
        output[row * outputs + out] = (bias[out] ?? 0) + product;
      }
    }
    return output;
  }

  #normalised(input: Matrix, name: string): Matrix {
    const { hidden, epsilon } = this.#weights.shape;
    const [scale, shift] = [this.#tensor(`${name}.w`), this.#tensor(`${name}.b`)];
    const output = new Float32Array(input.length);
    for (let from = 0; from < input.length; from += hidden) {
      const row = input.subarray(from, from + hidden);
      const mean = row.reduce((total, x) => total + x, 0) / hidden;
      const deviation = Math.sqrt(row.reduce((total, x) => total + (x - mean) ** 2, 0) / hidden + epsilon);
      row.forEach((x, at) => output[from + at] = (x - mean) / deviation * (scale[at] ?? 0) + (shift[at] ?? 0));
    }
    return output;
  }

  #tensor(name: string): Float32Array {
    const known = this.#decoded.get(name);
    if (known !== undefined) return known;
    const stored = this.#weights.tensors.get(name);
    if (stored === undefined) throw new Error(`There is no tensor "${name}"`);
    const values = stored.type === "q4" ? blockValues(stored.bytes) : new Float32Array(stored.bytes.slice().buffer);
    this.#decoded.set(name, values);
    return values;
  }
}

/** Returns the cosine of two vectors of length 1. */
export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}

/** Four sums at once: nearly all of the time goes here, and a processor can add them side by side. */
function dot(one: Float32Array, other: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < one.length; at += 4) {
    a += (one[at] ?? 0) * (other[at] ?? 0);
    b += (one[at + 1] ?? 0) * (other[at + 1] ?? 0);
    c += (one[at + 2] ?? 0) * (other[at + 2] ?? 0);
    d += (one[at + 3] ?? 0) * (other[at + 3] ?? 0);
  }
  return a + b + c + d;
}

function joined(rows: readonly Float32Array[]): Matrix {
  const size = rows[0]?.length ?? 0;
  const matrix = new Float32Array(rows.length * size);
  rows.forEach((row, at) => matrix.set(row, at * size));
  return matrix;
}

function sum(one: Matrix, other: Matrix): Matrix {
  return one.map((value, at) => value + (other[at] ?? 0));
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / total);
}

/** Returns erf(x) to seven digits (Abramowitz and Stegun, 7.1.26). */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const factors = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  const polynomial = factors.reduceRight((all, factor) => (all + factor) * t, 0);
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}
