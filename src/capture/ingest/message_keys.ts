/**
 * Names by which messages are known again, whatever became of their file.
 *
 * @module
 */
import { shortHash } from "../../base/hash.ts";
import type { MessageEvent, TranscriptSession } from "../transcripts/transcript_event.ts";

/** Returns the names that its format gives a message. */
export function messageKeys(session: TranscriptSession, { id, keys }: MessageEvent): readonly string[] {
  return (keys ?? [`id ${session.session} ${id}`]).map((key) => digestOf(`${session.client} ${key}`));
}

/** Returns the name of something else within a session. */
export function keyOf({ client, session }: TranscriptSession, what: string): string {
  return digestOf(`${client} ${session} ${what}`);
}

/** Returns the name of words within a session, by which forks of it are asked. */
export function wordsKey(client: string, session: string, words: string): string {
  return digestOf(`${client} ${session} said ${words}`);
}

/** Returns the name under which it is known that words of a session were heard by hooks before its transcript was read. */
export function heardKey(session: Pick<TranscriptSession, "client" | "session">): string {
  return digestOf(`${session.client} ${session.session} heard`);
}

/** Texts are long, and are looked up several times. */
function digestOf(text: string): string {
  return shortHash(text, KEY_DIGITS);
}

const KEY_DIGITS = 32;
