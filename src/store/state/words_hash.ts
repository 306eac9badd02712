/**
 * What somebody said, as a hash that finds the same words again: a prompt in a hook and its line in a transcript.
 *
 * @module
 */
import { keyedHash } from "../../base/hash.ts";

/** 128 bits. */
const HASH_DIGITS = 32;

/**
 * Returns the keyed hash of words. Blanks, line ends and forms of Unicode make no difference: clients trim what they
 * write down.
 *
 * @param key `meta.hmacKey` of the state
 */
export function wordsHash(key: string, words: string): string {
  return keyedHash(key, words.normalize("NFC").replace(/\s+/gu, " ").trim()).slice(0, HASH_DIGITS);
}
