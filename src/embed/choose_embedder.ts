/**
 * Which embedder the settings mean. Each adapter is loaded only if it is the one.
 *
 * @module
 */
import type { EmbedConfig } from "./config.ts";
import type { EmbedderAnswer } from "./embedder.ts";

/** What an embedder is made from. */
export interface EmbedderRequest {
  /** The slice `embed`. */
  readonly settings: EmbedConfig;
  /** The per-user cache folder, as `cacheDirOf` returns it. */
  readonly cacheDir: string;
  /** Environment variables: an endpoint's key is looked up here and nowhere else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Returns the embedder that the settings mean, opened, or why there is none. */
export function chooseEmbedder(request: EmbedderRequest): Promise<EmbedderAnswer> {
  const { settings } = request;
  if (settings.provider === "none") {
    return Promise.resolve({
      kind: "off",
      reason: "Embedding is turned off by the setting embed.provider",
      hint: null,
    });
  }
  return Promise.resolve({ kind: "off", reason: "This program carries no embedding model", hint: null });
}
