/**
 * Books a wish (SPEC 9.5): its class is decided as that of every text that somebody gives, before anything is stored.
 *
 * @module
 */
import { DAY_MS } from "../base/clock.ts";
import { shortHash } from "../base/hash.ts";
import type { TextSource } from "../provenance/caller.ts";
import { isAtLeastAsTrusted } from "../provenance/origin.ts";
import { mayFire } from "../provenance/predicates.ts";
import type { IntentRow, IntentScope } from "../store/state/intents.ts";
import { type SourceDeps, sourceOfText } from "../store/state/source_of_text.ts";
import { normaliseClaim } from "../workspace/claims.ts";
import type { CompiledWish } from "./compile.ts";
import type { IntentDeps } from "./intent_deps.ts";

/** What booking works with. */
export type BookDeps = IntentDeps & Pick<SourceDeps, "caller" | "writerFacts">;

/** A wish that was compiled, and how it is limited. */
export interface BookRequest {
  /** Redacted, one safe line. */
  readonly text: string;
  /** As it was given, with the keywords: what a tool printed is known by all of its words. */
  readonly given: string;
  /** How it came into the program. */
  readonly source: TextSource;
  /** What it waits for, or the diary line that is to be looked at again. */
  readonly wish: NonNullable<CompiledWish> | ReviewWish;
  /** The session that a flag names, or `null`. */
  readonly session: string | null;
  /** Where it may fire. */
  readonly scope: IntentScope;
  /** From then on it does not fire, in milliseconds since the epoch; `null`: as the settings say. */
  readonly expiresMs: number | null;
  /** `null`: as the settings say. */
  readonly maxFires: number | null;
  /** Milliseconds between two firings; `null`: as the settings say. */
  readonly cooldownMs: number | null;
}

/** A diary line that is to be looked at again. */
export interface ReviewWish {
  /** It is no wish that fires. */
  readonly kind: "review";
  /** When, in milliseconds since the epoch. */
  readonly wakeMs: number;
  /** The diary, relative to the workspace. */
  readonly path: string;
}

/** What was booked. */
export interface BookedIntent {
  /** The intent, or the one that was there already; `null` if the text was forgotten. */
  readonly intent: IntentRow | null;
  /** It is new. */
  readonly isWritten: boolean;
  /** Why nothing was booked, else `null`. */
  readonly reason: "duplicate" | "forgotten" | null;
}

/** Books a wish, unless it is there from somebody at least as trusted, or was forgotten. */
export function bookIntent(deps: BookDeps, request: BookRequest): BookedIntent {
  const { state, clock, caller } = deps;
  const { text, given, source, session, wish } = request;
  if (isForgotten(deps, text) || isForgotten(deps, given)) {
    return { intent: null, isWritten: false, reason: "forgotten" };
  }
  const known = sourceOfText(deps, { text: given, stored: text, source, isDerived: false, session });
  const verdict = mayFire({ origin: known.origin, isTainted: known.taint !== null });
  const now = clock.now();
  const limits = limitsOf(deps, request);
  return state.transaction(() => {
    const rows = state.intents.all();
    const twin = twinOf(rows, request);
    if (twin !== undefined) {
      if (isAtLeastAsTrusted(twin.origin, known.origin)) return { intent: twin, isWritten: false, reason: "duplicate" };
      state.intents.setState(twin.id, "cancelled", "it was wished again by somebody more trusted");
    }
    const intent = state.intents.add({
      key: freeKey(rows, [now.iso, text, JSON.stringify(wish)].join("\n")),
      kind: wish.kind,
      state: verdict.passes ? "armed" : "held",
      text,
      plan: wish.kind === "review" ? null : wish.plan,
      wakeMs: wish.wakeMs,
      origin: known.origin,
      sessionKind: known.sessionKind,
      session: session ?? known.openTurn?.session ?? caller.session,
      heldReason: verdict.passes ? null : known.taint ?? verdict.reason,
      turns: known.openTurns,
      createdAt: now.iso,
      scope: request.scope,
      ...limits,
      path: wish.kind === "review" ? wish.path : null,
    }, wish.kind === "review" ? [] : wish.terms);
    return { intent, isWritten: true, reason: null };
  });
}

/** A key as claims and entries have one; the same wish at the same moment, after it was cancelled, has another. */
function freeKey(rows: readonly IntentRow[], facts: string): string {
  const taken = new Set(rows.map(({ key }) => key));
  for (let attempt = 0;; attempt++) {
    const key = `i:${shortHash(`${attempt}\n${facts}`)}`;
    if (!taken.has(key)) return key;
  }
}

const HOUR_MS = 3_600_000;

/** A sentence that was forgotten, or a longer text that holds its words. */
function isForgotten({ state: { tombstones } }: IntentDeps, text: string): boolean {
  return !tombstones.isEmpty() && (tombstones.isForgotten(text) || tombstones.repeats(text));
}

function limitsOf(
  { clock, config }: BookDeps,
  { wish, expiresMs, maxFires, cooldownMs }: BookRequest,
): Pick<IntentRow, "expiresMs" | "maxFires" | "cooldownMs"> {
  if (wish.kind !== "event") {
    const isOnce = wish.kind === "review" || wish.isOnce;
    return { expiresMs, maxFires: isOnce ? 1 : maxFires, cooldownMs: 0 };
  }
  return {
    expiresMs: expiresMs ?? clock.now().ms + config.expiresDays * DAY_MS,
    maxFires: maxFires ?? config.maxFires,
    cooldownMs: cooldownMs ?? config.cooldownHours * HOUR_MS,
  };
}

/** The same wish in other letters: text, what it waits for, and where. */
function twinOf(rows: readonly IntentRow[], { text, wish, scope }: BookRequest): IntentRow | undefined {
  const form = normaliseClaim(text);
  const plan = wish.kind === "review" ? null : wish.plan;
  return rows.find((row) =>
    (row.state === "armed" || row.state === "held") && row.kind === wish.kind && row.plan === plan &&
    (wish.kind !== "time" || row.wakeMs === wish.wakeMs) &&
    normaliseClaim(row.text) === form && JSON.stringify(row.scope) === JSON.stringify(scope)
  );
}
