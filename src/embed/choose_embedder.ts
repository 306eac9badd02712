/**
 * Which embedder the settings mean. An adapter that needs a library is loaded only if it is the one.
 *
 * @module
 */
import { openPart } from "../base/assets/open_part.ts";
import { repairPart } from "../base/assets/repair_part.ts";
import { bundledEmbedder } from "./bundled_embedder.ts";
import type { EmbedConfig } from "./config.ts";
import type { EmbedderAnswer } from "./embedder.ts";
import { DIMENSIONS_FORM, rememberedText } from "./remembered_text.ts";

/** What an embedder is made from. */
export interface EmbedderRequest {
  /** The slice `embed`. */
  readonly settings: EmbedConfig;
  /** The per-user cache folder, as `cacheDirOf` returns it. */
  readonly cacheDir: string;
  /** Environment variables: an endpoint's key is looked up here and nowhere else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Returns the embedder that the settings mean, or why there is none. */
export async function chooseEmbedder(request: EmbedderRequest): Promise<EmbedderAnswer> {
  const { settings, cacheDir, environment } = request;
  switch (settings.provider) {
    case "none":
      return { kind: "off", reason: "Embedding is turned off by the setting embed.provider", hint: null };
    case "openai-compatible": {
      const { openEndpoint } = await import("./endpoint_embedder.ts");
      const remembered = (subject: string) => rememberedText(cacheDir, subject, DIMENSIONS_FORM);
      return openEndpoint({ settings, environment, remembered });
    }
    case "bundled":
      return openBundled(request);
    case "folder":
    case "auto":
      return settings.model === null && settings.provider === "auto" ? openBundled(request) : await openFolder(request);
  }
}

function openBundled({ settings, cacheDir }: EmbedderRequest): EmbedderAnswer {
  const isExplicit = settings.provider === "bundled";
  const opened = openPart("embedding-model", cacheDir);
  if (opened.part !== null) {
    const { part } = opened;
    const again = {
      open: () => openPart("embedding-model", cacheDir),
      repair: () => repairPart("embedding-model", cacheDir),
    };
    return { kind: "ready", embedder: bundledEmbedder({ part, content: part.version, settings, cacheDir, again }) };
  }
  const { reason, hint } = opened.obstacle;
  // Without a version there is nothing that could have worked: the program was built so.
  if (opened.version === null && !isExplicit) return { kind: "off", reason, hint };
  return { kind: "failed", reason, hint, isExplicit };
}

async function openFolder({ settings, cacheDir }: EmbedderRequest): Promise<EmbedderAnswer> {
  const { openFolderEmbedder } = await import("./folder_embedder.ts");
  return openFolderEmbedder({ settings, cacheDir });
}
