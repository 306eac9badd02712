/**
 * Finds the second record of words that Codex writes twice.
 *
 * @module
 */
import { shortHash } from "../../base/hash.ts";
import type { MessageEvent } from "./transcript_event.ts";

/** Words that were told one way and may still be told the other; the newest of them. */
export class TwinWords {
  /** Keys of words, with how they were told. */
  #waiting: { readonly key: string; readonly isEvent: boolean }[];

  /** Goes on where {@linkcode state} was taken; anything else means at the beginning. */
  constructor(state: unknown) {
    this.#waiting = Array.isArray(state)
      ? state.flatMap((it: unknown) =>
        typeof it === "string" ? [{ key: it.slice(1), isEvent: it.startsWith("e") }] : []
      )
      : [];
  }

  /** Returns whether the words were told the other way before; each time counts once. */
  isTwin(event: MessageEvent, isEvent: boolean): boolean {
    const key = keyOf(event);
    const at = this.#waiting.findIndex((it) => it.key === key && it.isEvent !== isEvent);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  /** Notes words that were told for the first time. */
  add(event: MessageEvent, isEvent: boolean): void {
    this.#waiting.push({ key: keyOf(event), isEvent });
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
  }

  /** Returns what the next reading has to know. */
  state(): readonly string[] {
    return this.#waiting.map(({ key, isEvent }) => `${isEvent ? "e" : "i"}${key}`);
  }
}

/** The two records of one message stand within a few lines; a turn has some dozen messages. */
const MOST_WAITING = 64;

function keyOf({ role, text }: MessageEvent): string {
  return shortHash(`${role} ${text.trim()}`, KEY_DIGITS);
}

const KEY_DIGITS = 24;
