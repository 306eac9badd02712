import * as z from "zod/mini";

/** The slice `remember` (SPEC 7.2). */
export const rememberConfig = z.prefault(
  z.strictObject({
    /** Days that a superseded directive stays in `USER.md` under the one that took its place, 0 to 3650. @default 30 */
    keepSupersededDays: z._default(z.int().check(z.minimum(0), z.maximum(3_650)), 30),
  }),
  {},
);
