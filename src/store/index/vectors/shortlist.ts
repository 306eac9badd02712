/**
 * The slots that are worth a closer look. Pure.
 *
 * @module
 */
import type { Background, ByScript } from "./background.ts";
import { estimateCosines, sketchQuestion, stepOf } from "./sketch.ts";
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
  /** Of the estimates, by the script of their slots. */
  readonly backgrounds: ByScript<Background>;
  /**
   * Returns the slots whose estimates lie highest above the centre of their script and that may be hits, in ascending
   * order: at least `wanted`, if there are so many; a few more where the last ones are about equal.
   */
  best(wanted: number, centres: ByScript<Background>): SlotOfFile[];
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
  const run = { ...sketchQuestion(question, axis), cosines };
  Bun.unsafe.setJITPolicy(USUAL_JIT_POLICY);
  for (const { sketches, start } of files) estimateCosines(run, sketches, start);
  return {
    cosines,
    backgrounds: backgroundsOf(files, cosines),
    best: (wanted, centres) => {
      const placed = placeAll(files, { cosines, mayCount, centres });
      const floor = floorOf(placed.counts, wanted);
      const chosen: SlotOfFile[] = [];
      for (const [at, file] of files.entries()) {
        if ((placed.highest[at] ?? 0) < floor) continue;
        for (let slot = file.start; slot < file.start + file.count; slot++) {
          const isAllowed = mayCount === null || mayCount[slot] === 1;
          if (isAllowed && (placed.steps[slot] as number) >= floor) chosen.push({ slot, file });
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

function backgroundsOf(files: readonly PackedFile[], cosines: Float32Array): ByScript<Background> {
  const counts = [0, 0];
  const sums = [0, 0];
  const squares = [0, 0];
  // All places exist; plain loops, as there may be hundreds of thousands.
  for (const { start, count, scripts } of files) {
    for (let at = 0; at < count; at++) {
      const script = scripts[at] as number;
      const cosine = cosines[start + at] as number;
      counts[script] = (counts[script] as number) + 1;
      sums[script] = (sums[script] as number) + cosine;
      squares[script] = (squares[script] as number) + cosine * cosine;
    }
  }
  const of = (script: number): Background => {
    const count = counts[script] ?? 0;
    const mean = (sums[script] ?? 0) / Math.max(1, count);
    const square = (squares[script] ?? 0) / Math.max(1, count);
    return { mean, spread: Math.sqrt(Math.max(0, square - mean * mean)), count };
  };
  return { latin: of(0), wide: of(1) };
}

/** Steps of distances from -1 to 1: about a hundred to the spread of a question's cosines. */
const STEPS = 8_193;
const SCALE = (STEPS - 1) / 2;

interface PlaceRequest extends Pick<EstimateRequest, "mayCount"> {
  readonly cosines: Float32Array;
  readonly centres: ByScript<Background>;
}

/** Returns the step of every slot, the highest one of each file, and how many that may be hits lie in each. */
function placeAll(files: readonly PackedFile[], { cosines, mayCount, centres }: PlaceRequest) {
  const steps = new Uint16Array(cosines.length);
  const counts = new Uint32Array(STEPS);
  const means = [centres.latin.mean, centres.wide.mean];
  const highest = files.map(({ start, count, scripts }) => {
    let most = 0;
    for (let at = 0; at < count; at++) {
      const slot = start + at;
      const step = stepOf((cosines[slot] as number) - (means[scripts[at] as number] as number), SCALE);
      steps[slot] = step;
      if (mayCount !== null && mayCount[slot] !== 1) continue;
      counts[step] = (counts[step] as number) + 1;
      if (step > most) most = step;
    }
    return most;
  });
  return { steps, counts, highest };
}

/** Returns the step above which, itself included, at least `wanted` slots lie. */
function floorOf(steps: Uint32Array, wanted: number): number {
  let step = steps.length - 1;
  for (let reached = steps[step] ?? 0; reached < wanted && step > 0;) reached += steps[--step] ?? 0;
  return step;
}
