import { type Clock, DAY_MS } from "../base/clock.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { type NearFormStore, repeatsInjected } from "../curate/near_echo.ts";
import { claimsOf } from "../workspace/claims.ts";
import { formatDiaryLine } from "../workspace/diary.ts";
import { scanMarkdown } from "../workspace/scan_markdown.ts";

/** What is asked. */
export interface EchoDeps {
  /** What was put before sessions. */
  readonly state: Pick<StateStore, "injections"> & NearFormStore;
  /** The program's time. */
  readonly clock: Clock;
}

/**
 * Returns whether a line repeats what was put before its session, so that it is no news (SPEC 4.6, 4.7): a fact that is
 * injected a hundred times and noted a hundred times is still one fact. What an unknown session was given counts for all
 * sessions, for a day.
 */
export function isEcho({ state, clock }: EchoDeps, text: string, session: string | null): boolean {
  const [claim] = claimsOf("", scanMarkdown(formatDiaryLine(text, {})));
  if (claim === undefined) return false;
  return repeatsInjected(state, claim, state.injections.into(session ?? "", clock.at(clock.now().ms - DAY_MS).iso));
}
