import * as z from "zod/mini";
import { modelName } from "../model/config.ts";

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

/** The slice `flush` (SPEC 7.3). */
export const flushConfig = z.prefault(
  z.strictObject({
    /** Whether notes are asked for before a compaction. @default true */
    enabled: z._default(z.boolean(), true),
    /**
     * The language model that writes them, exactly; `null` is `model.name`, `none` asks nobody. Only in the user's own
     * settings (SPEC 10). @default null
     */
    model: z._default(modelName, null),
    /**
     * Estimated tokens of what was said that one question to it holds, 500 to 1000000; of more the newest are told. A third
     * of the window that small local models have. @default 10000
     */
    modelTokens: z._default(z.int().check(z.minimum(500), z.maximum(1_000_000)), 10_000),
    /** Tokens that the client keeps free in a large window, 0 or more. @default 20000 */
    reserveTokens: z._default(z.int().check(z.minimum(0)), 20_000),
    /** Share of the window that these are at most, 0 to 1. @default 0.25 */
    reserveShare: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0.25),
    /** Tokens before the reserve in which notes are written, 0 or more; at most half of what is left. @default 4000 */
    softTokens: z._default(z.int().check(z.minimum(0)), 4_000),
    /** Bytes of a transcript from which notes are due whatever the tokens; 0 for never. @default 2097152 */
    transcriptBytes: z._default(z.int().check(z.minimum(0)), 2_097_152),
    /** Attempts of a model that may fail between two compactions, 1 to 100. @default 3 */
    attempts: z._default(z.int().check(z.minimum(1), z.maximum(100)), 3),
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
