/**
 * The error with which a promise fails.
 *
 * @module
 */
import { MemoryError } from "../../src/base/errors.ts";

/** Waits for a promise that must fail with a {@linkcode MemoryError}, and returns that. */
export async function failureOf(work: Promise<unknown>): Promise<MemoryError> {
  let result: unknown;
  try {
    result = await work;
  } catch (error) {
    if (error instanceof MemoryError) return error;
    throw error;
  }
  throw new Error(`expected a MemoryError, but got ${JSON.stringify(result)}`);
}
