/**
 * The slots that are worth a closer look. Pure.
 *
 * @module
 */
import { estimateCosines, type EstimateRun, sketchQuestion, stepOf } from "./sketch.ts";
import type { PackedFile, PackedVectors } from "./packed_vectors.ts";

/** A slot with its file. */
export interface SlotOfFile {
  /** Its number among those of all files. */
  readonly slot: number;
  /** The file that it belongs to. */
  readonly file: PackedFile;
}

/** What a look at every sketch gives. */
export interface Estimates {
  /** The estimated cosine of every slot. */
  readonly cosines: Float32Array;
  /** Mean of all. */
  readonly mean: number;
  /** Their standard deviation. */
  readonly spread: number;
  /**
   * Returns the slots with the highest estimates that may be hits, in ascending order: at least `wanted`, if there are so
   * many; a few more where the last ones are about equal.
   */
  best(wanted: number): SlotOfFile[];
}

/** What to look at. */
export interface EstimateRequest {
  /** Of unit length. */
  readonly question: Float32Array;
  /** What the sketches are relative to. */
  readonly axis: Float32Array;
  /** 1 for each slot that may be a hit; `null`: all. */
  readonly mayCount: Uint8Array | null;
}

/** Looks at every sketch. */
export function estimate({ files, count }: PackedVectors, { question, axis, mayCount }: EstimateRequest): Estimates {
  const cosines = new Float32Array(count);
  const steps = new Uint32Array(STEPS);
  const run: EstimateRun = { ...sketchQuestion(question, axis), cosines, mayCount, steps, sum: 0, squares: 0 };
  Bun.unsafe.setJITPolicy(USUAL_JIT_POLICY);
  const highest = files.map(({ sketches, start }) => estimateCosines(run, sketches, start));
  const mean = run.sum / Math.max(1, count);
  return {
    cosines,
    mean,
    spread: Math.sqrt(Math.max(0, run.squares / Math.max(1, count) - mean * mean)),
    best: (wanted) => {
      const floor = floorOf(steps, wanted);
      const chosen: SlotOfFile[] = [];
      for (const [at, file] of files.entries()) {
        if (stepOf(highest[at] ?? -1, SCALE) < floor) continue;
        for (let slot = file.start; slot < file.start + file.count; slot++) {
          const isHigh = stepOf(cosines[slot] ?? -1, SCALE) >= floor;
          if (isHigh && (mayCount === null || mayCount[slot] === 1)) chosen.push({ slot, file });
        }
      }
      return chosen;
    },
  };
}

/**
 * The executable begins with a compiler that waits (`jitPolicy` in `build.ts`), which suits everything but this loop: it
 * alone runs for milliseconds, and takes less than half of them if it is compiled at the usual time. 1 is what Bun calls
 * the usual policy; what comes afterwards is short, or belongs to a process that stays and gains from it, too.
 */
const USUAL_JIT_POLICY = 1;

/** Steps of cosines from -1 to 1: about a hundred to the spread of a question's cosines. */
const STEPS = 8_193;
const SCALE = (STEPS - 1) / 2;

/** Returns the step above which, itself included, at least `wanted` slots lie. */
function floorOf(steps: Uint32Array, wanted: number): number {
  let step = steps.length - 1;
  for (let reached = steps[step] ?? 0; reached < wanted && step > 0;) reached += steps[--step] ?? 0;
  return step;
}
