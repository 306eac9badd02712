import type { Config } from "./config_schema.ts";

/**
 * The settings that hold when nothing is configured. Generated from the slices by `tools/generate.ts`, so that a program
 * start without settings loads no schema library; change a default in its slice, never here.
 */
export const DEFAULT_CONFIG: Config = {
  workspace: null,
  time: {
    zone: null,
  },
  project: {
    active: 4,
  },
  provenance: {
    unbooked: "agent",
    ownerWaitSeconds: 60,
    transcriptRoots: [],
    ownerSenders: [],
    tools: {
      localServers: [],
      turn: [],
      text: [],
      none: [],
    },
  },
  note: {
    maxChars: 2000,
  },
  remember: {
    keepSupersededDays: 30,
  },
  flush: {
    enabled: true,
    model: null,
    modelTokens: 10000,
    reserveTokens: 20000,
    reserveShare: 0.25,
    softTokens: 4000,
    transcriptBytes: 2097152,
    attempts: 3,
  },
  redact: {
    enabled: true,
    allow: [],
  },
  sessions: {
    keepDays: 180,
  },
  index: {
    extraPaths: [],
    debounceMs: 1500,
  },
  search: {
    limit: 6,
    snippetChars: 700,
    candidates: 12,
    decay: {
      floor: 0.95,
      halfLifeDays: 30,
    },
    project: {
      active: 1.15,
      other: 0.9,
    },
    diversity: {
      lambda: 0.7,
      similarity: 0.8,
    },
    minScore: 0.35,
    embedTimeoutMs: 3000,
    embedBudgetMs: 250,
    curatedShare: 0.3333333333333333,
  },
  get: {
    lines: 120,
    chars: 12000,
  },
  recall: {
    minQuality: 0.5,
    lineShare: 0.8,
    linesPerHit: 3,
    model: null,
    promptMinQuality: 0.6,
    promptLines: 3,
  },
  bootstrap: {
    fileChars: 20000,
    userChars: 4000,
    totalChars: 60000,
    hookChars: 9500,
    headShare: 0.75,
    recentUseDays: 90,
    recentDays: 2,
    recentChars: 4000,
  },
  dream: {
    enabled: false,
    model: null,
    dryNights: 7,
    similarity: 0.88,
    nearMisses: 5,
    light: {
      lookbackDays: 2,
      limit: 100,
    },
    rem: {
      lookbackDays: 7,
      baselineDays: 90,
      minEntries: 3,
      minDays: 2,
      maxThemes: 5,
      pool: 50,
      highlights: 3,
    },
    deep: {
      minScore: 0.75,
      minRecalls: 3,
      minQuestions: 3,
      maxAgeDays: 30,
      halfLifeDays: 14,
      limit: 10,
      budgetChars: 10000,
      retire: "auto",
      retireAfterDays: 180,
      rewrite: "verbatim",
      maxLossShare: 0.25,
      lossFromEntries: 8,
      weights: {
        relevance: 0.3,
        frequency: 0.24,
        diversity: 0.15,
        recency: 0.15,
        recurrence: 0.1,
        richness: 0.06,
      },
      boosts: {
        light: 0.06,
        rem: 0.09,
      },
    },
  },
  embed: {
    provider: "auto",
    model: null,
    queryPrefix: null,
    passagePrefix: null,
    pooling: null,
    batch: 16,
    threads: 0,
    idleSeconds: 300,
    endpoint: {
      baseUrl: null,
      model: null,
      dimensions: null,
      keyVariable: null,
      batch: 32,
      timeoutMs: 30000,
      attempts: 3,
      proxy: null,
    },
  },
  model: {
    provider: "none",
    name: null,
    endpoint: {
      baseUrl: null,
      keyVariable: null,
      attempts: 2,
      jsonMode: true,
      proxy: null,
    },
    command: [],
    timeoutMs: 60000,
    callsPerDay: 300,
    tokensPerDay: 1000000,
  },
};
