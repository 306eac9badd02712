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

/**
 * The slice `redact` (SPEC 7.4). Only in the user's own settings (SPEC 3.1): whoever writes into the workspace could
 * otherwise have secrets stored.
 */
export const redactConfig = z.prefault(
  z.strictObject({
    /** Whether secrets and personal data are taken out of what is stored. @default true */
    enabled: z._default(z.boolean(), true),
    /**
     * What stays though it looks like a secret or personal data: exact texts, each at least 4 chars, or `@example.com` for
     * all addresses of a domain. @default []
     */
    allow: z._default(z.array(z.string().check(z.minLength(4))), []),
  }),
  {},
);

/** The slice `sessions` (SPEC 7.4). */
export const sessionsConfig = z.prefault(
  z.strictObject({
    /**
     * How many days redacted transcripts are kept, 0 to 36500; 0 keeps them for good. What became evidence or an entry
     * stays. Half a year is long enough to look up what led to something, and short enough not to pile up. @default 180
     */
    keepDays: z._default(z.int().check(z.minimum(0), z.maximum(36_500)), 180),
  }),
  {},
);
