/**
 * The slots that are worth a closer look. Pure.
 *
 * @module
 */
import type { Background, ByScript } from "./background.ts";
import { stepOf, TOTALS } from "./sketch.ts";
import type { SketchEstimator } from "./sketch_estimator.ts";
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
  /** Who looks at the sketches. */
  readonly estimator: SketchEstimator;
}

/** Looks at every sketch. */
export function estimate({ files, count }: PackedVectors, request: EstimateRequest): Estimates {
  const { question, axis, mayCount, estimator } = request;
  const cosines = new Float32Array(count);
  const totals = new Float64Array(SCRIPTS * TOTALS);
  estimator({ question, axis, cosines, totals }, files);
  return {
    cosines,
    backgrounds: { latin: backgroundOf(totals, 0), wide: backgroundOf(totals, 1) },
    best(wanted, centres) {
      const above = { files, cosines, mayCount, centres };
      const first = slotsAbove(above, LIKELY_SPREADS * centres.latin.spread);
      return highest(first.slots.length < wanted ? slotsAbove(above, -Infinity) : first, wanted);
    },
  };
}

/** Numbers of scripts in {@linkcode PackedFile.scripts}: wide or not. */
const SCRIPTS = 2;

function backgroundOf(totals: Float64Array, script: number): Background {
  const [count = 0, sum = 0, squares = 0] = totals.subarray(script * TOTALS, (script + 1) * TOTALS);
  const mean = sum / Math.max(1, count);
  return { mean, spread: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)), count };
}

/**
 * What lies so many spreads above the centre of its script is put in order first: about one slot in forty, and nearly
 * always enough of them.
 */
const LIKELY_SPREADS = 2;

/** Steps of distances from -1 to 1: about a hundred to the spread of a question's cosines. */
const STEPS = 8_193;
const SCALE = (STEPS - 1) / 2;

/** What is looked for, and what was found. */
interface AboveRun extends Pick<EstimateRequest, "mayCount"> {
  readonly cosines: Float32Array;
  /** The least estimate of each script that is wanted, and its centre. */
  readonly least: Float64Array;
  readonly means: Float64Array;
  /** Slots in ascending order with their files. */
  readonly slots: SlotOfFile[];
  /** The step that each lies in. */
  readonly steps: number[];
  /** How many lie in each step. */
  readonly counts: Uint32Array;
}

interface AboveRequest extends Pick<EstimateRequest, "mayCount"> {
  readonly files: readonly PackedFile[];
  readonly cosines: Float32Array;
  readonly centres: ByScript<Background>;
}

/** Returns the slots that may be hits and whose estimates lie at least so far above the centre of their script. */
function slotsAbove({ files, cosines, mayCount, centres }: AboveRequest, lead: number): AboveRun {
  const means = Float64Array.of(centres.latin.mean, centres.wide.mean);
  const least = means.map((mean) => mean + lead);
  const run: AboveRun = { cosines, mayCount, means, least, slots: [], steps: [], counts: new Uint32Array(STEPS) };
  for (const file of files) addAbove(run, file);
  return run;
}

/** A function for each file, and plain loops: code that was compiled meanwhile is taken up where a function begins. */
function addAbove({ cosines, mayCount, means, least, slots, steps, counts }: AboveRun, file: PackedFile): void {
  const { start, count, scripts } = file;
  for (let at = 0; at < count; at++) {
    const slot = start + at;
    const script = scripts[at] as number;
    const cosine = cosines[slot] as number;
    if (cosine < (least[script] as number) || (mayCount !== null && mayCount[slot] !== 1)) continue;
    const step = stepOf(cosine - (means[script] as number), SCALE);
    slots.push({ slot, file });
    steps.push(step);
    counts[step] = (counts[step] as number) + 1;
  }
}

/** Returns the highest slots, at least `wanted` if there are so many, and all that lie in the step of the last one. */
function highest({ slots, steps, counts }: AboveRun, wanted: number): SlotOfFile[] {
  const floor = floorOf(counts, wanted);
  return slots.filter((_, at) => (steps[at] ?? 0) >= floor);
}

/** Returns the step above which, itself included, at least `wanted` slots lie. */
function floorOf(steps: Uint32Array, wanted: number): number {
  let step = steps.length - 1;
  for (let reached = steps[step] ?? 0; reached < wanted && step > 0;) reached += steps[--step] ?? 0;
  return step;
}
