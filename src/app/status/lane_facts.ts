import type { NativePart } from "../../base/assets/native_part.ts";
import type { EmbedderAnswer } from "../../embed/embedder.ts";
import type { VectorCounts } from "../../store/index/vectors.ts";
import type { App } from "../app.ts";

/** What each lane of search does, one by one. */
export interface LaneFacts {
  /** Words and paths need nothing but the index. */
  readonly keyword: "ok";
  /**
   * `partial`: some pieces have no vector yet; `paused`: those that are there are of another model, and `memory index`
   * embeds anew; `off`: there is no embedder; `failed`: there should be one.
   */
  readonly vector: "ok" | "partial" | "paused" | "off" | "failed";
  /** What turns questions into vectors. */
  readonly embedder: {
    /** `configured`: an endpoint of which nothing is known yet, since a status asks nobody. */
    readonly state: EmbedderAnswer["kind"] | "configured";
    /** For people; `null` if it could not be opened. */
    readonly name: string | null;
    /** Why it is not ready. */
    readonly reason: string | null;
    /** What to do about that. */
    readonly hint: string | null;
  };
  /** Pieces of text with and without a vector, and the model that the vectors are of. */
  readonly vectors: VectorCounts & { readonly model: string | null };
}

/**
 * Returns the lanes of an open app; opens its embedder and asks it nothing.
 *
 * @param runtime what a local model needs, loaded or not
 */
export async function laneFacts(
  app: Pick<App, "index" | "embedder" | "config">,
  runtime: NativePart | undefined,
): Promise<LaneFacts> {
  const answer = await app.embedder();
  const counts = app.index.vectors.counts();
  const model = app.index.vectors.fingerprint();
  const embedder = embedderFacts(app, answer, runtime);
  return {
    keyword: "ok",
    vector: embedder.state === "failed" ? "failed" : vectorState(answer, { ...counts, model }),
    embedder,
    vectors: { ...counts, model },
  };
}

function embedderFacts(
  { config, index }: Pick<App, "index" | "config">,
  answer: EmbedderAnswer,
  runtime: NativePart | undefined,
): LaneFacts["embedder"] {
  if (answer.kind !== "ready") return { state: answer.kind, name: null, reason: answer.reason, hint: answer.hint };
  const { name, fingerprint } = answer.embedder;
  if (config.embed.provider === "openai-compatible") {
    const last = index.meta.embedOutcome();
    if (last?.fingerprint !== fingerprint) {
      return { state: "configured", name, reason: "It was not asked yet", hint: null };
    }
    if (last.failure === null) return { state: "ready", name, reason: null, hint: null };
    const hint = "memory search asks it again; see embed.endpoint in: memory config";
    return { state: "failed", name, reason: `When it was asked last: ${last.failure}`, hint };
  }
  if (runtime?.isLoaded === false) return { state: "failed", name, reason: runtime.reason, hint: runtime.hint };
  return { state: "ready", name, reason: null, hint: null };
}

function vectorState(answer: EmbedderAnswer, { pending, model }: LaneFacts["vectors"]): LaneFacts["vector"] {
  if (answer.kind !== "ready") return answer.kind;
  if (model !== null && model !== answer.embedder.fingerprint) return "paused";
  return pending > 0 ? "partial" : "ok";
}
