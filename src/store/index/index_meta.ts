/**
 * Facts about `index.sqlite` itself.
 *
 * @module
 */

/** How far the index has followed the ledger. */
export interface LedgerMark {
  /** See {@linkcode Ledger.revision}. */
  readonly revision: number;
  /** See {@linkcode Taints.lastId}. */
  readonly taintId: number;
}

/** The index's own facts. */
export interface IndexMeta {
  /** What tokeniser, chunking and so on the index was built with, or `null` when nothing was built yet. */
  identity(): string | null;
  /** Sets the identity; part of a build. */
  setIdentity(identity: string): void;
  /** Returns how far the index has followed the ledger; zeros at first. */
  ledgerMark(): LedgerMark;
  /** Notes that it has followed so far. */
  setLedgerMark(mark: LedgerMark): void;
}
