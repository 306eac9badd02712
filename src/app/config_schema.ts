/**
 * All settings: one strict slice a folder, put together here and nowhere else (ARCHITECTURE, rule 9). A new slice is one
 * line in {@linkcode configSchema}; `make docs` then brings `default_config.ts` and the documents up to date.
 *
 * @module
 */
import * as z from "zod/mini";
import { dreamConfig } from "../dream/config.ts";
import { embedConfig } from "../embed/config.ts";
import { intentsConfig } from "../intents/config.ts";
import { bootstrapConfig, getConfig, recallConfig, searchConfig } from "../lanes/config.ts";
import { flushConfig, noteConfig, redactConfig, sessionsConfig } from "../capture/config.ts";
import { rememberConfig } from "../curate/config.ts";
import { modelConfig } from "../model/config.ts";
import { indexConfig } from "../pipeline/config.ts";
import { provenanceConfig } from "./provenance_config.ts";
import { projectConfig } from "./project_config.ts";
import { timeConfig } from "./time_config.ts";

/** Every setting with its default, unit and range. Unknown keys are errors. */
export const configSchema = z.strictObject({
  /** The workspace used when no other is found; only in the user's own settings (SPEC 3.1). @default null */
  workspace: z._default(z.nullable(z.string()), null),
  time: timeConfig,
  project: projectConfig,
  provenance: provenanceConfig,
  note: noteConfig,
  remember: rememberConfig,
  flush: flushConfig,
  redact: redactConfig,
  sessions: sessionsConfig,
  index: indexConfig,
  search: searchConfig,
  get: getConfig,
  recall: recallConfig,
  bootstrap: bootstrapConfig,
  dream: dreamConfig,
  intents: intentsConfig,
  embed: embedConfig,
  model: modelConfig,
});

/** The settings with every default filled in. */
export type Config = z.infer<typeof configSchema>;

/**
 * Keys that count only in the user's own settings, with everything below them (SPEC 3.1, 8): an agent can write into the
 * folder that holds the workspace's.
 */
export const USER_ONLY_KEYS: readonly string[] = [
  "workspace",
  "dream.enabled",
  "dream.model",
  "embed",
  "flush.model",
  "index.extraPaths",
  "model",
  "provenance.ownerSenders",
  "provenance.tools",
  "provenance.transcriptRoots",
  "recall.model",
  "redact",
];

/** Returns whether a setting counts only in the user's own settings. */
export function isUserOnly(key: string): boolean {
  return USER_ONLY_KEYS.some((each) => key === each || key.startsWith(`${each}.`));
}
