/**
 * Runs whole processes in turn, so that whatever else the machine does falls on all of them alike, and compares them
 * by their medians.
 *
 * @module
 */
import { readFileSync } from "node:fs";

/** A program to be measured. */
export interface Contestant {
  /** Name in the results. */
  readonly name: string;
  /** Returns the words of one run; `round` counts from 0. */
  command(round: number): readonly string[];
  /** Returns what one run reads from standard input. @default nothing */
  input?(round: number): string;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What the runs of one program took. */
export interface Measured {
  /** Median wall time of a whole process in ms. */
  readonly medianMs: number;
  /** Fastest run in ms. */
  readonly minMs: number;
  /** Ninety-five in a hundred runs were not slower, in ms. */
  readonly p95Ms: number;
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
  for (let round = 0; round < runs.warmup + runs.counted; round++) {
    for (const contestant of contestants) {
      const ms = runOnce(contestant, round);
      if (round < runs.warmup) continue;
      times.set(contestant.name, [...(times.get(contestant.name) ?? []), ms]);
    }
  }
  return new Map([...times].map(([name, list]) => [name, summary(list)]));
}

function runOnce(contestant: Contestant, round: number): number {
  const words = contestant.command(round);
  const input = contestant.input?.(round);
  const startedMs = performance.now();
  const child = Bun.spawnSync([...words], {
    cwd: contestant.cwd,
    env: contestant.environment,
    stdin: input === undefined ? "ignore" : Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const ms = performance.now() - startedMs;
  if (child.exitCode !== 0) {
    throw new Error(`"${words.join(" ")}" exited with ${child.exitCode}: ${child.stderr.toString() || child.stdout}`);
  }
  return ms;
}

function summary(list: readonly number[]): Measured {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { medianMs: at(0.5), minMs: at(0), p95Ms: at(0.95) };
}

/**
 * Returns the largest resident memory of some runs in MB (10⁶ bytes). The figure that the kernel gives to a parent counts
 * the parent's own memory too, so on Linux the child's is read from `/proc` while it runs; elsewhere it is that figure.
 */
export async function peakMemoryMb(contestant: Contestant, runs: number): Promise<number> {
  let peakBytes = 0;
  for (let round = 0; round < runs; round++) {
    const child = Bun.spawn([...contestant.command(round)], {
      cwd: contestant.cwd,
      env: contestant.environment,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    while (child.exitCode === null && process.platform === "linux") {
      peakBytes = Math.max(peakBytes, highWaterBytes(child.pid));
      await Bun.sleep(0);
    }
    await child.exited;
    if (process.platform !== "linux") peakBytes = Math.max(peakBytes, child.resourceUsage()?.maxRSS ?? 0);
  }
  return peakBytes / 1_000_000;
}

function highWaterBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    // Before it becomes the measured program, the child is a copy of this one.
    return status.startsWith("Name:\tbun") ? 0 : Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // It ended between the two looks.
    return 0;
  }
}
