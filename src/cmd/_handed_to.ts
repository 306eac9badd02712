import type { App } from "../app/app.ts";
import { fence } from "../lanes/fence.ts";
import type { Caller } from "../provenance/caller.ts";
import { answerHash } from "../workspace/injected_hashes.ts";
import type { Answer } from "./_declare.ts";
import { DATA_NOTE } from "./_mcp/data_text.ts";

/** Who gets an answer, and from where. */
export interface Handed {
  /** Who asks. */
  readonly client: Caller["client"];
  /** Where the text comes from, for the frame: a path or the name of a command. */
  readonly source: string;
}

/**
 * Returns an answer that holds text of the memory, as its caller is to get it: an agent gets it in our frame, and a document
 * that says what the texts in it are (SPEC 4.7). The frame is logged by its hash: a hook that tells of it knows it as ours.
 */
export function handedTo({ state, clock }: App, { client, source }: Handed, answer: Answer): Answer {
  if (client === null) return answer;
  let framed: string | null = null;
  return {
    ...answer,
    json: { ...answer.json, note: DATA_NOTE },
    text(style) {
      const plain = answer.text(style);
      return plain === "" ? "" : framed = fence(plain, source);
    },
    async afterwards() {
      await answer.afterwards?.();
      if (framed === null || state.isReadonly) return;
      const hash = answerHash(state.meta.hmacKey, framed);
      state.injections.add([{ hash, session: null, injectedAt: clock.now().iso, place: "waiting" }]);
    },
  };
}
