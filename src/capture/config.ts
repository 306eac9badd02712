import * as z from "zod/mini";

/** The slice `note` (SPEC 7.1). */
export const noteConfig = z.prefault(
  z.strictObject({
    /**
     * The longest text of one note, in chars, 12 to 20000. A note is one claim; what is longer belongs in a file of its
     * own under `memory/`. The default is twelve full lines, seven times the longest claim that ingestion cuts out.
     * @default 2000
     */
    maxChars: z._default(z.int().check(z.minimum(12), z.maximum(20_000)), 2_000),
  }),
  {},
);
