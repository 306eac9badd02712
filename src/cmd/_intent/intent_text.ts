/**
 * Intents as text for people.
 *
 * @module
 */
import { terminalText } from "../../base/text/display.ts";
import type { IntentView } from "../../intents/intent_view.ts";
import type { IntentFiring } from "../../store/state/intents.ts";
import type { TextStyle } from "../_style.ts";
import { originText } from "../_text/origin_text.ts";

/** What `add` answers. */
export interface AddedIntent {
  /** What was booked, or was there. */
  readonly intent: IntentView | null;
  /** It is new. */
  readonly written: boolean;
  /** Why nothing was booked. */
  readonly reason: string | null;
  /** What was understood, in words. */
  readonly understood: string | null;
}

/** Returns what was booked, and what was understood. */
export function addText({ intent, written, reason, understood }: AddedIntent, style: TextStyle): string {
  if (intent === null) return `${style.yellow("Not booked")}  ${style.dim(`(it was ${reason})`)}`;
  const head = intent.state === "held"
    ? style.red("Held")
    : written
    ? style.green("Booked")
    : style.yellow("Already booked");
  const first = intent.nextAt === null ? "" : `  ${style.dim(`(${intent.nextAt})`)}`;
  const when = understood === null ? "" : `\n  ${terminalText(understood)}${first}`;
  const why = intent.reason === null ? "" : `\n  ${style.dim(`it does not fire: ${intent.reason}`)}`;
  const review = intent.kind === "review"
    ? `\n  looked at again on ${intent.nextAt ?? ""}  ${style.dim(`(${intent.path})`)}`
    : "";
  return `${head} ${style.bold(intent.id)}  ${shown(intent)}${when}${review}${why}`;
}

/** Returns one line for each intent and its facts below. */
export function listText(intents: readonly IntentView[], style: TextStyle): string {
  if (intents.length === 0) return style.dim("No intents");
  return intents.map((intent) => entryText(intent, style)).join("\n");
}

/** Returns one intent with its firings, the newest first. */
export function showText(
  { intent, firings }: { readonly intent: IntentView; readonly firings: readonly ShownFiring[] },
  style: TextStyle,
): string {
  const lines = firings.map(({ firedAt, session, place, dueAt, isLate, missed }) => {
    const facts = [
      `by ${place}`,
      ...session === null ? [] : [`session ${session}`],
      ...dueAt === null ? [] : [`due ${dueAt}`],
      ...isLate ? ["late"] : [],
      ...missed === 0 ? [] : [`missed ${missed} before`],
    ];
    return `  ${firedAt}  ${style.dim(facts.join(", "))}`;
  });
  const booked = `  ${
    style.dim(`wished on ${intent.createdAt}, session ${intent.session ?? "not known"}, ${intent.sessionKind}`)
  }`;
  return [entryText(intent, style), booked, ...lines.length === 0 ? [] : [style.bold("Fired"), ...lines]].join("\n");
}

/** A firing with times as texts. */
export interface ShownFiring extends Omit<IntentFiring, "dueMs"> {
  /** When it was due. */
  readonly dueAt: string | null;
}

function entryText(intent: IntentView, style: TextStyle): string {
  const { id, state, nextAt, repeat, keywords, firesLeft, origin, reason, expiresAt, lastFiredAt } = intent;
  const mark = state === "armed" ? style.green(state) : state === "held" ? style.red(state) : style.dim(state);
  const scope = Object.entries(intent.scope).flatMap(([place, name]) => name === null ? [] : [`${place} ${name}`]);
  const facts = [
    ...keywords.length === 0 ? [] : [`on ${keywords.map((words) => `"${words}"`).join(" or ")}`],
    ...nextAt === null ? [] : [intent.kind === "event" ? `not before ${nextAt}` : `next ${nextAt}`],
    ...repeat === null ? [] : [repeat],
    ...firesLeft === null || state !== "armed" ? [] : [`${firesLeft} left`],
    ...expiresAt === null || state !== "armed" ? [] : [`until ${expiresAt}`],
    ...scope,
    ...lastFiredAt === null ? [] : [`fired ${lastFiredAt}`],
    ...reason === null ? [] : [reason],
  ];
  const head = `${style.bold(id)}  ${mark}  ${shown(intent)}  ${style.dim("(")}${originText(origin, style)}${
    style.dim(")")
  }`;
  return facts.length === 0 ? head : `${head}\n  ${style.dim(terminalText(facts.join(" · ")))}`;
}

function shown({ text }: IntentView): string {
  return text === null ? "(untrusted text is not shown)" : terminalText(text);
}
