import type { App } from "../app/app.ts";
import { MemoryError } from "../base/errors.ts";
import type { Embedder } from "../embed/embedder.ts";

/**
 * Notes for `memory status` how a call of an endpoint ended. What the program carries itself can be tried there and then.
 *
 * @param failure what it threw, or `null` if it answered
 */
export function noteOutcome({ index, config }: App, { fingerprint }: Embedder, failure: unknown): void {
  if (config.embed.provider !== "openai-compatible" || index.isReadonly || index.isInMemory) return;
  try {
    index.meta.setEmbedOutcome({ fingerprint, failure: failure instanceof Error ? failure.message : null });
  } catch (error) {
    // Another process is writing: its outcome is as good, and no answer waits for a note.
    if (!(error instanceof MemoryError)) throw error;
  }
}
