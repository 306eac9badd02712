/**
 * What near copies of texts that were put before agents are known by (SPEC 4.6): a text that comes back with a word changed
 * is no news either.
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import { packedNumbers, unpackedNumbers } from "./session_texts.ts";

/** A text as it is compared; keyed hashes, since words are short. */
export interface NearForm {
  /** Of its stems, identifiers and pairs of CJK characters. */
  readonly words: ReadonlySet<number>;
  /** Of the words that may be names. */
  readonly names: ReadonlySet<number>;
  /** Of all its words. */
  readonly mentions: ReadonlySet<number>;
  /** Of all that turns it into another fact. */
  readonly facts: number;
}

/** A form with the claim that it is of. */
export interface KeptForm {
  /** See `Claim.claimHash`. */
  readonly claimHash: string;
  /** The form. */
  readonly form: NearForm;
}

/** The table. Every write joins the running transaction or makes its own. */
export interface NearForms {
  /** Returns which claims have no form yet. */
  missing(claimHashes: readonly string[]): string[];
  /** Keeps forms; of a claim that has one nothing changes. */
  keep(forms: readonly KeptForm[]): void;
  /** Returns the forms of claims, as far as they are kept. */
  of(claimHashes: readonly string[]): KeptForm[];
  /** Deletes those of claims that no injection tells of any more. */
  dropOrphans(): void;
}

/** Returns the table of an open state. */
export function nearFormsTable(connection: Connection): NearForms {
  const some = (hashes: readonly string[]) =>
    connection.prepare<StoredForm>(OF).all(JSON.stringify([...new Set(hashes)]));
  return {
    missing: (hashes) => {
      const known = new Set(some(hashes).map(({ claimHash }) => claimHash));
      return [...new Set(hashes)].filter((hash) => !known.has(hash));
    },
    keep: (forms) => {
      if (forms.length === 0) return;
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const { claimHash, form: { words, names, mentions, facts } } of forms) {
          add.run(claimHash, packedNumbers(words), packedNumbers(names), packedNumbers(mentions), facts);
        }
      });
    },
    of: (hashes) =>
      some(hashes).map(({ claimHash, facts, ...sets }) => ({ claimHash, form: { ...unpacked(sets), facts } })),
    dropOrphans: () => {
      connection.transaction(() => connection.prepare(DROP_ORPHANS).run());
    },
  };
}

interface StoredSets {
  readonly words: Uint8Array;
  readonly names: Uint8Array;
  readonly mentions: Uint8Array;
}

interface StoredForm extends StoredSets {
  readonly claimHash: string;
  readonly facts: number;
}

function unpacked({ words, names, mentions }: StoredSets): Omit<NearForm, "facts"> {
  const set = (bytes: Uint8Array) => new Set(unpackedNumbers(bytes));
  return { words: set(words), names: set(names), mentions: set(mentions) };
}

const ADD = `INSERT INTO near_forms (claim_hash, words, names, mentions, facts) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const OF = `SELECT claim_hash AS claimHash, words, names, mentions, facts FROM near_forms
  WHERE claim_hash IN (SELECT value FROM json_each(?))`;
const DROP_ORPHANS = "DELETE FROM near_forms WHERE claim_hash NOT IN (SELECT hash FROM injections)";
