import { ORIGIN_CLASSES } from "../provenance/origin.ts";

/** Tiers that the index holds (SPEC 3.3). */
const INDEXED_TIERS = ["curated", "episodic"] as const;

/** Flags that limit a search before the cut (SPEC 6). */
export const FILTER_FLAGS = {
  since: { type: "string", value: "DAY", description: "Dated files of this day or later, as in 2026-08-19" },
  until: { type: "string", value: "DAY", description: "Dated files of this day or earlier" },
  path: { type: "string", value: "PREFIX", description: "Files whose path begins so", completion: "file" },
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
  project: { type: "string", value: "KEY", description: "Only what is tagged with this project" },
} as const;
