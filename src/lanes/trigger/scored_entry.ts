/**
 * How well entries that carry trigger phrases fit a message (SPEC 9.2).
 *
 * @module
 */
import type { ChunkText, TriggerRow } from "../../store/index/chunks.ts";
import type { LexicalHits } from "./lexical_hits.ts";
import type { MessageTokens } from "./message_tokens.ts";
import { mostScore, type PhraseScore, phraseScore } from "./phrase_score.ts";

/** An entry with phrases, and how it fits. */
export interface ScoredEntry {
  /** Of its file, relative to the workspace. */
  readonly path: string;
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** The line on which the index has its first chunk, 1-based. */
  readonly startLine: number;
  /** Every phrase, the best first; equals in the order of the entry. */
  readonly phrases: readonly PhraseScore[];
  /** The calibrated keyword score of the entry, 0 to 1. */
  readonly relevance: number;
  /** `0.8 · best phrase + 0.2 · relevance`, 0 to 1. */
  readonly score: number;
}

/** What the scores depend on. */
export interface ScoringContext {
  /** Of the message. */
  readonly tokens: MessageTokens;
  /** What the keyword index knows of the message. */
  readonly lexical: Pick<LexicalHits, "relevanceOf" | "relevanceAtMost">;
  /** Returns the words of chunks. */
  readonly textsOf: (ids: readonly number[]) => readonly ChunkText[];
  /** Returns the phrases of an entry that nobody wrote; asked only where it matters. */
  readonly derivedOf: (entry: Pick<ScoredEntry, "path" | "entryKey" | "startLine">) => ReadonlySet<string>;
  /** Entries that cannot come to this score are left out. */
  readonly scoredFrom: number;
}

/** Weights of SPEC 9.2. */
const PHRASE_WEIGHT = 0.8;
const RELEVANCE_WEIGHT = 0.2;

/**
 * Returns the entries of which the message holds at least one word of a phrase and that may come to the asked score, in the
 * order of the rows.
 */
export function scoreEntries(rows: readonly TriggerRow[], context: ScoringContext): ScoredEntry[] {
  // Of hundreds of entries most have nothing to do with a message.
  const { tokens } = context;
  const near = rows.filter(({ entryKey, triggers }) => entryKey !== null && triggers.some(tokens.mayHold));
  // The pieces of an over-long entry have its key and its phrases.
  const entries = Map.groupBy(near, (row) => `${row.path}\n${row.entryKey}`);
  return [...entries.values()].flatMap((pieces) => scoreEntry(pieces, context) ?? []);
}

function scoreEntry(pieces: readonly TriggerRow[], context: ScoringContext): ScoredEntry | null {
  const { tokens, lexical, textsOf, derivedOf, scoredFrom } = context;
  const [first] = pieces;
  const entryKey = first?.entryKey ?? null;
  if (first === undefined || entryKey === null) return null;
  // Most of these share a word or two with it: they are ruled out before a phrase or a chunk of theirs is taken apart.
  const most = first.triggers.reduce((found, phrase) => Math.max(found, mostScore(phrase, tokens)), 0);
  if (scoreOf(most, 1) < scoredFrom) return null;
  const rows = textsOf(pieces.map(({ id }) => id));
  const entry = { path: first.path, entryKey, startLine: rows[0]?.startLine ?? 0 };
  if (scoreOf(most, highest(rows, lexical.relevanceAtMost)) < scoredFrom) return null;
  let derived: ReadonlySet<string> | undefined;
  const isDerived = (phrase: string) => (derived ??= derivedOf(entry)).has(phrase);
  const needed = (scoredFrom - RELEVANCE_WEIGHT) / PHRASE_WEIGHT;
  const phrases = first.triggers
    .map((phrase) => phraseScore(phrase, tokens, { isDerived: () => isDerived(phrase), needed }))
    .sort((a, b) => b.score - a.score);
  if (!phrases.some(({ present }) => present > 0)) return null;
  const best = phrases[0]?.score ?? 0;
  if (scoreOf(best, 1) < scoredFrom) return null;
  const relevance = highest(rows, lexical.relevanceOf);
  return { ...entry, phrases, relevance, score: scoreOf(best, relevance) };
}

function scoreOf(phrase: number, relevance: number): number {
  return PHRASE_WEIGHT * phrase + RELEVANCE_WEIGHT * relevance;
}

function highest(rows: readonly ChunkText[], relevanceOf: (row: ChunkText) => number): number {
  return rows.reduce((most, row) => Math.max(most, relevanceOf(row)), 0);
}
