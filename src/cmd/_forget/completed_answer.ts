import type { App } from "../../app/app.ts";
import { EXIT_CODES } from "../../base/errors.ts";
import type { Answer } from "../_declare.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "../_text/count.ts";
import { type FinishedForgets, incompleteNotices } from "./finish_forgets.ts";

/** Returns the answer of `memory forget` without arguments: what was completed, and what the owner was asked for. */
export function completedAnswer(opened: App, finished: FinishedForgets | null): Answer {
  const { state } = opened;
  const requests = state.forgets.requests().length;
  const reasons = finished?.reasons ?? [];
  const notices = [...opened.notices, ...incompleteNotices(reasons)];
  const vectors = finished?.vectors ?? 0;
  return {
    json: {
      removed: [],
      stored: [],
      derived: { candidates: 0, chunks: 0, vectors, preImages: 0 },
      applied: finished !== null,
      complete: reasons.length === 0,
      reason: finished === null ? "nothing" : null,
      requests,
      notices,
    },
    text: (style: TextStyle) => {
      const head = finished === null
        ? "Nothing to complete"
        : reasons.length === 0
        ? style.green("The forget that was interrupted is complete")
        : style.yellow("A forget is still not complete");
      return requests === 0 ? head : `${head}\n${count(requests, "request")} of agents: see memory status`;
    },
    notices,
    exitCode: reasons.length === 0 ? 0 : EXIT_CODES.partial,
  };
}
