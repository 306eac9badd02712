import type { MalformedPart } from "./ingest_report.ts";

/** What was counted on the way. */
export interface Tally {
  /** Messages that were taken. */
  messages: number;
  /** Messages that were known already. */
  known: number;
  /** Claims that were forgotten. */
  forgotten: number;
  /** Parts that could not be read. */
  malformed: number;
  /** The first of them. */
  malformedParts: MalformedPart[];
  /** What was no evidence, by reason. */
  keptOnly: Map<string, number>;
  /** Sentences of owner and agent that are no claims, by reason. */
  notTaken: Map<string, number>;
  /** What was taken out of texts. */
  redacted: Readonly<Record<string, number>>;
}

/** Returns a count of nothing. */
export function newTally(): Tally {
  return {
    messages: 0,
    known: 0,
    forgotten: 0,
    malformed: 0,
    malformedParts: [],
    keptOnly: new Map(),
    notTaken: new Map(),
    redacted: {},
  };
}
