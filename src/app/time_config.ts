import * as z from "zod/mini";

/** Completes "it should be …". */
const ZONE_WANTED = 'an IANA name such as "Asia/Shanghai"';

/** The slice `time`: which days are local days. */
export const timeConfig = z.prefault(
  z.strictObject({
    /** IANA name of the zone that diaries and nights follow, such as `Asia/Shanghai`; the system's if `null`. @default null */
    zone: z._default(z.nullable(z.string().check(z.refine(isZone, ZONE_WANTED))), null),
  }),
  {},
);

/** Asks what the clock will ask. */
function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
