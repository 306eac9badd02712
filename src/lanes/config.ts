/**
 * Settings of the lanes: the slices `search`, `get`, `bootstrap` and `recall` of the config, with the numbers of SPEC 6
 * and 9.1 as defaults. Unknown keys are errors.
 *
 * @module
 */
import * as z from "zod/mini";
import { modelName } from "../model/config.ts";

/** A share, 0 to 1. */
const SHARE = z.number().check(z.gte(0), z.lte(1));
/** A multiplier: above nought, at most 4, so that no setting can drown the text match altogether. */
const MULTIPLIER = z.number().check(z.gt(0), z.lte(4));
/** A count of at least one. */
const POSITIVE = z.int().check(z.gte(1));
/** A budget in chars. Below 1,000 not even the guide for the agent fits. */
const BUDGET = z.int().check(z.gte(1_000), z.lte(1_000_000));

/** `USER.md` is always there and always whole, so it has to stay small: settings may only lower this (SPEC 9.1). */
const MAX_USER_CHARS = 4_000;

/** How search works (SPEC 6). */
export interface SearchConfig {
  /** Results returned, 1 to 200. @default 6 */
  readonly limit: number;
  /** Longest snippet, in chars, 80 to 4,000. @default 700 */
  readonly snippetChars: number;
  /** Chunks that each tier of the keyword lane brings to be looked at closely, 10 to 1,000; never under twice the results. @default 12 */
  readonly candidates: number;
  /** Loss of weight of dated diaries: `floor + (1 - floor) * 2^(-ageDays / halfLifeDays)`. */
  readonly decay: {
    /** What is left of very old diaries, 0 to 1. @default 0.95 */
    readonly floor: number;
    /** In days, above nought. @default 30 */
    readonly halfLifeDays: number;
  };
  /** Multipliers of chunks that carry a project, above 0 to 4. */
  readonly project: {
    /** All its keys are active. @default 1.15 */
    readonly active: number;
    /** Some key is not active. @default 0.9 */
    readonly other: number;
  };
  /** Maximal marginal relevance, which acts between near copies only. */
  readonly diversity: {
    /** Weight of relevance against sameness, 0 to 1. @default 0.7 */
    readonly lambda: number;
    /** Jaccard overlap with a higher hit from which a hit is a near copy, 0 to 1. @default 0.8 */
    readonly similarity: number;
  };
  /**
   * Relevance by meaning that a chunk needs if it holds no word of the question, 0 to 1. What holds its words is never
   * dropped. @default 0.35
   */
  readonly minScore: number;
  /** How long a search waits for its question to be embedded, the loading of a model included, in ms, 50 to 60,000. @default 3000 */
  readonly embedTimeoutMs: number;
  /** How long a search may embed new text before it looks, in ms, 0 to 60,000; 0 leaves that to `memory index`. @default 250 */
  readonly embedBudgetMs: number;
  /** Share of the results that curated entries keep if enough of them match well, 0 to 1. @default 1/3 */
  readonly curatedShare: number;
}

/** How much `get` reads at once (SPEC 6). */
export interface GetConfig {
  /** Lines, at most. @default 120 */
  readonly lines: number;
  /** Chars, at most. @default 12000 */
  readonly chars: number;
}

/** Budgets of the start of a session (SPEC 9.1). */
export interface BootstrapConfig {
  /** Of one file, in chars. @default 20000 */
  readonly fileChars: number;
  /** Of `USER.md`, in chars. @default 4000 */
  readonly userChars: number;
  /** Of everything, in chars. @default 60000 */
  readonly totalChars: number;
  /** Of everything through a hook, in chars: clients cut off more. @default 9500 */
  readonly hookChars: number;
  /** Share of the room for `AGENTS.md` that its first lines get; the last lines get the rest. @default 0.75 */
  readonly headShare: number;
  /** How far back the use of an entry counts when a file is over budget, in days. @default 90 */
  readonly recentUseDays: number;
  /** Of the entries that changed since the session was given them, at a prompt, in chars, frames included, 200 to 9,500. @default 3000 */
  readonly changedChars: number;
  /** Days with a diary that `--recent` adds, the newest, 1 to 31. @default 2 */
  readonly recentDays: number;
  /** Of all diaries that `--recent` adds, in chars, frames included, 200 to 20,000. @default 4000 */
  readonly recentChars: number;
}

/** What counts as a recall (SPEC 6). */
export interface RecallConfig {
  /** Quality that a line needs, 0 to 1. @default 0.5 */
  readonly minQuality: number;
  /** Share of the best line's weight that a further line of the hit, or of the answer, needs, 0 to 1. @default 0.8 */
  readonly lineShare: number;
  /** Lines credited for one hit, at most. @default 3 */
  readonly linesPerHit: number;
  /** Different claims that may answer a question about equally well; if more do, none is credited. @default 5 */
  readonly linesPerQuestion: number;
  /**
   * The language model of lane 2, exactly; `null` is `model.name`, `none` asks nobody. Only in the user's own settings
   * (SPEC 10). @default null
   */
  readonly model: string | null;
  /** Quality that a line needs to be credited by a prompt, which asked for nothing, 0 to 1. @default 0.6 */
  readonly promptMinQuality: number;
  /** Lines credited by one prompt, at most; 0: none. @default 3 */
  readonly promptLines: number;
  /**
   * Whether lane 2 uses what other sessions said and noted; off, only what the session itself did and what no session is
   * known to have written. @default true
   */
  readonly acrossConversations: boolean;
  /** Bounds of lane 2 (SPEC 9.3). */
  readonly escalate: {
    /** Of its text, frame included, in chars, 200 to 9,000. @default 2400 */
    readonly chars: number;
    /** Statements in it, at most, 1 to 40. @default 8 */
    readonly hits: number;
    /** Of the sentence that a model makes of them, in chars, 40 to 1,000. @default 220 */
    readonly summaryChars: number;
    /** For all that a model is asked about one message, in ms, 250 to 120,000. @default 15000 */
    readonly modelMs: number;
  };
}

/** The slice `search`. */
export const searchConfig = z.prefault(
  z.strictObject({
    limit: z._default(z.int().check(z.gte(1), z.lte(200)), 6),
    snippetChars: z._default(z.int().check(z.gte(80), z.lte(4_000)), 700),
    candidates: z._default(z.int().check(z.gte(10), z.lte(1_000)), 12),
    decay: z.prefault(
      z.strictObject({
        floor: z._default(SHARE, 0.95),
        halfLifeDays: z._default(z.number().check(z.gt(0)), 30),
      }),
      {},
    ),
    project: z.prefault(
      z.strictObject({
        active: z._default(MULTIPLIER, 1.15),
        other: z._default(MULTIPLIER, 0.9),
      }),
      {},
    ),
    diversity: z.prefault(
      z.strictObject({
        lambda: z._default(SHARE, 0.7),
        similarity: z._default(SHARE, 0.8),
      }),
      {},
    ),
    minScore: z._default(SHARE, 0.35),
    embedTimeoutMs: z._default(z.int().check(z.gte(50), z.lte(60_000)), 3_000),
    embedBudgetMs: z._default(z.int().check(z.gte(0), z.lte(60_000)), 250),
    curatedShare: z._default(SHARE, 1 / 3),
  }),
  {},
);

/** The slice `get`. */
export const getConfig = z.prefault(
  z.strictObject({
    lines: z._default(POSITIVE, 120),
    chars: z._default(POSITIVE, 12_000),
  }),
  {},
);

/** The slice `bootstrap`. `USER.md` keeps its own, smaller cap, which can only be lowered. */
export const bootstrapConfig = z.prefault(
  z.strictObject({
    fileChars: z._default(BUDGET, 20_000),
    userChars: z._default(POSITIVE.check(z.lte(MAX_USER_CHARS)), MAX_USER_CHARS),
    totalChars: z._default(BUDGET, 60_000),
    hookChars: z._default(BUDGET.check(z.lte(10_000)), 9_500),
    headShare: z._default(SHARE, 0.75),
    recentUseDays: z._default(POSITIVE, 90),
    changedChars: z._default(z.int().check(z.gte(200), z.lte(9_500)), 3_000),
    recentDays: z._default(z.int().check(z.gte(1), z.lte(31)), 2),
    recentChars: z._default(z.int().check(z.gte(200), z.lte(20_000)), 4_000),
  }),
  {},
);

/** The slice `recall`. */
export const recallConfig = z.prefault(
  z.strictObject({
    minQuality: z._default(SHARE, 0.5),
    lineShare: z._default(SHARE, 0.8),
    linesPerHit: z._default(POSITIVE, 3),
    linesPerQuestion: z._default(POSITIVE, 5),
    model: z._default(modelName, null),
    promptMinQuality: z._default(SHARE, 0.6),
    promptLines: z._default(z.int().check(z.gte(0)), 3),
    acrossConversations: z._default(z.boolean(), true),
    escalate: z.prefault(
      z.strictObject({
        chars: z._default(z.int().check(z.gte(200), z.lte(9_000)), 2_400),
        hits: z._default(z.int().check(z.gte(1), z.lte(40)), 8),
        summaryChars: z._default(z.int().check(z.gte(40), z.lte(1_000)), 220),
        modelMs: z._default(z.int().check(z.gte(250), z.lte(120_000)), 15_000),
      }),
      {},
    ),
  }),
  {},
);
