/**
 * The look at all sketches (src/store/index/vectors/sketch.ts): AssemblyScript, compiled to WebAssembly
 * by `make docs` (tools/kernels.ts).
 *
 * A sketch is two bytes for the part along the axis, two for the factor, and the signs, in words of four bytes.
 */

/** Bytes in front of the signs. */
const HEAD: usize = 4;
/** Largest number of two bytes: 1. */
const WHOLE: f64 = 65_535;
/** Numbers of a script's totals, in bytes: count, sum and sum of squares. */
const TOTALS: usize = 24;

/**
 * Estimates the cosines of sketches that lie one after the other, and adds them up by script.
 *
 * The question's components are whole numbers of 15 bits: a byte for the upper eight bits of each, then a byte for the
 * lower seven. What is summed are those whose sign is set; for 1,536 dimensions at most 96 · 2 · 128 = 24,576 comes
 * together in 16 bits.
 *
 * @param sketches the sketches
 * @param scripts a byte for each
 * @param count how many
 * @param signs bytes of signs of each, a multiple of four
 * @param question the components
 * @param sum of all components
 * @param scale what a unit of them is worth
 * @param along the cosine between question and axis
 * @param totals of both scripts
 * @param cosines a number of 32 bits for each
 */
export function estimate(
  sketches: usize,
  scripts: usize,
  count: i32,
  signs: usize,
  question: usize,
  sum: i32,
  scale: f64,
  along: f64,
  totals: usize,
  cosines: usize,
): void {
  const bits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const one = i8x16.splat(1);
  const lower = signs * 8;
  for (let nth = 0; nth < count; nth++) {
    let high = i16x8.splat(0);
    let low = i16x8.splat(0);
    let part = question;
    for (let at = sketches + HEAD; at < sketches + HEAD + signs; at += 4) {
      const four = v128.load32_splat(at);
      const first = i8x16.min_u(
        v128.and(v128.shuffle<i8>(four, four, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1), bits),
        one,
      );
      const second = i8x16.min_u(
        v128.and(v128.shuffle<i8>(four, four, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3), bits),
        one,
      );
      high = i16x8.add(high, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(part), first));
      high = i16x8.add(high, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(part + 16), second));
      low = i16x8.add(low, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(part + lower), first));
      low = i16x8.add(low, i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(part + lower + 16), second));
      part += 32;
    }
    const set = lanes(high) * 128 + lanes(low);
    const likeness = <f64> (2 * set - sum) * scale;
    const own = <f64> load<u16>(sketches) / WHOLE * 2 - 1;
    const factor = <f64> load<u16>(sketches + 2) / WHOLE;
    const cosine = <f32> (own * along + factor * likeness);
    store<f32>(cosines, cosine);
    const total = totals + <usize> load<u8>(scripts) * TOTALS;
    const value = <f64> cosine;
    store<f64>(total, load<f64>(total) + 1);
    store<f64>(total + 8, load<f64>(total + 8) + value);
    store<f64>(total + 16, load<f64>(total + 16) + value * value);
    sketches += HEAD + signs;
    scripts += 1;
    cosines += 4;
  }
}

function lanes(eight: v128): i32 {
  const four = i32x4.extadd_pairwise_i16x8_s(eight);
  return i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3);
}
