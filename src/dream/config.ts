/**
 * Settings of the dream. The numbers are those of SPEC 8; each may be changed. What may be promoted at all is decided by
 * the predicates of `src/provenance`, which have no setting.
 *
 * @module
 */
import * as z from "zod/mini";
import { modelName } from "../model/config.ts";

/** A share or a weight, 0 to 1. */
const SHARE = z.number().check(z.gte(0), z.lte(1));
/** A whole number that may be nought. */
const COUNT = z.int().check(z.gte(0));
/** A whole number of at least one. */
const POSITIVE = z.int().check(z.gte(1));
/** A number of days, above nought. */
const DAYS = z.number().check(z.gt(0));

/** The weights of the six signals; 0 to 1 each (SPEC 8.3). */
const weights = z.strictObject({
  /** How well the best three recalls hit. @default 0.30 */
  relevance: z._default(SHARE, 0.30),
  /** How often it was recalled. @default 0.24 */
  frequency: z._default(SHARE, 0.24),
  /** By how many distinct questions. @default 0.15 */
  diversity: z._default(SHARE, 0.15),
  /** How lately. @default 0.15 */
  recency: z._default(SHARE, 0.15),
  /** On how many days, and how far apart. @default 0.10 */
  recurrence: z._default(SHARE, 0.10),
  /** How many concept tags it carries. @default 0.06 */
  richness: z._default(SHARE, 0.06),
});

/** The largest boosts that earlier phases can give; 0 to 1 (SPEC 8.3). */
const boosts = z.strictObject({
  /** For nights on which the light phase saw new recalls. @default 0.06 */
  light: z._default(SHARE, 0.06),
  /** For nights on which REM highlighted it. @default 0.09 */
  rem: z._default(SHARE, 0.09),
});

/** The light phase (SPEC 8.1). */
const light = z.strictObject({
  /** Diaries of today and of so many local days before are read. @default 2 */
  lookbackDays: z._default(COUNT, 2),
  /** Claims staged a night beside the recalled ones; the rest wait. @default 100 */
  limit: z._default(COUNT, 100),
});

/** The REM phase (SPEC 8.2). */
const rem = z.strictObject({
  /** Window of the themes, in local days. @default 7 */
  lookbackDays: z._default(POSITIVE, 7),
  /** Window that a theme's share is compared with, in local days. @default 90 */
  baselineDays: z._default(POSITIVE, 90),
  /** Claims that a theme needs. @default 3 */
  minEntries: z._default(POSITIVE, 3),
  /** Local days that a theme needs. @default 2 */
  minDays: z._default(POSITIVE, 2),
  /** Themes reported. @default 5 */
  maxThemes: z._default(COUNT, 5),
  /** Candidates looked at a night. @default 50 */
  pool: z._default(COUNT, 50),
  /** Candidates highlighted a night. @default 3 */
  highlights: z._default(COUNT, 3),
});

/** The deep phase (SPEC 8.3 to 8.8). */
const deep = z.strictObject({
  /** Gate `score`: at least, 0 to 1. @default 0.75 */
  minScore: z._default(SHARE, 0.75),
  /** Gate `recalls`: at least. @default 3 */
  minRecalls: z._default(COUNT, 3),
  /** Gate `questions`: distinct ones, at least. @default 3 */
  minQuestions: z._default(COUNT, 3),
  /** Gate `age`: days since the last recall, at most. @default 30 */
  maxAgeDays: z._default(DAYS, 30),
  /** Half-life of recency and of the boosts, in days. @default 14 */
  halfLifeDays: z._default(DAYS, 14),
  /** Promotions a night, at most. @default 10 */
  limit: z._default(COUNT, 10),
  /** `MEMORY.md` without annotations, in chars, at most. @default 10000 */
  budgetChars: z._default(POSITIVE, 10_000),
  /**
   * What happens when `MEMORY.md` is full: `auto` retires entries that the dream wrote, that are expired or were not used for
   * long, and whose source line still stands; `propose` only names what could go. @default "auto"
   */
  retire: z._default(z.enum(["auto", "propose"]), "auto"),
  /** Days without use after which an entry may be retired. @default 180 */
  retireAfterDays: z._default(DAYS, 180),
  /**
   * Whose words an entry has: `verbatim` keeps the source's; `compact` lets a language model leave words out, and only
   * that (SPEC 8.6). @default "verbatim"
   */
  rewrite: z._default(z.enum(["verbatim", "compact"]), "verbatim"),
  /** Share of entries that one sweep may lose, 0 to 1. @default 0.25 */
  maxLossShare: z._default(SHARE, 0.25),
  /** With fewer entries than this none may be lost. @default 8 */
  lossFromEntries: z._default(COUNT, 8),
  weights: z.prefault(weights, {}),
  boosts: z.prefault(boosts, {}),
});

/** The slice `dream` of the configuration. Unknown keys are errors. */
export const dreamConfig = z.prefault(
  z.strictObject({
    /** Whether scheduled sweeps may write; counts only in the user's own config (SPEC 8). @default false */
    enabled: z._default(z.boolean(), false),
    /**
     * The language model of plan and reflection, exactly; `null` is `model.name`, `none` asks nobody. Counts only in the
     * user's own config, as all of `model` (SPEC 10). @default null
     */
    model: z._default(modelName, null),
    /** Scheduled nights with something to promote that stay dry at first. @default 7 */
    dryNights: z._default(COUNT, 7),
    /** Word or bigram overlap (Jaccard) from which two claims may be near-duplicates, 0 to 1. @default 0.88 */
    similarity: z._default(SHARE, 0.88),
    /** Near misses reported. @default 5 */
    nearMisses: z._default(COUNT, 5),
    light: z.prefault(light, {}),
    rem: z.prefault(rem, {}),
    deep: z.prefault(deep, {}),
  }),
  {},
);

/** The settings of the dream with every default filled in. */
export type DreamConfig = z.infer<typeof dreamConfig>;

/** Returns the settings that hold when nothing is configured. */
export function defaultDreamConfig(): DreamConfig {
  return dreamConfig.parse({});
}
