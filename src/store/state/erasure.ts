/**
 * What is taken out of the state, and how much that was (SPEC 7.6).
 *
 * @module
 */
import type { ForgottenMatcher, NamedLine } from "./forgets.ts";

/** An entry that lives on in the words of another source. */
export interface Rerendered {
  /** Key that it had. */
  readonly from: string;
  /** Key that it has. */
  readonly to: string;
  /** Its words. */
  readonly text: string;
  /** As it stands, without final line end. */
  readonly raw: string;
}

/** What is forgotten, with its text: used in one transaction and kept nowhere. */
export interface Erasure {
  /** Tells it in other texts. */
  readonly matcher: ForgottenMatcher;
  /** The forgotten statements. */
  readonly texts: readonly string[];
  /** Hashes of their normalised claims. */
  readonly claimHashes: readonly string[];
  /** Keys of the curated entries that go. */
  readonly entryKeys: readonly string[];
  /** Keys of the intents that go by name. */
  readonly intentKeys: readonly string[];
  /** Entries that live on. */
  readonly rerendered: readonly Rerendered[];
  /** Lines that stay although they mention the text: what they taint stays, too. */
  readonly kept: readonly NamedLine[];
  /** Returns a curated file without what is forgotten; the same bytes if it holds nothing of it. */
  withoutForgotten(path: string, bytes: Uint8Array): Uint8Array;
  /** SHA-256 of files before and after they are cut, so that undoing knows them again. */
  readonly fileHashes: ReadonlyMap<string, string>;
}

/** How many rows went. */
export interface Erased {
  /** Claims. */
  readonly candidates: number;
  /** Their recalls. */
  readonly recalls: number;
  /** Promotions that told of it. */
  readonly promotions: number;
  /** Entries on record that had left `MEMORY.md`. */
  readonly departures: number;
  /** Reports of sweeps that were cut. */
  readonly reports: number;
  /** Pre-images that were rewritten. */
  readonly preImages: number;
  /** Texts whose copies were tainted. */
  readonly taints: number;
  /** Texts of sessions that held it, as hashes. */
  readonly sessionTexts: number;
  /** Orders given in chats whose words went. */
  readonly orders: number;
  /** Intents that said it. */
  readonly intents: number;
  /** Notes that it was given to an agent. */
  readonly injections: number;
}
