import type { FlagDeclarations } from "../_declare.ts";

/** What `memory dream` does beside a sweep. */
export const DREAM_ACTIONS = [
  "preview",
  "promote",
  "status",
  "history",
  "enable",
  "disable",
  "undo",
  "reject",
  "accept",
  "restore",
  "replay",
  "backfill",
] as const;
/** One of {@linkcode DREAM_ACTIONS}. */
export type DreamAction = (typeof DREAM_ACTIONS)[number];

/** The flags of `memory dream`. */
export const DREAM_FLAGS = {
  dryRun: { type: "boolean", description: "Change nothing and show what would happen" },
  force: { type: "boolean", description: "Run although this day has had its sweep" },
  scheduled: { type: "boolean", description: "Run as the timer does" },
  wait: { type: "boolean", description: "With --scheduled: wait up to ten minutes for open turns to end" },
  phase: {
    type: "string",
    value: "PHASE",
    choices: ["light", "rem", "deep"],
    description: "Run one phase by itself, which is no night",
  },
  explain: {
    type: "string",
    value: "SELECTOR",
    description: "Explain where one claim stands instead; changes nothing",
    completion: "selector",
  },
  apply: { type: "boolean", description: "For promote and backfill: write" },
  path: {
    type: "string",
    value: "PATH",
    description: "For backfill: a diary, or a folder of them, of the workspace",
    completion: "path",
  },
  stage: { type: "boolean", description: "For backfill: make the claims candidates too" },
  revert: { type: "boolean", description: "For backfill: take it back, all of it without --path" },
  reconsider: { type: "boolean", description: "For reject: let the claim be a candidate again" },
  from: { type: "string", value: "DAY", description: "For replay: the first night" },
  to: { type: "string", value: "DAY", description: "For replay: the last night" },
  threshold: {
    type: "string",
    value: "NAME=NUMBER",
    isRepeatable: true,
    description: "For replay: a number of dream.deep that is tried, such as minScore=0.7",
  },
  limit: {
    type: "integer",
    short: "n",
    value: "N",
    minimum: 1,
    maximum: 1_000,
    description: "For history: so many",
    default: "20",
  },
} as const satisfies FlagDeclarations;

/** Which flags go with which action; `null` is the sweep. */
export const FLAGS_OF: Readonly<Record<DreamAction | "sweep", readonly (keyof typeof DREAM_FLAGS)[]>> = {
  sweep: ["dryRun", "force", "scheduled", "wait", "phase", "explain"],
  preview: [],
  promote: ["apply"],
  status: [],
  history: ["limit"],
  enable: [],
  disable: [],
  undo: [],
  reject: ["reconsider"],
  accept: [],
  restore: [],
  replay: ["from", "to", "threshold"],
  backfill: ["path", "stage", "apply", "revert"],
};
