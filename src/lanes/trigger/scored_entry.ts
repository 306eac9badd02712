/**
 * How well entries that carry trigger phrases fit a message (SPEC 9.2).
 *
 * @module
 */
import type { ChunkRow, TriggerRow } from "../../store/index/chunks.ts";
import type { LexicalHits } from "./lexical_hits.ts";
import type { MessageTokens } from "./message_tokens.ts";
import { type PhraseScore, phraseScore } from "./phrase_score.ts";

/** An entry with phrases, and how it fits. */
export interface ScoredEntry {
  /** Of its file, relative to the workspace. */
  readonly path: string;
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** Every phrase, the best first; equals in the order of the entry. */
  readonly phrases: readonly PhraseScore[];
  /** The calibrated keyword score of the entry, 0 to 1; `null` where its phrases alone rule it out. */
  readonly relevance: number | null;
  /** `0.8 · best phrase + 0.2 · relevance`, 0 to 1. */
  readonly score: number;
}

/** What the scores depend on. */
export interface ScoringContext {
  /** Of the message. */
  readonly tokens: MessageTokens;
  /** What the keyword index knows of the message. */
  readonly lexical: Pick<LexicalHits, "relevanceOf">;
  /** Returns the chunks of rows in full. */
  readonly chunksOf: (ids: readonly number[]) => readonly ChunkRow[];
  /** Returns the phrases of an entry that nobody wrote; asked only where it matters. */
  readonly derivedOf: (entry: { readonly path: string; readonly entryKey: string }) => ReadonlySet<string>;
  /** Entries that cannot come to this score get no relevance. */
  readonly scoredFrom: number;
}

/** Weights of SPEC 9.2. */
const PHRASE_WEIGHT = 0.8;
const RELEVANCE_WEIGHT = 0.2;

/** Returns the entries of which the message holds at least one word of a phrase, in the order of the rows. */
export function scoreEntries(rows: readonly TriggerRow[], context: ScoringContext): ScoredEntry[] {
  // The pieces of an over-long entry have its key and its phrases.
  const entries = Map.groupBy(rows.filter((row) => row.entryKey !== null), (row) => `${row.path}\n${row.entryKey}`);
  return [...entries.values()].flatMap((pieces) => scoreEntry(pieces, context) ?? []);
}

function scoreEntry(pieces: readonly TriggerRow[], context: ScoringContext): ScoredEntry | null {
  const { tokens, lexical, chunksOf, derivedOf, scoredFrom } = context;
  const [first] = pieces;
  const entryKey = first?.entryKey ?? null;
  if (first === undefined || entryKey === null) return null;
  // Of hundreds of entries most have nothing to do with a message.
  if (!first.triggers.some((phrase) => tokens.mayHold(phrase))) return null;
  const needed = (scoredFrom - RELEVANCE_WEIGHT) / PHRASE_WEIGHT;
  let derived: ReadonlySet<string> | undefined;
  const isDerived = (phrase: string) => (derived ??= derivedOf({ path: first.path, entryKey })).has(phrase);
  const phrases = first.triggers
    .map((phrase) => phraseScore(phrase, tokens, { isDerived: () => isDerived(phrase), needed }))
    .sort((a, b) => b.score - a.score);
  const best = phrases[0]?.score ?? 0;
  if (!phrases.some(({ present }) => present > 0)) return null;
  const byPhrase = PHRASE_WEIGHT * best;
  const found = { path: first.path, entryKey, phrases };
  if (byPhrase + RELEVANCE_WEIGHT < scoredFrom) return { ...found, relevance: null, score: byPhrase };
  const relevance = chunksOf(pieces.map(({ id }) => id))
    .reduce((most, row) => Math.max(most, lexical.relevanceOf(row)), 0);
  return { ...found, relevance, score: byPhrase + RELEVANCE_WEIGHT * relevance };
}
