/**
 * Runs whole processes in turn, so that whatever else the machine does falls on all of them alike, and compares them
 * by their medians.
 *
 * @module
 */

/** A program to be measured. */
export interface Contestant {
  /** Name in the results. */
  readonly name: string;
  /** Returns the words of one run; `round` counts from 0. */
  command(round: number): readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Called before each run, outside the measured time. */
  prepare?(round: number): void;
}

/** What the runs of one program took. */
export interface Measured {
  /** Median wall time of a whole process in ms. */
  readonly medianMs: number;
  /** Fastest run in ms. */
  readonly minMs: number;
  /** Ninety-five in a hundred runs were not slower, in ms. */
  readonly p95Ms: number;
  /**
   * Largest resident memory of any run in MB (10⁶ bytes). An upper bound: the kernel counts the parent's memory at the
   * moment of the start too, here about 50 MB.
   */
  readonly peakMb: number;
}

/**
 * Measures programs in interleaved runs, after some that do not count.
 *
 * @throws {Error} if a run fails: a failure would be measured as a fast success
 */
export function measure(
  contestants: readonly Contestant[],
  runs: { readonly warmup: number; readonly counted: number },
): Map<string, Measured> {
  const times = new Map<string, number[]>();
  const peaks = new Map<string, number>();
  for (let round = 0; round < runs.warmup + runs.counted; round++) {
    for (const contestant of contestants) {
      contestant.prepare?.(round);
      const { ms, peakMb } = runOnce(contestant, round);
      if (round < runs.warmup) continue;
      times.set(contestant.name, [...(times.get(contestant.name) ?? []), ms]);
      peaks.set(contestant.name, Math.max(peaks.get(contestant.name) ?? 0, peakMb));
    }
  }
  return new Map([...times].map(([name, list]) => [name, summary(list, peaks.get(name) ?? 0)]));
}

function runOnce(contestant: Contestant, round: number): { ms: number; peakMb: number } {
  const words = contestant.command(round);
  const startedMs = performance.now();
  const child = Bun.spawnSync([...words], {
    cwd: contestant.cwd,
    env: contestant.environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const ms = performance.now() - startedMs;
  if (child.exitCode !== 0) {
    throw new Error(`"${words.join(" ")}" exited with ${child.exitCode}: ${child.stderr.toString() || child.stdout}`);
  }
  return { ms, peakMb: child.resourceUsage.maxRSS / 1_000_000 };
}

function summary(list: readonly number[], peakMb: number): Measured {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { medianMs: at(0.5), minMs: at(0), p95Ms: at(0.95), peakMb };
}
