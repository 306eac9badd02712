import { Database } from "bun:sqlite";
import { cacheDirOf } from "../../base/assets/cache_dir.ts";
import type { NativePart } from "../../base/assets/native_part.ts";
import { embeddingModelPart } from "../../embed/embedding_model.ts";
import { loadOnnxRuntime } from "../../embed/onnx_runtime.ts";
import { loadVectorExtension } from "../../store/vec_extension.ts";
import type { AppRequest } from "../app_request.ts";

/** Loads every native part and returns what came of it. Where the cache folder is empty this unpacks them. */
export async function nativeFacts(request: Pick<AppRequest, "environment" | "homeDir">): Promise<NativePart[]> {
  const { environment, homeDir } = request;
  const cacheDir = cacheDirOf({ environment, homeDir, platform: process.platform });
  const database = new Database(":memory:");
  try {
    return [loadVectorExtension(database, cacheDir), await loadOnnxRuntime(cacheDir), embeddingModelPart(cacheDir)];
  } finally {
    database.close();
  }
}
