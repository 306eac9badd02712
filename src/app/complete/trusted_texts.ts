/**
 * What stands in a file, for descriptions in a shell: only what the owner or the agent wrote, by the ledger at this moment.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { readSelectedFile } from "../../select/selected_file.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";

/** A claim or an entry as it stands now. */
export interface Statement {
  /** `c:…` or `e:…`. */
  readonly key: string;
  /** Its supersession key; `null` if it has none, or is not trusted. */
  readonly keyName: string | null;
  /** Its text; `null` if it is not trusted: nobody's words from outside reach a command line. */
  readonly text: string | null;
}

/** What reading statements needs. */
export interface StatementSource {
  /** Where files lie. */
  readonly layout: WorkspaceLayout;
  /** Live from the ledger. */
  readonly originsOf: OriginReader;
}

/** What of a file is asked for. */
export interface WantedStatements {
  /** A larger file is passed over. */
  readonly maxBytes: number;
  /** So many at most, the first ones. */
  readonly most: number;
  /** Whether one is asked for, by its key and the supersession key that is written at it. */
  isWanted(key: string, keyName: string | null): boolean;
}

/** Returns the statements of a file that are asked for; none if it is gone, too large or cannot be read. */
export function statementsIn(source: StatementSource, path: string, wanted: WantedStatements): Statement[] {
  try {
    const file = readSelectedFile(source, path, wanted.maxBytes);
    const claims = file.claims().map((claim) => ({ ...claim, units: claim.lines }));
    const entries = file.entries().map((entry) => ({ ...entry, units: [entry.raw] }));
    const asked = [...claims, ...entries].filter(({ key, annotations }) => wanted.isWanted(key, annotations.key))
      .slice(0, wanted.most);
    // One call for all: of many lines the ledger reads the rows of a file once.
    const origins = source.originsOf(file.path, asked.flatMap(({ units }) => units)).values();
    return asked.map(({ key, text, annotations, units }) => {
      // Every one is taken, also behind one that is not trusted: the next statement's begin there.
      const isTrusted = units.map(() => origins.next().value).every((it) =>
        it !== undefined && (it.origin === "owner" || it.origin === "agent") && it.state !== "pending"
      );
      return isTrusted ? { key, keyName: annotations.key, text } : { key, keyName: null, text: null };
    });
  } catch (error) {
    if (error instanceof MemoryError) return [];
    throw error;
  }
}
