import { MemoryError } from "../base/errors.ts";
import type { Caller } from "../provenance/caller.ts";

/**
 * Stops anybody but the owner at a terminal (SPEC 4.4).
 *
 * @param action what would be done, such as `change the settings`
 * @throws {MemoryError} failed, with the reason why the caller does not count as the owner
 */
export function requireOwner(caller: Caller, action: string): void {
  if (caller.ceiling === "owner") return;
  throw new MemoryError(`Cannot ${action}: only the owner at a terminal may, and this caller is not: ${caller.why}`, {
    hint: "type the same command yourself in a terminal, outside of any agent",
  });
}
