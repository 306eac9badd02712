import { causeChain, MemoryError } from "../../base/errors.ts";
import { type TrialEmbedding, tryEmbedder } from "../../embed/trial_embedding.ts";
import type { App } from "../app.ts";
import type { AppRequest } from "../app_request.ts";

/** Whether the model that the settings name works. Nobody knows what its files should be: it is tried. */
export interface ModelInUse {
  /** The folder or the endpoint, for people. */
  readonly name: string;
  /** It gives distinct vectors of unit length. */
  readonly works: boolean;
  /** What it did, or `null`. */
  readonly trial: TrialEmbedding | null;
  /** Why it does not work, or `null`. */
  readonly reason: string | null;
}

/** Tries the model of the settings; `null` where that is the bundled one, or none. */
export async function verifyModelInUse(
  { config: { embed } }: Pick<App, "config">,
  request: AppRequest,
): Promise<ModelInUse | null> {
  const { provider, model } = embed;
  if (provider === "none" || provider === "bundled" || (provider === "auto" && model === null)) return null;
  const { openEmbedder } = await request.loadEmbedding();
  const answer = await openEmbedder(request, embed);
  if (answer.kind !== "ready") return { name: model ?? provider, works: false, trial: null, reason: answer.reason };
  const { embedder } = answer;
  try {
    const trial = await tryEmbedder(embedder, () => performance.now());
    return { name: embedder.name, works: true, trial, reason: null };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { name: embedder.name, works: false, trial: null, reason: causeChain(error).join(": ") };
  } finally {
    await embedder.close();
  }
}
