import * as z from "zod/mini";

/** The slice `time`: which days are local days. */
export const timeConfig = z.prefault(
  z.strictObject({
    /** IANA name of the zone that diaries and nights follow, such as `Asia/Shanghai`; the system's if `null`. @default null */
    zone: z._default(z.nullable(z.string()), null),
  }),
  {},
);
