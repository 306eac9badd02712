/**
 * Who looks at all sketches: kernels in WebAssembly, whose source is `kernels/sketches.ts`, or where they cannot run the
 * plain loop. The kernels round the question's components to 15 bits, which moves an estimate by a few millionths: a
 * thousandth of what a sketch is off by itself.
 *
 * @module
 */
import { dotProduct } from "../../../base/dot_product.ts";
import { loadKernels } from "../../../base/load_kernels.ts";
import { estimateCosines, type EstimateRun, signBytes, sketchBytes, sketchQuestion, type SketchRow } from "./sketch.ts";
import { SKETCH_KERNELS } from "./sketch_kernels.ts";

/** A question, and where estimates go. */
export interface SketchLook extends Pick<EstimateRun, "cosines" | "totals"> {
  /** Of unit length. */
  readonly question: Float32Array;
  /** What the sketches are relative to. */
  readonly axis: Float32Array;
}

/** Estimates the cosines of rows whose slots follow one another. */
export type SketchEstimator = (look: SketchLook, rows: readonly SketchRow[]) => void;

/**
 * Returns an estimator by kernels, or the plain one where they cannot run. Nothing is compiled before the first look.
 */
export function sketchEstimator(): SketchEstimator {
  let kernels: SketchKernels | null | undefined;
  return (look, rows) => {
    if (kernels === undefined) kernels = loadKernels(SKETCH_KERNELS) as Record<string, unknown> & SketchKernels | null;
    if (kernels === null || look.question.length > MAX_DIMENSIONS) plainEstimator(look, rows);
    else byKernels(kernels, look, rows);
  };
}

/** The same in JavaScript, for vectors of any length. */
export function plainEstimator({ question, axis, cosines, totals }: SketchLook, rows: readonly SketchRow[]): void {
  const run = { ...sketchQuestion(question, axis), cosines, totals };
  Bun.unsafe.setJITPolicy(USUAL_JIT_POLICY);
  for (const row of rows) estimateCosines(run, row);
}

/**
 * The executable begins with a compiler that waits (`jitPolicy` in `build.ts`), which suits everything but this loop: it
 * alone runs for milliseconds, and takes less than half of them if it is compiled at the usual time. 1 is what Bun calls
 * the usual policy; what comes afterwards is short, or belongs to a process that stays and gains from it, too.
 */
const USUAL_JIT_POLICY = 1;

interface SketchKernels {
  readonly memory: WebAssembly.Memory;
  estimate(
    ...of: readonly [
      sketches: number,
      scripts: number,
      count: number,
      signs: number,
      question: number,
      sum: number,
      scale: number,
      along: number,
      totals: number,
      cosines: number,
    ]
  ): void;
}

/** For more the sums would not fit 16 bits. */
const MAX_DIMENSIONS = 1_536;
/** Sketches of one call: with those of the largest vectors the memory is full. */
const MAX_COUNT = 1_024;
/** Where things lie in the memory, in bytes; below is what the module keeps itself. */
const TOTALS_AT = 1_024;
const QUESTION_AT = 2_048;
const SCRIPTS_AT = QUESTION_AT + 2 * MAX_DIMENSIONS;
const COSINES_AT = SCRIPTS_AT + MAX_COUNT;
const SKETCHES_AT = COSINES_AT + 4 * MAX_COUNT;
/** The largest component: 15 bits with the sign. */
const LARGEST = 16_383;
/** Bits that go into the second byte of a component. */
const LOWER_BITS = 7;

function byKernels(kernels: SketchKernels, look: SketchLook, rows: readonly SketchRow[]): void {
  const { question, axis, cosines, totals } = look;
  const { buffer } = kernels.memory;
  const memory = new Uint8Array(buffer);
  const found = new Float32Array(buffer, COSINES_AT, MAX_COUNT);
  const summed = new Float64Array(buffer, TOTALS_AT, totals.length);
  const [signs, width] = [signBytes(question.length), sketchBytes(question.length)];
  const { along, sum, scale } = putQuestion(new Int8Array(buffer, QUESTION_AT, 2 * 8 * signs), question, axis);
  let done = rows[0]?.start ?? 0;
  let held = 0;
  const estimate = () => {
    const places = [SKETCHES_AT, SCRIPTS_AT, held, signs, QUESTION_AT] as const;
    kernels.estimate(...places, sum, scale, along, TOTALS_AT, COSINES_AT);
    cosines.set(found.subarray(0, held), done);
    done += held;
    held = 0;
  };
  summed.set(totals);
  for (const { sketches, scripts } of rows) {
    // Many small files in one call, and a large one in several: a call costs as much as twenty sketches.
    if (held + scripts.length > MAX_COUNT) estimate();
    let first = 0;
    for (; scripts.length - first > MAX_COUNT; first += MAX_COUNT) {
      memory.set(sketches.subarray(first * width, (first + MAX_COUNT) * width), SKETCHES_AT);
      memory.set(scripts.subarray(first, first + MAX_COUNT), SCRIPTS_AT);
      held = MAX_COUNT;
      estimate();
    }
    memory.set(first === 0 ? sketches : sketches.subarray(first * width), SKETCHES_AT + held * width);
    memory.set(first === 0 ? scripts : scripts.subarray(first), SCRIPTS_AT + held);
    held += scripts.length - first;
  }
  estimate();
  totals.set(summed);
}

/** Puts the question's components at a right angle to the axis as whole numbers: their upper bits, then their lower ones. */
function putQuestion(
  to: Int8Array,
  question: Float32Array,
  axis: Float32Array,
): { readonly along: number; readonly sum: number; readonly scale: number } {
  const along = dotProduct(question, axis);
  const rest = question.map((value, at) => value - along * (axis[at] ?? 0));
  const scale = rest.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST || 1;
  let sum = 0;
  to.fill(0);
  for (const [at, value] of rest.entries()) {
    const whole = Math.round(value / scale);
    sum += whole;
    to[at] = whole >> LOWER_BITS;
    to[to.length / 2 + at] = whole & (1 << LOWER_BITS) - 1;
  }
  return { along, sum, scale };
}
