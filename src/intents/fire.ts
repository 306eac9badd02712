/**
 * Delivers intents (SPEC 9.5). What may fire is asked again and counted in one transaction, before anybody is told: an
 * intent fires at most as often as it may, however many processes ask at once and whenever one is killed.
 *
 * @module
 */
import { codePoints } from "../base/text/measure.ts";
import type { IntentRow } from "../store/state/intents.ts";
import { injectedHashes } from "../workspace/injected_hashes.ts";
import type { IntentDeps } from "./intent_deps.ts";
import { intentLine } from "./intent_line.ts";
import { type Brought, broughtUp } from "./match.ts";
import { repeatOf } from "./plan.ts";
import { nextFireMs } from "./repeat.ts";
import { type FireMoment, isExpired, verdictOf } from "./verdict.ts";

/** Who is to be told, and how much. */
export interface FireRequest {
  /** The message that is answered; `null` at the start of a session: then only what is due comes up. */
  readonly message: string | null;
  /** What delivers. */
  readonly place: "prompt" | "start" | "match" | "due";
  /** See {@linkcode FireMoment}. */
  readonly channel: string | null;
  /** See {@linkcode FireMoment}. */
  readonly sender: string | null;
  /** See {@linkcode FireMoment}. */
  readonly session: string | null;
  /** Chars that the lines may have together, line ends included. */
  readonly roomChars: number;
  /** Whoever asks is in the scope of all. @default false */
  readonly isAnyScope?: boolean;
  /** Only say what would fire. @default false */
  readonly isDryRun?: boolean;
}

/** An intent that fired. */
export interface FiredIntent extends Brought {
  /** The line that is put before the agent. */
  readonly line: string;
}

/** What came of it. */
export interface Fired {
  /** What fired, in the order of the lines. */
  readonly fired: readonly FiredIntent[];
  /** What was brought up and did not fire, with the reason as a clause for people. */
  readonly passedOver: readonly { readonly row: IntentRow; readonly reason: string }[];
}

/** Fires what is due and what the message brings up; with nothing to do it reads one row and writes nothing. */
export function fireIntents(deps: IntentDeps, request: FireRequest): Fired {
  const { state } = deps;
  const brought = broughtUp(deps, request.message);
  if (brought.length === 0) return { fired: [], passedOver: [] };
  if (request.isDryRun === true || state.isReadonly) return chosen(deps, request, brought);
  // Looked for again within the transaction: another process may have fired the same meanwhile.
  return state.transaction(() => {
    const now = deps.clock.now();
    for (const { row } of brought) if (isExpired(row, now.ms)) state.intents.setState(row.id, "expired");
    const outcome = chosen(deps, request, broughtUp(deps, request.message));
    for (const { row, dueMs, isLate, missed } of outcome.fired) {
      const { session, place } = request;
      state.intents.fire(row.id, { firedAt: now.iso, session, place, dueMs, isLate, missed }, nextMs(deps, row));
    }
    const hashes = new Set(outcome.fired.flatMap(({ line, row }) => [line, row.text].flatMap(injectedHashes)));
    const facts = { session: request.session, injectedAt: now.iso, place: "intent" as const };
    state.injections.add([...hashes].map((hash) => ({ hash, ...facts })));
    return outcome;
  });
}

function chosen(deps: IntentDeps, request: FireRequest, brought: readonly Brought[]): Fired {
  const moment: FireMoment = { ...request, nowMs: deps.clock.now().ms };
  const fired: FiredIntent[] = [];
  const passedOver: { row: IntentRow; reason: string }[] = [];
  let taken = 0;
  for (const each of brought) {
    const { row } = each;
    const { passes, reason } = verdictOf(row, request.isAnyScope === true ? { ...moment, ...row.scope } : moment);
    const line = intentLine(deps, each);
    const size = codePoints(line) + 1;
    const isForgotten = deps.state.tombstones.repeats(row.text);
    if (!passes) passedOver.push({ row, reason: reason ?? "" });
    else if (isForgotten) passedOver.push({ row, reason: "its text was forgotten" });
    else if (fired.length >= deps.config.perTurn) passedOver.push({ row, reason: "enough was brought up at once" });
    else if (taken + size > request.roomChars) passedOver.push({ row, reason: "there is no room for it" });
    else {
      taken += size;
      fired.push({ ...each, line });
    }
  }
  return { fired, passedOver };
}

/** When it comes again; `null`: never. The next time lies ahead, however long nobody asked. */
function nextMs({ clock }: IntentDeps, row: IntentRow): number | null {
  const now = clock.now().ms;
  if (row.maxFires !== null && row.fires + 1 >= row.maxFires) return null;
  if (row.kind === "event") return now + row.cooldownMs;
  const repeat = repeatOf(row);
  const next = repeat === null ? null : nextFireMs(repeat, clock, now);
  return next === null || isExpired(row, next) ? null : next;
}
