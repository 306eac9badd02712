/**
 * An intent as answers show it (SPEC 14).
 *
 * @module
 */
import type { Clock, IsoTime } from "../base/clock.ts";
import type { OriginClass, SessionKind } from "../provenance/origin.ts";
import type { IntentKind, IntentRow, IntentScope, IntentState } from "../store/state/intents.ts";
import { repeatOf, setsOf } from "./plan.ts";
import { isWithheldIntent } from "./select_intent.ts";
import { isExpired } from "./verdict.ts";

/** See the module. */
export interface IntentView {
  /** `i:` and 12 hex digits. */
  readonly id: string;
  /** What it waits for. */
  readonly kind: IntentKind;
  /** See `INTENT_STATES`. */
  readonly state: IntentState;
  /** The wish; `null` if it is untrusted and an agent asks. */
  readonly text: string | null;
  /** When it is due next, or of an event when its cooldown ends; `null`: at once, or never. */
  readonly nextAt: IsoTime | null;
  /** How it comes again, in words; `null`: once, or on an event. */
  readonly repeat: string | null;
  /** Keyword sets of an event wish. */
  readonly keywords: readonly string[];
  /** Where it may fire; `null`: anywhere. */
  readonly scope: IntentScope;
  /** From then on it does not fire. */
  readonly expiresAt: IsoTime | null;
  /** How often it fired. */
  readonly fires: number;
  /** How often it may still fire; `null`: as often as it comes. */
  readonly firesLeft: number | null;
  /** Seconds between two firings of an event wish. */
  readonly cooldownSeconds: number;
  /** The newest time. */
  readonly lastFiredAt: IsoTime | null;
  /** Class that it was booked with, or its turn left it with. */
  readonly origin: OriginClass;
  /** Of the session that wished. */
  readonly sessionKind: SessionKind;
  /** The client's id of that session. */
  readonly session: string | null;
  /** When it was booked. */
  readonly createdAt: IsoTime;
  /** Why it does not fire or was taken back, as a clause; `null`: nothing speaks against it. */
  readonly reason: string | null;
  /** The diary with the line of a review. */
  readonly path: string | null;
}

/** Returns the view of an intent. An agent is not given untrusted text that it did not ask for (SPEC 4.5). */
export function intentView(row: IntentRow, clock: Clock, isForAgent = false): IntentView {
  const { ms: nowMs } = clock.now();
  const isWithheld = isForAgent && isWithheldIntent(row);
  const state = row.state === "armed" && isExpired(row, nowMs) ? "expired" : row.state;
  const isNext = state === "armed" && (row.kind !== "event" || row.wakeMs > nowMs);
  return {
    id: row.key,
    kind: row.kind,
    state,
    text: isWithheld ? null : row.text,
    nextAt: isNext ? clock.at(row.wakeMs).iso : null,
    repeat: repeatOf(row)?.words ?? null,
    keywords: isWithheld ? [] : setsOf(row).map(({ text }) => text),
    scope: row.scope,
    expiresAt: row.expiresMs === null ? null : clock.at(row.expiresMs).iso,
    fires: row.fires,
    firesLeft: row.maxFires === null ? null : Math.max(0, row.maxFires - row.fires),
    cooldownSeconds: row.cooldownMs / SECOND_MS,
    lastFiredAt: row.lastFiredAt,
    origin: row.origin,
    sessionKind: row.sessionKind,
    session: row.session,
    createdAt: row.createdAt,
    reason: row.heldReason ?? (row.turns.length > 0 ? "the turn in which it was wished is still open" : null),
    path: row.path,
  };
}

const SECOND_MS = 1_000;
