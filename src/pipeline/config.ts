/**
 * Settings of the index.
 *
 * @module
 */
import * as z from "zod/mini";

/** The slice `index` (SPEC 5). */
export const indexConfig = z.prefault(
  z.strictObject({
    /**
     * Files and folders outside the workspace that are indexed too, absolute or beginning with `~/`; what stands there is
     * untrusted until the owner trusts lines of it. Only in the user's own settings (SPEC 3.1). @default []
     */
    extraPaths: z._default(
      z.array(
        z.string().check(z.regex(/^(?:[/\\]|~(?:[/\\]|$)|[A-Za-z]:[/\\])/, "absolute or begin with ~/")),
      ),
      [],
    ),
    /**
     * How long `index --watch` waits after the last change before it takes changes up, in milliseconds, 0 to 60000. An
     * editor saves in several steps, and a synchroniser brings many files at once. @default 1500
     */
    debounceMs: z._default(z.int().check(z.minimum(0), z.maximum(60_000)), 1_500),
  }),
  {},
);
