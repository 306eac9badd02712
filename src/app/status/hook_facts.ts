import { openTurnsNow } from "../../store/state/live_turns.ts";
import { readHookRecords } from "../../workspace/hook_log.ts";
import type { App } from "../app.ts";

/** A turn that is open now. */
export interface OpenTurnFact {
  /** The client, as in `claude-code`. */
  readonly client: string;
  /** The client's own id of the session. */
  readonly session: string;
  /** When the prompt came, ISO 8601. */
  readonly openedAt: string;
  /** Why the turn is tainted, or `null`. */
  readonly taint: string | null;
}

/** How often one event of a client came, in the log that is kept. */
export interface HookFact {
  /** The client, as in `claude-code`. */
  readonly client: string;
  /** The event by our name. */
  readonly event: string;
  /** How often it came. */
  readonly count: number;
  /** How often it could not be handled. */
  readonly failed: number;
  /** When it came last, ISO 8601. */
  readonly lastAt: string;
  /** What came of it then. */
  readonly lastOutcome: string;
}

/** What is known of the agents at work. */
export interface HookFacts {
  /** Oldest first. */
  readonly openTurns: readonly OpenTurnFact[];
  /** In the order in which they first came. */
  readonly hooks: readonly HookFact[];
}

/** Returns what is known of turns and hooks. */
export function hookFacts({ state, clock, isAlive, layout }: App): HookFacts {
  const found = new Map<string, HookFact>();
  for (const { client, event, at, outcome } of readHookRecords(layout)) {
    const key = `${client} ${event}`;
    const before = found.get(key) ?? { count: 0, failed: 0 };
    const failed = before.failed + (outcome.startsWith("failed") ? 1 : 0);
    found.set(key, { client, event, count: before.count + 1, failed, lastAt: at, lastOutcome: outcome });
  }
  // `status` changes nothing: a turn whose client is gone is left to the next run of the index.
  const open = openTurnsNow({ state: { ...state, isReadonly: true }, clock, isAlive });
  return {
    openTurns: open.map(({ client, session, openedAt, taint }) => ({
      client,
      session,
      openedAt,
      taint: taint?.reason ?? null,
    })),
    hooks: [...found.values()],
  };
}
