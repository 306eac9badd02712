import type { EmbedConfig } from "../embed/config.ts";
import type { EmbedderAnswer } from "../embed/embedder.ts";
import type { AppRequest } from "./app_request.ts";
import type { Closable } from "./lazy_parts.ts";
import type { VectorExtension } from "./workspace_parts.ts";

/** An embedder that is being opened. */
export interface EmbedderPart extends Closable {
  /** What came of it. */
  readonly answer: Promise<EmbedderAnswer>;
}

/**
 * Begins to open the embedder that the settings mean, and gives the index its way to sqlite-vec; closing the part closes
 * the embedder once it is there.
 */
export function embedderPart(request: AppRequest, settings: EmbedConfig, extension: VectorExtension): EmbedderPart {
  const answer = request.loadEmbedding().then((native) => {
    extension.load = (database) => native.loadVectors(request, database);
    return native.openEmbedder(request, settings);
  });
  return {
    answer,
    close() {
      // On the next turn: a command that ends now leaves it to the end of its process, which is some milliseconds faster
      // at freeing a model.
      setTimeout(() => {
        // Whoever asked for the answer was told why there is none.
        answer.then((opened) => opened.kind === "ready" ? opened.embedder.close() : undefined).catch(() => undefined);
      }, 0).unref();
    },
  };
}
