import type { Database } from "bun:sqlite";
import { cacheDirOf } from "../base/assets/cache_dir.ts";
import { chooseEmbedder } from "../embed/choose_embedder.ts";
import type { EmbedConfig } from "../embed/config.ts";
import type { EmbedderAnswer } from "../embed/embedder.ts";
import { loadVectorExtension } from "../store/vec_extension.ts";
import type { AppRequest } from "./app_request.ts";

/**
 * Returns the embedder that the settings mean, opened. Loaded on demand (`AppRequest.loadEmbedding`): nothing of it may
 * slow a command that asks for no vectors.
 */
export function openEmbedder(request: CacheOwner, settings: EmbedConfig): Promise<EmbedderAnswer> {
  return chooseEmbedder({ settings, cacheDir: cacheDir(request), environment: request.environment });
}

/** Loads sqlite-vec into a database and returns whether that went well; without it the process compares vectors. */
export function loadVectors(request: CacheOwner, database: Database): boolean {
  return loadVectorExtension(database, cacheDir(request)).isLoaded;
}

type CacheOwner = Pick<AppRequest, "environment" | "homeDir">;

function cacheDir({ environment, homeDir }: CacheOwner): string {
  return cacheDirOf({ environment, homeDir, platform: process.platform });
}
