import { cacheDirOf } from "../base/assets/cache_dir.ts";
import { chooseEmbedder } from "../embed/choose_embedder.ts";
import type { EmbedConfig } from "../embed/config.ts";
import type { EmbedderAnswer } from "../embed/embedder.ts";
import type { AppRequest } from "./app_request.ts";

/**
 * Returns the embedder that the settings mean, opened. Loaded on demand (`AppRequest.loadEmbedding`): nothing of it may
 * slow a command that asks for no vectors.
 */
export function openEmbedder(
  request: Pick<AppRequest, "environment" | "homeDir">,
  settings: EmbedConfig,
): Promise<EmbedderAnswer> {
  const { environment, homeDir } = request;
  const cacheDir = cacheDirOf({ environment, homeDir, platform: process.platform });
  return chooseEmbedder({ settings, cacheDir, environment });
}
