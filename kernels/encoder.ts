/**
 * The arithmetic of the bundled model, for one text at a time: AssemblyScript, compiled to WebAssembly by
 * `make docs` (tools/kernels.ts). Values are 32-bit floating-point numbers; weights are blocks of 32 with 4 bits
 * each and one scale, just as they lie in `model.onnx_data`. The caller says where everything lies in the module's memory.
 */

/** Values of a row between the layers, and of the queries, keys and values of a row. */
const HIDDEN: i32 = 384;
const JOINED: i32 = 3 * HIDDEN;
/** Attention heads, and the bytes of what one of them looks at in a row. */
const HEADS: i32 = 12;
const HEAD_BYTES: usize = 128;
const ROW_BYTES: usize = HIDDEN * 4;
const JOINED_BYTES: usize = JOINED * 4;
/** What a layer's norm adds to a variance. */
const EPSILON: f32 = 1e-12;
/** Weights of a block, their bytes, and the bytes of as many values. */
const BLOCK: i32 = 32;
const BLOCK_BYTES: usize = 16;
const VALUE_BYTES: usize = 128;
/** Largest rounded input: 7 bits and a sign. */
const LARGEST: f32 = 127;
/** Four bits 0…15 mean −8…7; this is 8, as a shift. */
const ZERO_POINT_BITS: i32 = 3;

/**
 * Decodes rows of embedded pieces: signed 4-bit weights, then, behind all rows, their scales.
 *
 * @param from 192 bytes of weights for each row, then 48 of scales for each row
 */
export function decode(from: usize, rows: i32, to: usize): void {
  let scales = from + <usize> rows * (ROW_BYTES >> 3);
  for (let blocks = rows * (HIDDEN / BLOCK); blocks > 0; blocks--) {
    const scale = load<f32>(scales);
    for (let pair: usize = 0; pair < BLOCK_BYTES; pair++) {
      const both = <i32> load<i8>(from + pair);
      store<f32>(to + pair * 8, <f32> (both << 28 >> 28) * scale);
      store<f32>(to + pair * 8 + 4, <f32> (both >> 4) * scale);
    }
    from += BLOCK_BYTES;
    scales += 4;
    to += VALUE_BYTES;
  }
}

/**
 * Rounds rows to 8 bits, in blocks of 32 with one scale, for {@linkcode product}: block after block, in each the rows.
 * Within eight values the even ones come first, as the weights of a word of four bytes lie in its lower and upper halves.
 *
 * @param inputs values of a row
 * @param bytes rounded values
 * @param scales one for each block
 * @param sums eight times the sum of each block: what four bits without a sign are too large by
 */
export function round(x: usize, rows: i32, inputs: i32, bytes: usize, scales: usize, sums: usize): void {
  const blocks = inputs / BLOCK;
  for (let row = 0; row < rows; row++) {
    for (let block = 0; block < blocks; block++) {
      const at: usize = block * rows + row;
      const highest = largest(x);
      const factor = f32x4.splat(highest > 0 ? LARGEST / highest : 0);
      store<f32>(scales + at * 4, highest / LARGEST);
      const a = rounded(x, factor),
        b = rounded(x + 16, factor),
        c = rounded(x + 32, factor),
        d = rounded(x + 48, factor);
      const e = rounded(x + 64, factor),
        f = rounded(x + 80, factor),
        g = rounded(x + 96, factor),
        h = rounded(x + 112, factor);
      v128.store(bytes + at * 32, evenFirst(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)));
      v128.store(bytes + at * 32 + 16, evenFirst(i16x8.narrow_i32x4_s(e, f), i16x8.narrow_i32x4_s(g, h)));
      const four = i32x4.add(i32x4.add(i32x4.add(a, b), i32x4.add(c, d)), i32x4.add(i32x4.add(e, f), i32x4.add(g, h)));
      const sum = i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) +
        i32x4.extract_lane(four, 3);
      store<i32>(sums + at * 4, sum << ZERO_POINT_BITS);
      x += VALUE_BYTES;
    }
  }
}

function rounded(x: usize, factor: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(x), factor)));
}

function evenFirst(a: v128, b: v128): v128 {
  const bytes = i8x16.narrow_i16x8_s(a, b);
  return v128.shuffle<i8>(bytes, bytes, 0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15);
}

/** Returns the largest absolute value of a block. */
function largest(x: usize): f32 {
  let most = f32x4.abs(v128.load(x));
  for (let at: usize = 16; at < VALUE_BYTES; at += 16) most = f32x4.max(most, f32x4.abs(v128.load(x + at)));
  const a = max<f32>(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1));
  return max<f32>(a, max<f32>(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)));
}

/**
 * Multiplies rounded rows with 4-bit weights and adds a bias. Four outputs at a time lie in the four lanes; products of a
 * block are whole numbers and at most 8 · 2 · 127 · 15 = 30,480, so that they fit 16 bits.
 *
 * @param outputs a multiple of four
 * @param weights of each output in turn, 16 bytes a block, the earlier weight of a pair in the low bits
 * @param weightScales of each output in turn, one a block
 * @param scratch 16 bytes for each row
 */
export function product(
  rows: i32,
  inputs: i32,
  outputs: i32,
  bytes: usize,
  scales: usize,
  sums: usize,
  weights: usize,
  weightScales: usize,
  bias: usize,
  y: usize,
  scratch: usize,
): void {
  const blocks: usize = inputs / BLOCK;
  const low = i8x16.splat(15);
  const stride = blocks * BLOCK_BYTES, scaleStride = blocks * 4;
  const end = scratch + <usize> rows * 16;
  for (let output = 0; output < outputs; output += 4) {
    const first = v128.load(bias + <usize> output * 4);
    for (let total = scratch; total < end; total += 16) v128.store(total, first);
    let w = weights + <usize> output * stride, s = weightScales + <usize> output * scaleStride;
    let input = bytes, scale = scales, sum = sums;
    for (let block: usize = 0; block < blocks; block++) {
      // Words of four bytes of four outputs, turned so that a register holds one word of each.
      const a = v128.load(w), b = v128.load(w + stride), c = v128.load(w + 2 * stride), d = v128.load(w + 3 * stride);
      const ab0 = v128.shuffle<i32>(a, b, 0, 4, 1, 5), ab1 = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
      const cd0 = v128.shuffle<i32>(c, d, 0, 4, 1, 5), cd1 = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
      const v0 = v128.shuffle<i64>(ab0, cd0, 0, 2), v1 = v128.shuffle<i64>(ab0, cd0, 1, 3);
      const v2 = v128.shuffle<i64>(ab1, cd1, 0, 2), v3 = v128.shuffle<i64>(ab1, cd1, 1, 3);
      const l0 = v128.and(v0, low), l1 = v128.and(v1, low), l2 = v128.and(v2, low), l3 = v128.and(v3, low);
      const h0 = i8x16.shr_u(v0, 4), h1 = i8x16.shr_u(v1, 4), h2 = i8x16.shr_u(v2, 4), h3 = i8x16.shr_u(v3, 4);
      const four = f32x4(
        load<f32>(s),
        load<f32>(s + scaleStride),
        load<f32>(s + 2 * scaleStride),
        load<f32>(s + 3 * scaleStride),
      );
      for (let total = scratch; total < end; total += 16) {
        // Sums in place of offsets: the compiler of WebAssembly makes faster code of them.
        let p = i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input), l0);
        p = i16x8.add(p, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input + 4), h0));
        p = i16x8.add(p, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input + 8), l1));
        p = i16x8.add(p, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input + 12), h1));
        p = i16x8.add(p, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input + 16), l2));
        p = i16x8.add(p, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input + 20), h2));
        p = i16x8.add(p, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input + 24), l3));
        p = i16x8.add(p, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load32_splat(input + 28), h3));
        const whole = i32x4.sub(i32x4.extadd_pairwise_i16x8_s(p), v128.load32_splat(sum));
        const factor = f32x4.mul(four, v128.load32_splat(scale));
        v128.store(total, f32x4.add(v128.load(total), f32x4.mul(f32x4.convert_i32x4_s(whole), factor)));
        input += BLOCK;
        scale += 4;
        sum += 4;
      }
      w += BLOCK_BYTES;
      s += 4;
    }
    let to = y + <usize> output * 4;
    for (let total = scratch; total < end; total += 16) {
      v128.store(to, v128.load(total));
      to += <usize> outputs * 4;
    }
  }
}

/** Applies x · Φ(x) in place, Φ by Abramowitz and Stegun 7.1.26: off by at most 1.5e-7. @param count a multiple of four */
export function gelu(x: usize, count: i32): void {
  const one = f32x4.splat(1);
  for (const end = x + <usize> count * 4; x < end; x += 16) {
    const value = v128.load(x);
    const z = f32x4.mul(f32x4.abs(value), f32x4.splat(0.70710678118654752));
    const t = f32x4.div(one, f32x4.add(one, f32x4.mul(z, f32x4.splat(0.3275911))));
    let p = f32x4.add(f32x4.mul(f32x4.splat(1.061405429), t), f32x4.splat(-1.453152027));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.421413741));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.284496736));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.254829592));
    const erf = f32x4.sub(one, f32x4.mul(f32x4.mul(p, t), exponential(f32x4.neg(f32x4.mul(z, z)))));
    const signed = v128.or(erf, v128.and(value, i32x4.splat(i32.MIN_VALUE)));
    v128.store(x, f32x4.mul(f32x4.mul(value, f32x4.splat(0.5)), f32x4.add(one, signed)));
  }
}

/** Returns e to the power of four numbers of at most 0, by a polynomial of degree six around whole powers of two (Cephes). */
function exponential(x: v128): v128 {
  const bounded = f32x4.max(x, f32x4.splat(-87));
  const n = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(1.44269504088896341)));
  const high = f32x4.sub(bounded, f32x4.mul(n, f32x4.splat(0.693359375)));
  const r = f32x4.sub(high, f32x4.mul(n, f32x4.splat(-2.12194440e-4)));
  let p = f32x4.add(f32x4.mul(f32x4.splat(1.9875691500e-4), r), f32x4.splat(1.3981999507e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1));
  p = f32x4.add(f32x4.add(f32x4.mul(p, f32x4.mul(r, r)), r), f32x4.splat(1));
  return f32x4.mul(p, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23));
}

/** Adds two lists of rows, brings each sum to mean 0 and spread 1, scales it and adds a bias. `to` may be `a`. */
export function norm(a: usize, b: usize, rows: i32, weight: usize, bias: usize, to: usize): void {
  for (let row = 0; row < rows; row++) {
    let total = f32x4.splat(0), squares = f32x4.splat(0);
    for (let at: usize = 0; at < ROW_BYTES; at += 16) {
      const sum = f32x4.add(v128.load(a + at), v128.load(b + at));
      v128.store(to + at, sum);
      total = f32x4.add(total, sum);
    }
    const mean = f32x4.splat(lanes(total) / <f32> HIDDEN);
    for (let at: usize = 0; at < ROW_BYTES; at += 16) {
      const off = f32x4.sub(v128.load(to + at), mean);
      squares = f32x4.add(squares, f32x4.mul(off, off));
    }
    const factor = f32x4.splat(<f32> 1 / sqrt<f32>(lanes(squares) / <f32> HIDDEN + EPSILON));
    for (let at: usize = 0; at < ROW_BYTES; at += 16) {
      const even = f32x4.mul(f32x4.sub(v128.load(to + at), mean), factor);
      v128.store(to + at, f32x4.add(f32x4.mul(even, v128.load(weight + at)), v128.load(bias + at)));
    }
    a += ROW_BYTES;
    b += ROW_BYTES;
    to += ROW_BYTES;
  }
}

function lanes(four: v128): f32 {
  return (f32x4.extract_lane(four, 0) + f32x4.extract_lane(four, 2)) +
    (f32x4.extract_lane(four, 1) + f32x4.extract_lane(four, 3));
}

/**
 * Attention of all heads.
 *
 * @param joined queries, keys and values of each row, one behind the other
 * @param scratch four bytes for each row, rounded up to 16
 */
export function attend(joined: usize, rows: i32, to: usize, scratch: usize): void {
  const end = scratch + <usize> rows * 4;
  for (let head = 0; head < HEADS; head++) {
    const queries = joined + <usize> head * HEAD_BYTES;
    for (let row = 0; row < rows; row++) {
      const most = compare(queries + <usize> row * JOINED_BYTES, queries + ROW_BYTES, scratch, end);
      let total: f32 = 0;
      for (let at = scratch; at < end; at += 16) {
        v128.store(at, exponential(f32x4.sub(v128.load(at), f32x4.splat(most))));
      }
      for (let at = scratch; at < end; at += 4) total += load<f32>(at);
      mix(queries + 2 * ROW_BYTES, to + <usize> row * ROW_BYTES + <usize> head * HEAD_BYTES, scratch, end, total);
    }
  }
}

/** Leaves the product of a query with each key in the scratch, over the root of the head's size; returns the largest. */
function compare(query: usize, keys: usize, scratch: usize, end: usize): f32 {
  let most: f32 = -Infinity;
  for (let at = scratch; at < end; at += 4) {
    let four = f32x4.mul(v128.load(query), v128.load(keys));
    for (let part: usize = 16; part < HEAD_BYTES; part += 16) {
      four = f32x4.add(four, f32x4.mul(v128.load(query + part), v128.load(keys + part)));
    }
    const value = lanes(four) * <f32> 0.17677669529663687;
    store<f32>(at, value);
    most = max<f32>(most, value);
    keys += JOINED_BYTES;
  }
  return most;
}

/** Leaves the sum of all values, each times its share. */
function mix(values: usize, to: usize, scratch: usize, end: usize, total: f32): void {
  for (let part: usize = 0; part < HEAD_BYTES; part += 16) {
    let sum = f32x4.splat(0), value = values + part;
    for (let at = scratch; at < end; at += 4) {
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(at), v128.load(value)));
      value += JOINED_BYTES;
    }
    v128.store(to + part, f32x4.div(sum, f32x4.splat(total)));
  }
}
