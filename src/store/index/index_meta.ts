/**
 * Facts about `index.sqlite` itself.
 *
 * @module
 */

import type { Connection } from "../connect.ts";

/** How far the index has followed the ledger. */
export interface LedgerMark {
  /** See {@linkcode Ledger.revision}. */
  readonly revision: number;
  /** See {@linkcode Taints.lastId}. */
  readonly taintId: number;
}

/** Digests of a listing of files. */
export interface ListingDigest {
  /** Of the paths, in the order in which they were listed, and of what could not be read. */
  readonly names: string;
  /** Of the stamps, for so many files each; no digest where the index does not hold what was listed. */
  readonly blocks: readonly string[];
}

/** A listing of files that was compared with the index and found to be exactly what the index holds. */
export interface KnownListing extends ListingDigest {
  /** Chunks in the index at that moment. */
  readonly chunks: number;
}

/** How the last call of an embedder ended. */
export interface EmbedOutcome {
  /** See {@linkcode Embedder.fingerprint}. */
  readonly fingerprint: string;
  /** What it failed with, as a sentence without final stop; `null` if it answered. */
  readonly failure: string | null;
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
  /** Returns the {@linkcode Taints.mark} with which every file was last looked at, or `null`. */
  taintsAsked(): string | null;
  /** Notes that every file was looked at. */
  setTaintsAsked(mark: string): void;
  /** Changes whenever another connection has written the index; the connection's own writes do not count. */
  dataVersion(): number;
  /** Returns the listing that the index agrees with, or `null` if none is known. */
  listing(): KnownListing | null;
  /** Notes a listing, or that none is known any more: part of whatever changes files or their stamps. */
  setListing(listing: KnownListing | null): void;
  /** Returns how the last call of an embedder ended, or `null` if none was noted. */
  embedOutcome(): EmbedOutcome | null;
  /** Notes how a call ended; writes nothing if that is already known. */
  setEmbedOutcome(outcome: EmbedOutcome): void;
  /** Returns the last thing that a search said once and does not repeat, or `null`. */
  told(): string | null;
  /** Notes what was said. */
  setTold(text: string): void;
}

/** Returns the facts of an open index. */
export function indexMeta(connection: Connection): IndexMeta {
  const value = (key: string) => connection.prepare<{ value: string }>(GET).get(key)?.value ?? null;
  const set = (key: string, text: string) => connection.transaction(() => connection.prepare(PUT).run(key, text));
  return {
    told: () => value("told"),
    setTold: (text) => {
      set("told", text);
    },
    embedOutcome: () => {
      const [fingerprint, failure] = (value(OUTCOME) ?? "").split("\n");
      return fingerprint === undefined || failure === undefined
        ? null
        : { fingerprint, failure: failure === "" ? null : failure };
    },
    setEmbedOutcome: ({ fingerprint, failure }) => {
      const text = [fingerprint, failure ?? ""].map((line) => line.replaceAll("\n", " ")).join("\n");
      if (value(OUTCOME) !== text) set(OUTCOME, text);
    },
    identity: () => value("identity"),
    setIdentity: (identity) => {
      set("identity", identity);
    },
    ledgerMark: () => ({ revision: Number(value("ledger_revision") ?? 0), taintId: Number(value("taint_id") ?? 0) }),
    setLedgerMark: ({ revision, taintId }) => {
      connection.transaction(() => {
        set("ledger_revision", String(revision));
        set("taint_id", String(taintId));
      });
    },
    taintsAsked: () => value("taints_asked"),
    setTaintsAsked: (mark) => {
      set("taints_asked", mark);
    },
    dataVersion: () => Number(connection.prepare("PRAGMA data_version").values()[0]?.[0] ?? 0),
    listing: () => {
      const [names, chunks, ...blocks] = (value("listing") ?? "").split(" ");
      return names === undefined || chunks === undefined ? null : { names, chunks: Number(chunks), blocks };
    },
    setListing: (listing) => {
      set("listing", listing === null ? "" : [listing.names, listing.chunks, ...listing.blocks].join(" "));
    },
  };
}

/** Fingerprint and failure, one a line. */
const OUTCOME = "embed_outcome";
const GET = "SELECT value FROM meta WHERE key = ?";
const PUT = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
