import * as z from "zod/mini";

/** Projects compete for the room at the start of a session: with more than a few none of them stands out. */
const MOST_ACTIVE = 32;

/** The slice `project`. */
export const projectConfig = z.prefault(
  z.strictObject({
    /** Projects that are active in one session at a time, those touched last, 1 to 32 (SPEC 9.4). @default 4 */
    active: z._default(z.int().check(z.gte(1), z.lte(MOST_ACTIVE)), 4),
  }),
  {},
);
