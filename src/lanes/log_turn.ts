/**
 * Notes what the answer to a message gave to a session (SPEC 4.7, 9.2), and what the message itself gives credit to (SPEC 6).
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { shownHash } from "../store/state/shown.ts";
import { keepNearForms } from "../curate/near_echo.ts";
import { injectedHashes } from "../workspace/injected_hashes.ts";
import type { TurnAnswer } from "./answer_turn.ts";
import type { RecallConfig } from "./config.ts";
import { givenKey } from "./escalate/found_claim.ts";
import { printHit } from "./escalate/print_found.ts";
import { type LiveDeps, liveFiles } from "./live_files.ts";
import { promptCredits } from "./recall/prompt_credits.ts";
import { logCredits, type RecallDeps } from "./recall_signal.ts";
import { printTriggered } from "./trigger/trigger_block.ts";

/** What {@linkcode logTurn} works with. */
export interface LogTurnDeps extends LiveDeps {
  /** Of the state: what was given, and what counts. */
  readonly state: RecallDeps["state"] & Pick<StateStore, "injections" | "shown" | "nearForms" | "meta" | "logging">;
  /** For the moment. */
  readonly clock: Clock;
  /** What counts as a recall. */
  readonly settings: RecallConfig;
  /** The key of the project that the session works in, or `null`. */
  readonly project: string | null;
}

/** What was logged. */
export interface TurnReport {
  /** Claims that the message credits anew. */
  readonly recalls: number;
}

/**
 * Logs an answer in one transaction: its text as handed out, its entries as shown and used, and the credits of the message.
 * The message counts as a prompt of the owner: to be called for those of interactive direct sessions only.
 *
 * @param session `null`: not known; then what was given counts for every session, and nobody can tell what was shown
 */
export function logTurn(deps: LogTurnDeps, answer: TurnAnswer, session: string | null): TurnReport {
  const { state, clock, settings } = deps;
  const { triggered, escalated } = answer;
  if (state.isReadonly || triggered === null) return { recalls: 0 };
  const files = liveFiles(deps, true);
  const credits = triggered.lexical === null ? [] : promptCredits(triggered.lexical, settings, files);
  const texts = [...triggered.entries, ...escalated.hits].map(({ text }) => text);
  // As they stand in their files, and as they were printed: an agent may repeat a line with its citation.
  const printed = [...triggered.entries.map(printTriggered), ...escalated.hits.map(printHit)];
  const hashes = [...texts, ...printed, escalated.summary ?? ""].flatMap(injectedHashes);
  if (credits.length === 0 && texts.length === 0) return { recalls: 0 };
  const { iso, day } = clock.now();
  // A power cut may take it: then the turn that it is about is over, too.
  return state.logging(() => {
    const { entries } = triggered;
    state.injections.add([...new Set(hashes)].map((hash) => ({ hash, session, injectedAt: iso, place: "recall" })));
    keepNearForms(state, texts);
    if (session !== null) {
      const shown = entries.map(({ entryKey, text }) => ({
        entryKey,
        textHash: shownHash(text),
        place: "trigger" as const,
      }));
      const found = escalated.hits.map((hit) => ({
        entryKey: givenKey(hit),
        textHash: shownHash(hit.text),
        place: "escalate" as const,
      }));
      state.shown.add(session, [...shown, ...found], iso);
    }
    const uses = entries.map(({ entryKey }) => ({ entryKey, session: session ?? "", day, kind: "trigger" as const }));
    state.curatedUses.add(uses.map((use) => ({ ...use, usedAt: iso })));
    const recalls = logCredits(deps, { credits, question: triggered.lookedAt, files }, { session });
    return { recalls: recalls.filter(({ isNew }) => isNew).length };
  });
}
