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

/** Returns the statements of a file; none if it is gone or cannot be read. */
export function statementsIn({ layout, originsOf }: StatementSource, path: string): Statement[] {
  try {
    const file = readSelectedFile({ layout }, path);
    const claims = file.claims().map((claim) => ({ ...claim, units: claim.lines }));
    const entries = file.entries().map((entry) => ({ ...entry, units: [entry.raw] }));
    return [...claims, ...entries].map(({ key, text, annotations, units }) => {
      const isTrusted = originsOf(file.path, units).every(({ origin, state }) =>
        (origin === "owner" || origin === "agent") && state !== "pending"
      );
      return isTrusted ? { key, keyName: annotations.key, text } : { key, keyName: null, text: null };
    });
  } catch (error) {
    if (error instanceof MemoryError) return [];
    throw error;
  }
}
