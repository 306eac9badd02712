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
    readonly state: EmbedderAnswer["kind"];
    /** For people; `null` unless it is ready. */
    readonly name: string | null;
    /** Why it is not ready. */
    readonly reason: string | null;
    /** What to do about that. */
    readonly hint: string | null;
  };
  /** Pieces of text with and without a vector, and the model that the vectors are of. */
  readonly vectors: VectorCounts & { readonly model: string | null };
}

/** Returns the lanes of an open app; opens its embedder. */
export async function laneFacts(app: Pick<App, "index" | "embedder">): Promise<LaneFacts> {
  const answer = await app.embedder();
  const counts = app.index.vectors.counts();
  const model = app.index.vectors.fingerprint();
  const isReady = answer.kind === "ready";
  return {
    keyword: "ok",
    vector: vectorState(answer, { ...counts, model }),
    embedder: {
      state: answer.kind,
      name: isReady ? answer.embedder.name : null,
      reason: isReady ? null : answer.reason,
      hint: isReady ? null : answer.hint,
    },
    vectors: { ...counts, model },
  };
}

function vectorState(answer: EmbedderAnswer, { pending, model }: LaneFacts["vectors"]): LaneFacts["vector"] {
  if (answer.kind !== "ready") return answer.kind;
  if (model !== null && model !== answer.embedder.fingerprint) return "paused";
  return pending > 0 ? "partial" : "ok";
}
