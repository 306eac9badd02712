import { ORIGIN_CLASSES } from "../provenance/origin.ts";
import { CHUNK_SOURCES } from "../store/index/chunk_ids.ts";

/** Tiers that the index holds (SPEC 3.3). */
const INDEXED_TIERS = ["curated", "episodic"] as const;

/** Flags that limit a search (SPEC 6): how many results, and of what; the latter act before the cut. */
export const FILTER_FLAGS = {
  limit: {
    type: "integer",
    short: "n",
    value: "N",
    minimum: 1,
    maximum: 200,
    description: "Results at most",
    default: "search.limit, 6",
  },
  since: {
    type: "string",
    value: "DAY",
    description: 'Dated files of this day or later: 2026-08-19, "3 days ago", "last week", 上周, 8月19日',
  },
  until: { type: "string", value: "DAY", description: "Dated files of this day or earlier; of a period its last day" },
  path: { type: "string", value: "PREFIX", description: "Files whose path begins so", completion: "path" },
  tier: {
    type: "string",
    value: "TIER",
    choices: INDEXED_TIERS,
    isRepeatable: true,
    description: "Only this tier",
  },
  origin: {
    type: "string",
    value: "CLASS",
    choices: ORIGIN_CLASSES,
    isRepeatable: true,
    description: "Only lines of this class",
  },
  project: {
    type: "string",
    value: "KEY",
    description: "Only what is tagged with this project",
    completion: "project",
  },
  source: {
    type: "string",
    value: "SOURCE",
    choices: CHUNK_SOURCES,
    description: "Notes, transcripts of sessions, or both",
    default: "notes",
  },
} as const;

/** The flag that puts lines in place of words. */
export const RELATED_FLAG = {
  related: {
    type: "string",
    value: "SELECTOR",
    description: "What is related to these lines; no recall",
    completion: "selector",
  },
} as const;
