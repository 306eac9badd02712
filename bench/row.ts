/**
 * One line of the printed table, and how lines are made.
 *
 * @module
 */

/** One line of the printed table. */
export interface Row {
  /** What is measured. */
  readonly what: string;
  /** The figure with its unit. */
  readonly measured: string;
  /** The floor for a release, as SPEC 12 has it. */
  readonly floor: string;
  /** Whether the figure is within the floor. */
  readonly isMet: boolean;
  /** What the figure is made of. */
  readonly detail: string;
}

/** Returns the row of a ratio that must not be larger than its floor. */
export function ratioRow(what: string, ratio: number, options: { floor: number; detail: string }): Row {
  const { floor, detail } = options;
  return { what, measured: `${ratio.toFixed(2)} ×`, floor: `≤ ${floor} ×`, isMet: ratio <= floor, detail };
}

/** Returns the row of a figure that must not be larger than its floor. */
export function limitRow(what: string, value: number, options: { floor: number; unit: string; detail: string }): Row {
  const { floor, unit, detail } = options;
  return { what, measured: `${value.toFixed(0)} ${unit}`, floor: `≤ ${floor} ${unit}`, isMet: value <= floor, detail };
}

/** Returns the middle value; of an even number the upper one. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns milliseconds as text. */
export function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}
