/**
 * What is known of a session beside its transcript: what hooks saw, and what was put before it.
 *
 * @module
 */
import { type Clock, DAY_MS, type IsoTime } from "../../base/clock.ts";
import { lazily } from "../../base/lazily.ts";
import { shortHash } from "../../base/hash.ts";
import type { ChatType, SessionKind } from "../../provenance/origin.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { nearCopiesOf, nearForm } from "../../curate/near_echo.ts";
import type { Claim } from "../../workspace/claims.ts";
import type { InjectionTime } from "../../store/state/injections.ts";
import type { SessionRow } from "../../store/state/sessions.ts";
import type { TurnRow } from "../../store/state/turns.ts";
import { wordsHash } from "../../store/state/words_hash.ts";
import { isOwnFile } from "../transcripts/own_file.ts";
import type { TranscriptSession } from "../transcripts/transcript_event.ts";

/** Where a transcript lies. */
export interface TranscriptFile {
  /** Its real path is below the folder in which its client keeps transcripts (SPEC 4.4), and it is the user's own. */
  readonly isInStore: boolean;
  /** Name of the file, without folder. */
  readonly name: string;
}

/** Words of a message. */
export interface SaidWords {
  /** As they may have been told. */
  readonly words: readonly string[];
  /** Returns whether a turn's prompt proves no other message yet. */
  readonly isFree: (turnId: number) => boolean;
}

/** See the module. */
export interface SessionView {
  /** As the transcript tells of it. */
  readonly session: TranscriptSession;
  /** As hooks told of it; `null` if none did. */
  readonly hooked: SessionRow | null;
  /** Of the session; hooks come first, and the transcript may lower. */
  readonly kind: SessionKind;
  /** Who can read it. */
  readonly chat: ChatType;
  /** Returns why words are not the owner's by proof, as a short clause, or `null` if they are. */
  whyNotOwner(said: SaidWords): string | null;
  /**
   * Returns whether the client would have told of words at a moment, and did not: whoever wrote them into the transcript
   * begins no turn.
   */
  isUntold(said: SaidWords, at: IsoTime | null): boolean;
  /** Returns the id of the turn whose prompt the words are, one of a proven prompt if there is one, or `null`. */
  turnOf(said: SaidWords): number | null;
  /** Returns the taint that hooks noted for the turn of a moment, or `null`; `null` for the moment: of any turn. */
  hookedTaint(at: IsoTime | null): string | null;
  /**
   * Returns whether a claim, or one that says nearly the same, was put before the session until a moment; `null`: ever. Who
   * repeats it says nothing new.
   */
  wasInjected(claim: Pick<Claim, "claimHash" | "text">, at: IsoTime | null): boolean;
  /** Returns the same of all that our own tools gave, lines of open turns included. */
  wasHandedOut(claimHash: string, at: IsoTime | null): boolean;
}

/** Returns what is known now. */
export function sessionView(
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  session: TranscriptSession,
  file: TranscriptFile,
): SessionView {
  const hooked = state.sessions.find(session.client, session.session);
  const turns = turnsOf(state, hooked);
  const key = state.meta.hmacKey;
  const free = ({ words, isFree }: SaidWords) => {
    const isSame = isTurnOf(words.map((each) => wordsHash(key, each)));
    return (turn: TurnRow) => isSame(turn) && isFree(turn.id);
  };
  const isTold = (said: SaidWords) => turns().some(free(said)) || turns(true).some(free(said));
  const injected = lazily(() => {
    const since = Math.min(parse(session.startedAt) ?? clock.now().ms, clock.now().ms) - DAY_MS;
    return state.injections.timesInto(session.session, clock.at(since).iso);
  });
  const wasGiven = (hash: string, at: IsoTime | null) =>
    isBefore((injected().get(hash) ?? []).filter(({ isWaiting }) => !isWaiting), parse(at));
  const host = lazily(() => hooked === null ? hostView({ state, clock }, session, file) : null);
  const forms = lazily(() => state.nearForms.of([...injected().keys()]));
  return {
    session,
    hooked,
    kind: kindOf(hooked, session),
    chat: hooked !== null && hooked.chat !== "direct" ? hooked.chat : session.chat ?? "direct",
    whyNotOwner: (said) =>
      whyUnproven(hooked, session, file) ?? whyNotTold(turns(true), free(said)) ??
        (hasPrompts(turns()) || !hooked?.hasTouchedStore
          ? null
          : "a tool of the session may have written its transcript"),
    isUntold: (said, at) => (isSinceFirstPrompt(turns(), at) && !isTold(said)) || host()?.isUntold(said, at) === true,
    turnOf: (said) => {
      const own = turns(true).filter(free(said));
      return (own.find(({ isProven }) => isProven) ?? own[0])?.id ?? null;
    },
    hookedTaint: (at) => taintAt(turns(), at) ?? host()?.hookedTaint(at) ?? null,
    wasInjected: ({ claimHash, text }, at) =>
      wasGiven(claimHash, at) ||
      (forms().length > 0 && nearCopiesOf(nearForm(text, key), forms()).some((hash) => wasGiven(hash, at))),
    wasHandedOut: (hash, at) => isBefore(injected().get(hash) ?? [], parse(at)),
  };
}

/** Sessions among which the one is looked for to which a file belongs. */
const MOST_HOSTS = 100;

/**
 * Returns the view of the session to which a client's own file belongs by its name, if hooks told of that one and the line names
 * another: whoever writes into the file may give any name, and the client of the file would have told of it. Else `null`.
 */
function hostView(
  deps: { readonly state: StateStore; readonly clock: Clock },
  session: TranscriptSession,
  file: TranscriptFile,
): SessionView | null {
  if (!file.isInStore) return null;
  const host = deps.state.sessions.latest(MOST_HOSTS).find(({ client, name }) =>
    client === session.client && name !== session.session && isOwnFile(file.name, { client, session: name })
  );
  return host === undefined ? null : sessionView(deps, { ...session, session: host.name }, file);
}

/** What went to no session that is known counts for every one, for a day (SPEC 4.7). */
function isBefore(times: readonly InjectionTime[], ms: number | null): boolean {
  return times.some((time) => {
    if (ms === null) return true;
    const age = ms - Date.parse(time.at);
    return age >= -SAME_SECOND_MS && (time.isOwn || age <= DAY_MS);
  });
}

/** Hooks go on while a transcript is read: their turns are looked at again now and then. In milliseconds. */
const FRESH_MS = 250;

/** Returns what returns the turns of a session, as they were lately or, if asked for, as they are now. */
function turnsOf({ turns }: StateStore, hooked: SessionRow | null): (isNow?: boolean) => readonly TurnRow[] {
  let kept: readonly TurnRow[] = [];
  let keptUntilMs = Number.NEGATIVE_INFINITY;
  return (isNow = false) => {
    const nowMs = performance.now();
    if (hooked === null || (!isNow && nowMs < keptUntilMs)) return kept;
    kept = turns.ofSession(hooked.id);
    keptUntilMs = nowMs + FRESH_MS;
    return kept;
  };
}

/** Times of the log have no parts of seconds. */
const SAME_SECOND_MS = 1_000;

function kindOf(hooked: SessionRow | null, { kind }: TranscriptSession): SessionKind {
  if (hooked === null) return kind;
  if (hooked.kind !== "interactive") return hooked.kind;
  return kind === "unknown" ? "interactive" : kind;
}

/** SPEC 4.4: the file, what the start hook saw, the format. */
function whyUnproven(hooked: SessionRow | null, session: TranscriptSession, file: TranscriptFile): string | null {
  if (!file.isInStore) return "the transcript lies outside of its client's folder";
  if (hooked === null) return "no start hook saw the session";
  if (!hooked.isProven) return "no start hook saw a person before the client";
  if (!session.isComplete) return "the format of the transcript is not described completely";
  return isOwnFile(file.name, session) ? null : "the transcript is not the session's own file";
}

function hasPrompts(turns: readonly TurnRow[]): boolean {
  return turns.some((turn) => turn.wordsHash !== null);
}

/** Whoever writes a line into the transcript has not had the client tell of it. */
function whyNotTold(turns: readonly TurnRow[], isOwn: (turn: TurnRow) => boolean): string | null {
  if (!hasPrompts(turns)) return null;
  const isTold = turns.filter(({ isProven }) => isProven).some(isOwn);
  return isTold ? null : "no prompt hook told of these words";
}

function isTurnOf(hashes: readonly string[]): (turn: TurnRow) => boolean {
  return ({ wordsHash: hash }) => hash !== null && hashes.includes(hash);
}

/** What was said before hooks were set up was told by nobody. */
function isSinceFirstPrompt(turns: readonly TurnRow[], at: IsoTime | null): boolean {
  const first = turns.find((turn) => turn.wordsHash !== null);
  const ms = parse(at);
  return first !== undefined && (ms === null || ms >= Date.parse(first.openedAt) + SAME_SECOND_MS);
}

function taintAt(turns: readonly TurnRow[], at: IsoTime | null): string | null {
  const ms = parse(at);
  if (ms === null) return turns.find(({ taint }) => taint !== null)?.taint?.reason ?? null;
  const turn = turns.findLast(({ openedAt }) => Date.parse(openedAt) <= ms + SAME_SECOND_MS);
  const taint = turn?.taint ?? null;
  return taint !== null && Date.parse(taint.since) <= ms + SAME_SECOND_MS ? taint.reason : null;
}

/** Returns a name for an order that is the same however often its message is read. */
export function orderHash(messageId: string, text: string): string {
  return shortHash(`${messageId}\n${text}`, ORDER_HASH_DIGITS);
}

const ORDER_HASH_DIGITS = 32;

function parse(at: IsoTime | null): number | null {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(ms) ? null : ms;
}
