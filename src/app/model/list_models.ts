import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { cacheDirOf } from "../../base/assets/cache_dir.ts";
import { openPart } from "../../base/assets/open_part.ts";
import { errorCode } from "../../base/errors.ts";
import { strikeUrl } from "../../base/text/strike_secrets.ts";
import { openBinding } from "../../embed/onnx_binding.ts";
import type { EmbedConfig, EmbedProvider } from "../../embed/config.ts";
import type { App } from "../app.ts";
import type { AppRequest } from "../app_request.ts";

/** What a model is to this program. */
export type ModelKind = "bundled" | "folder" | "endpoint";

/** A model that could be used, and whether it is. */
export interface ModelFacts {
  /** Where it comes from. */
  readonly kind: ModelKind;
  /** For people; its folder or address if it cannot be opened. */
  readonly name: string;
  /** `ready`; `off`: there is none in this program; `failed`: it should work and does not. */
  readonly state: "ready" | "off" | "failed";
  /** Why it is not ready, as a sentence without a final stop, or `null`. */
  readonly reason: string | null;
  /** The next step, or `null`. */
  readonly hint: string | null;
  /** Guards its vectors; `null` if it is not ready. */
  readonly fingerprint: string | null;
  /** Length of its vectors; `null` if it is not ready. */
  readonly dimensions: number | null;
  /** Size of its files in bytes; `null` if they are not on this machine. */
  readonly bytes: number | null;
  /** Its folder, or an endpoint's address without secrets; `null` if it is not there. */
  readonly path: string | null;
  /** Whether the settings mean this one. */
  readonly inUse: boolean;
}

/** Returns the bundled model and those that the settings name. Each is opened, none is asked to embed. */
export async function listModels(app: Pick<App, "config">, request: AppRequest): Promise<ModelFacts[]> {
  const { embed } = app.config;
  const used = usedKind(embed);
  const { environment, homeDir } = request;
  const cacheDir = cacheDirOf({ environment, homeDir, platform: process.platform });
  const opened = openPart("embedding-model", cacheDir).part;
  const models: Place[] = [{ kind: "bundled", provider: "bundled", path: opened?.folder ?? null }];
  if (embed.model !== null) models.push({ kind: "folder", provider: "folder", path: embed.model });
  const { baseUrl } = embed.endpoint;
  if (baseUrl !== null) models.push({ kind: "endpoint", provider: "openai-compatible", path: strikeUrl(baseUrl) });
  const facts: ModelFacts[] = [];
  for (const place of models) facts.push(await factsOf(place, { embed, request, isUsed: place.kind === used }));
  return facts;
}

/** Returns which kind of model the settings mean; `null`: none. */
export function usedKind({ provider, model }: EmbedConfig): ModelKind | null {
  switch (provider) {
    case "none":
      return null;
    case "openai-compatible":
      return "endpoint";
    case "auto":
      return model === null ? "bundled" : "folder";
    case "bundled":
    case "folder":
      return provider;
  }
}

interface Place {
  readonly kind: ModelKind;
  readonly provider: EmbedProvider;
  readonly path: string | null;
}

interface FactsContext {
  readonly embed: EmbedConfig;
  readonly request: AppRequest;
  readonly isUsed: boolean;
}

async function factsOf({ kind, provider, path }: Place, { embed, request, isUsed }: FactsContext): Promise<ModelFacts> {
  const { openEmbedder } = await request.loadEmbedding();
  const answer = await openEmbedder(request, { ...embed, provider });
  const common = { kind, path, bytes: kind === "endpoint" || path === null ? null : folderBytes(path), inUse: isUsed };
  if (answer.kind !== "ready") {
    const { kind: state, reason, hint } = answer;
    // A bundled model that nobody asked for is merely not there.
    const isAbsent = kind === "bundled" && path === null && !isUsed;
    return {
      ...common,
      name: path ?? "bundled model",
      state: isAbsent ? "off" : state,
      reason,
      hint,
      fingerprint: null,
      dimensions: null,
    };
  }
  const { name, fingerprint, dimensions } = answer.embedder;
  await answer.embedder.close();
  const { state, reason, hint } = kind === "endpoint" ? READY : runtimeFacts(request);
  return { ...common, name, state, reason, hint, fingerprint, dimensions };
}

const READY: Pick<ModelFacts, "state" | "reason" | "hint"> = { state: "ready", reason: null, hint: null };

/** A model on this machine is worth nothing where its runtime cannot be loaded. */
function runtimeFacts({ environment, homeDir }: AppRequest): typeof READY {
  const opened = openBinding(cacheDirOf({ environment, homeDir, platform: process.platform }));
  return opened.binding === null ? { state: "failed", ...opened.obstacle } : READY;
}

/** Returns the size of all files below a folder, or `null` if it cannot be read. */
function folderBytes(folder: string): number | null {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => statSync(join(folder, name)))
      .reduce((sum, stats) => stats.isFile() ? sum + stats.size : sum, 0);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
