import { type Clock, frozenClock, systemClock } from "../base/clock.ts";
import type { AppRequest } from "./app_request.ts";
import { systemZone } from "./system_zone.ts";

/** Variable that sets the time of a simulated workspace (SPEC 11.10). */
export const NOW_VARIABLE = "MEMORY_NOW";

/** Returns the frozen time of `MEMORY_NOW`, or `undefined` if it is not set. */
export function frozenTimeOf(request: Pick<AppRequest, "environment">): string | undefined {
  const now = request.environment[NOW_VARIABLE];
  return now === undefined || now === "" ? undefined : now;
}

/**
 * Returns the clock: frozen at `MEMORY_NOW` if that is set, else the system's. Whether `MEMORY_NOW` may be set at all is
 * for the caller to decide.
 *
 * @throws {MemoryError} usage, if the time or the zone cannot be read
 */
export function openClock(request: Pick<AppRequest, "environment">, zone: string | null): Clock {
  const frozen = frozenTimeOf(request);
  if (frozen !== undefined) return frozenClock(frozen, zone ?? undefined);
  return systemClock(systemZone(zone, request.environment["TZ"]) ?? zone ?? undefined);
}
