/**
 * The class of a text that somebody gives, before it is booked (SPEC 4.3 to 4.5): asked by every writer.
 *
 * @module
 */
import { type Caller, ceilingForText, type TextSource } from "../../provenance/caller.ts";
import { leastTrusted, type OriginClass, type SessionKind } from "../../provenance/origin.ts";
import type { StateStore } from "./open_state.ts";
import type { WriterFacts, WriterQuestion } from "./writer_facts.ts";

/** What the answer depends on. */
export interface SourceDeps {
  /** Who gives the text. */
  readonly caller: Caller;
  /** Asked for copies of tainted text. */
  readonly state: Pick<StateStore, "taints">;
  /** Tells what speaks against a text of its session; not asked about the owner's own (SPEC 4.5). */
  readonly writerFacts: (question: WriterQuestion) => WriterFacts;
}

/** A text and how it came. */
export interface GivenText {
  /** As it was given: what a tool printed is known by all of its words. */
  readonly text: string;
  /** As it is stored: what was noted of it before is known without its secrets. */
  readonly stored: string;
  /** How it came into the program. */
  readonly source: TextSource;
  /** Who gives it says that it was taken from elsewhere. */
  readonly isDerived: boolean;
  /** The session that a flag names, or `null`. */
  readonly session: string | null;
}

/** What a text is booked with. */
export interface SourceOfText {
  /** Its class. */
  readonly origin: OriginClass;
  /** The kind of session. */
  readonly sessionKind: SessionKind;
  /** Why it is untrusted, as a short clause for people, or `null`. */
  readonly taint: string | null;
  /** It is untrusted for nothing but the turn in which it is written. */
  readonly isOnlyTurnTainted: boolean;
  /** Not `null`: the text has to wait for the end of a turn. */
  readonly openTurn: WriterFacts["openTurn"];
  /** Ids of the turns that it waits for. */
  readonly openTurns: readonly number[];
}

/**
 * Returns what to book. Flags lower; what its session's tools gave, and what hooks know of the session, lower; and a copy of
 * untrusted text stays what it was. What nothing speaks against waits for the end of an open turn, since the hook of the very
 * command that writes comes after it. None of this touches what the owner typed.
 */
export function sourceOfText({ caller, state, writerFacts }: SourceDeps, given: GivenText): SourceOfText {
  const ceiling = ceilingForText(caller, given.source);
  const derived = given.isDerived ? "it was taken from elsewhere" : null;
  if (ceiling === "owner") {
    const origin = derived === null ? ceiling : "untrusted";
    return {
      origin,
      sessionKind: caller.sessionKind,
      taint: derived,
      isOnlyTurnTainted: false,
      openTurn: null,
      openTurns: [],
    };
  }
  const facts = writerFacts({ text: given.text, flag: given.session, variable: caller.session });
  const taint = derived ?? facts.taint;
  const copied = taint === null ? copyOf(state, given) : null;
  const origin = taint !== null ? "untrusted" : copied === null ? ceiling : leastTrusted(ceiling, copied);
  const isClean = origin === ceiling;
  return {
    origin,
    isOnlyTurnTainted: derived === null && facts.isTurnTaintOnly && copyOf(state, given) === null,
    taint: taint ?? (isClean ? null : "it repeats untrusted text"),
    openTurn: isClean ? facts.openTurn : null,
    openTurns: isClean ? facts.openTurns : [],
    // A kind that hooks noted replaces only `interactive`: anything else is lower already.
    sessionKind: caller.sessionKind === "interactive" ? facts.sessionKind ?? "interactive" : caller.sessionKind,
  };
}

function copyOf({ taints }: SourceDeps["state"], { text, stored }: GivenText): OriginClass | null {
  const [copied = null, ...more] = [...new Set([text, stored])].map((each) => taints.copyOf(each))
    .filter((each) => each !== null);
  return more.reduce((least, each) => leastTrusted(least ?? each, each), copied);
}
