import { MemoryError } from "../base/errors.ts";
import type { Caller } from "../provenance/caller.ts";
import type { IntentRow } from "../store/state/intents.ts";
import type { WriterFacts, WriterQuestion } from "../store/state/writer_facts.ts";
import type { IntentDeps } from "./intent_deps.ts";
import { isWithheldIntent, selectIntent } from "./select_intent.ts";

/** What cancelling works with. */
export interface CancelDeps extends IntentDeps {
  /** Who asks. */
  readonly caller: Caller;
  /** Tells what speaks against who asks. */
  readonly writerFacts: (question: WriterQuestion) => WriterFacts;
}

/**
 * Cancels an intent; only an explicit call does. Below the owner's ceiling an agent may take back what an agent booked, but
 * not within a tainted turn: a page that it reads could ask for it. The owner's own wishes it never takes back.
 *
 * @returns the intent as it is now
 * @throws {MemoryError} usage or failed: none or several are meant; failed: the caller may not
 */
export function cancelIntent(
  deps: CancelDeps,
  { selector, session }: { readonly selector: string; readonly session: string | null },
): IntentRow {
  const { state, caller } = deps;
  return state.transaction(() => {
    const isForAgent = caller.client !== null;
    const row = selectIntent(state.intents.all(["armed", "held"]), selector, isForAgent);
    const reason = caller.ceiling === "owner" ? null : whyNot(deps, row, session);
    if (reason !== null) {
      const named = isForAgent && isWithheldIntent(row) ? row.key : `"${row.text}"`;
      throw new MemoryError(`Cannot cancel ${named}: ${reason}`, {
        hint: `the owner does so at a terminal: memory intent cancel ${row.key}`,
      });
    }
    state.intents.setState(
      row.id,
      "cancelled",
      `cancelled by ${caller.ceiling === "owner" ? "the owner" : "an agent"}`,
    );
    return state.intents.find(row.id) ?? row;
  });
}

function whyNot({ caller, writerFacts }: CancelDeps, row: IntentRow, session: string | null): string | null {
  if (row.origin === "owner") return "it is the owner's, and an agent asks";
  const { taint } = writerFacts({ text: "", flag: session, variable: caller.session });
  return taint === null ? null : `text from outside came in meanwhile: ${taint}`;
}
