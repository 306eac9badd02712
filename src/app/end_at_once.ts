import { cFunction } from "../base/c_function.ts";

/**
 * Ends the process without asking the runtime, which at its end closes every database: the last one to close a database
 * copies its log and waits for the disk. Returns where that cannot be done; the usual end then closes what was left.
 *
 * @param code 0 to 255
 */
export function endAtOnce(code: number): void {
  // A runtime that is watched writes down what it saw when it ends.
  if (Bun.env["BUN_OPTIONS"] !== undefined) return;
  cFunction<[code: number]>({ linux: "_exit", darwin: "_exit" }, { args: ["i32"], returns: "void" })?.(code);
}
