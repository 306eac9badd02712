import { addDays } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { noteDeps } from "../../app/note_deps.ts";
import { intentDeps } from "../../app/intent_deps.ts";
import type { App } from "../../app/app.ts";
import { note, type NoteResult } from "../../capture/note.ts";
import { noteText } from "../../capture/note_text.ts";
import { redactShown } from "../../capture/redact/redact.ts";
import { type BookedIntent, bookIntent, type BookRequest } from "../../intents/book.ts";
import { type CompiledWish, compileWish } from "../../intents/compile.ts";
import { intentView } from "../../intents/intent_view.ts";
import { momentOn } from "../../intents/when/moment.ts";
import type { Caller, TextSource } from "../../provenance/caller.ts";
import type { Answer } from "../_declare.ts";
import { untrustedNotice } from "../_untrusted_notice.ts";
import { redactionNotice } from "../_text/redaction_notice.ts";
import { addText } from "./intent_text.ts";
import { type LimitFlags, readLimits } from "./limits.ts";
import { readScope } from "./scope.ts";

/** What `memory intent add` was called with. */
export interface AddCall extends LimitFlags {
  /** The wish. */
  readonly text: string;
  /** How it came. */
  readonly source: TextSource;
  /** `--at`. */
  readonly at: string | undefined;
  /** `--keywords`. */
  readonly keywords: string | undefined;
  /** `--scope`. */
  readonly scope: readonly string[];
  /** `--channel`, or the client that calls. */
  readonly channel: string | null;
  /** `--session`. */
  readonly session: string | undefined;
}

/** Chars that frame, day and lateness take beside the text of a wish: what cannot be delivered whole is not booked. */
const CHARS_AROUND = 200;

/**
 * Books a wish; one that names neither a time nor words becomes a diary line that is looked at again after a while.
 *
 * @throws {MemoryError} usage: nothing to wish, or its time is over or means several; busy or failed
 */
export async function addAnswer(opened: App, caller: Caller, call: AddCall): Promise<Answer> {
  const { clock, config } = opened;
  const { text: kept, counts } = redactShown(call.text, config.redact);
  const { maxChars, blockChars } = config.intents;
  const text = noteText(kept, Math.min(maxChars, blockChars - CHARS_AROUND));
  requireNoSecrets(call.keywords ?? "", config.redact);
  const dayTime = clockTime(config.intents.dayTime);
  const { at, keywords } = call;
  const wish = await compileWish(
    { text, ...(at === undefined ? {} : { at }), ...(keywords === undefined ? {} : { keywords }) },
    { clock, dayTime },
  );
  refuseUseless(call, wish);
  const limits = await readLimits(call, clock);
  const common = {
    given: [call.text, keywords ?? ""].join("\n").trim(),
    source: call.source,
    session: call.session ?? null,
    scope: readScope(call.scope, { channel: call.channel, session: call.session ?? caller.session }),
    ...limits,
  };
  const deps = { ...intentDeps(opened), caller, writerFacts: opened.writerFacts };
  const noted = wish === null ? noteReview(opened, caller, { ...call, text }) : null;
  const booked = wish !== null
    ? bookIntent(deps, { ...common, text, wish })
    : bookReview(deps, { ...common, text }, { noted, dayTime, opened });
  const { intent, isWritten, reason } = booked;
  const json = {
    intent: intent === null ? null : intentView(intent, clock),
    written: isWritten,
    reason,
    understood: wish?.understood ?? null,
    note: noted,
    redacted: counts,
  };
  const notices = [
    ...opened.notices,
    ...limits.notices,
    ...wish?.notices ?? [],
    ...wish === null ? [UNPLANNED] : [],
    ...redactionNotice(counts),
    ...intent?.state === "held" && caller.ceiling !== "owner" ? untrustedNotice(opened, caller, noted) : [],
  ];
  return { json: { ...json, notices }, text: (style) => addText(json, style), notices };
}

const UNPLANNED =
  "It names neither a time nor words to wait for: it is a line of the diary, and memory intent due brings it up";

/** The same words for people who look into the diary. */
function reviewText(text: string, day: string): string {
  return /\p{Script=Han}/u.test(text) ? `${text}（${day} 再看）` : `${text} (look again on ${day})`;
}

function reviewDay({ clock, config }: App): string {
  return addDays(clock.now().day, config.intents.reviewDays);
}

function noteReview(opened: App, caller: Caller, { text, source, session }: AddCall): NoteResult {
  return note(noteDeps(opened, caller), {
    text: reviewText(text, reviewDay(opened)),
    source,
    ...(session === undefined ? {} : { session }),
  });
}

interface Review {
  readonly noted: NoteResult | null;
  readonly dayTime: { readonly hour: number; readonly minute: number };
  readonly opened: App;
}

function bookReview(
  deps: Parameters<typeof bookIntent>[0],
  request: Omit<BookRequest, "wish">,
  { noted, dayTime, opened }: Review,
): BookedIntent {
  if (noted === null || noted.reason === "forgotten") return { intent: null, isWritten: false, reason: "forgotten" };
  const wakeMs = momentOn(reviewDay(opened), dayTime, opened.clock).ms;
  return bookIntent(deps, { ...request, text: noted.text, wish: { kind: "review", wakeMs, path: noted.path } });
}

function clockTime(text: string): { hour: number; minute: number } {
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  return { hour, minute };
}

/** A keyword with a gap in it would match nothing. */
function requireNoSecrets(keywords: string, policy: App["config"]["redact"]): void {
  const [kind] = Object.keys(redactShown(keywords, policy).counts);
  if (kind === undefined) return;
  throw new MemoryError(
    `Cannot wait for these keywords: they should hold no secret and no personal data, and have "${kind}"`,
    {
      kind: "usage",
      hint: "name it otherwise",
    },
  );
}

/** What would have no effect is refused rather than passed over. */
function refuseUseless({ cooldown, maxFires }: AddCall, wish: CompiledWish): void {
  const flag = cooldown !== undefined && wish?.kind !== "event"
    ? "--cooldown"
    : maxFires !== undefined && (wish === null || wish.isOnce)
    ? "--max-fires"
    : null;
  if (flag === null) return;
  throw new MemoryError(
    `Cannot use ${flag} here: it is for wishes that ${flag === "--cooldown" ? "wait for words" : "come again"}`,
    {
      kind: "usage",
      hint: 'as in: memory intent add "Ask for the ticket" --keywords refund --max-fires 5 --cooldown 1h',
    },
  );
}
