/**
 * Which messages of a transcript are new: not known of earlier readings, not gathered a moment ago, not deleted for their age.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Ingested } from "../../store/state/ingested.ts";
import type { MessageEvent, TranscriptSession } from "../transcripts/transcript_event.ts";
import { heardKey, wordsKey } from "./message_keys.ts";

/** A message as it is asked about. */
export interface AskedMessage {
  /** The session that it belongs to; `null` if none was told of. */
  readonly session: TranscriptSession | null;
  /** See `MessageEvent.keys`. */
  readonly keys: readonly string[];
  /** It would be taken as the owner's. */
  readonly isProven: boolean;
  /** When it was said, in milliseconds. */
  readonly ms: number;
}

/** See the module. */
export class KnownMessages {
  /** Names of messages that were taken and not written yet. */
  readonly #fresh = new Set<string>();
  /** Whether anything of a session was heard. */
  readonly #heard = new Map<string, boolean>();
  /** Until when what was said in a session was deleted for its age. */
  readonly #swept = new Map<string, IsoTime | null>();

  /** Asks an open state. */
  constructor(readonly ingested: Ingested) {}

  /** Returns whether a message is new, and takes it: asked again, it is not. */
  take({ session, keys, isProven, ms }: AskedMessage): boolean {
    const sweptUntil = session === null ? null : this.#sweptUntil(session);
    if (sweptUntil !== null && ms < Date.parse(sweptUntil)) return false;
    if (keys.some((key) => this.#fresh.has(key))) return false;
    const acquaintance = this.ingested.acquaintance(keys);
    if (acquaintance === "proven" || (acquaintance === "known" && !isProven)) return false;
    for (const key of keys) this.#fresh.add(key);
    return true;
  }

  /** Returns whether a message repeats one of the session that this one was forked from. */
  isCopy({ client, forkedFrom = null }: TranscriptSession, { role, text }: MessageEvent): boolean {
    if (forkedFrom === null) return false;
    return this.ingested.acquaintance([wordsKey(client, forkedFrom, `${role} ${text}`)]) !== "new";
  }

  /** Returns whether hooks heard words before the transcript of their session was read; they kept them redacted. */
  wasHeard(session: TranscriptSession, role: MessageEvent["role"], redacted: () => string): boolean {
    const key = heardKey(session);
    let isAsked = this.#heard.get(key);
    if (isAsked === undefined) {
      isAsked = this.ingested.acquaintance([key]) !== "new";
      this.#heard.set(key, isAsked);
    }
    if (!isAsked) return false;
    return this.ingested.acquaintance([wordsKey(session.client, session.session, `${role} ${redacted()}`)]) !== "new";
  }

  /** What was taken is written by now. */
  clear(): void {
    this.#fresh.clear();
    this.#swept.clear();
  }

  /** Asked once between two writes: it moves only at the end of an ingestion. */
  #sweptUntil({ client, session }: TranscriptSession): IsoTime | null {
    const name = `${client} ${session}`;
    let until = this.#swept.get(name);
    if (until === undefined) {
      until = this.ingested.session(client, session)?.sweptUntil ?? null;
      this.#swept.set(name, until);
    }
    return until;
  }
}
