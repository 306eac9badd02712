/** Times the phases of a run for `MEMORY_TIMING=1`. */
export interface Timing {
  /** Ends the current phase and gives it a name. */
  mark(phase: string): void;
  /** Returns one line for each phase and the total, in milliseconds. */
  report(): string;
}

/**
 * Returns a timing that starts now.
 *
 * @param nowMs a steady clock in milliseconds, such as `performance.now`
 */
export function startTiming(nowMs: () => number): Timing {
  const startMs = nowMs();
  const phases: { name: string; ms: number }[] = [];
  let lastMs = startMs;
  return {
    mark(name) {
      const atMs = nowMs();
      phases.push({ name, ms: atMs - lastMs });
      lastMs = atMs;
    },
    report() {
      const rows = [...phases, { name: "total", ms: lastMs - startMs }];
      return rows.map(({ name, ms }) => `timing ${name.padEnd(8)} ${ms.toFixed(1).padStart(8)} ms`).join("\n");
    },
  };
}
