/**
 * The error that a call throws.
 *
 * @module
 */
import { MemoryError } from "../../src/base/errors.ts";

/** Runs a function that must throw a {@linkcode MemoryError}, and returns that. */
export function errorOf(work: () => unknown): MemoryError {
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    if (error instanceof MemoryError) return error;
    throw error;
  }
  throw new Error(`expected a MemoryError, but got ${JSON.stringify(result)}`);
}
