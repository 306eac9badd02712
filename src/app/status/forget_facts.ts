import { findRows } from "../../select/find_rows.ts";
import { readSelectedFile } from "../../select/selected_file.ts";
import { MemoryError } from "../../base/errors.ts";
import type { LedgerRow } from "../../provenance/classify_line.ts";
import { formatAnchor, stripAnnotations } from "../../workspace/annotation.ts";
import type { App } from "../app.ts";
import { selectDeps } from "../select_deps.ts";
import { withheldFrom } from "../withheld.ts";
import { asShown, type ListedLine, MOST_LISTED } from "./listed_line.ts";

/** What somebody below the owner's ceiling asked to have forgotten. */
export interface ForgetRequestFact {
  /** When. */
  readonly requestedAt: string;
  /** Who asked, if known. */
  readonly session: string | null;
  /** The lines, as far as they still stand. */
  readonly lines: readonly Omit<ListedLine, "why">[];
}

/** What the facts are asked of. */
type Asked = Pick<App, "layout" | "extraPaths" | "state" | "originsOf" | "caller">;

/** What there is to know of forgetting (SPEC 7.6). */
export interface ForgetFacts {
  /** Forgets that began and are not complete. */
  readonly pendingForgets: number;
  /** What the owner was asked for, oldest first. */
  readonly forgetRequests: readonly ForgetRequestFact[];
}

/** Returns it. */
export function forgetFacts(app: Asked): ForgetFacts {
  const { forgets } = app.state;
  const withheld = withheldFrom(app);
  return {
    pendingForgets: forgets.pending().length,
    forgetRequests: forgets.requests().map(({ requestedAt, session, lines }) => ({
      requestedAt,
      session,
      lines: findRows(app, lines.map((line) => ({ ...NO_ROW, ...line }))).map(({ row, startLine, endLine, text }) => {
        const anchor = { path: row.path, startLine, endLine };
        return asShown({ citation: formatAnchor(anchor), text }, withheld({ key: null, text, anchor }) !== null);
      }),
    })),
  };
}

/** A row of the ledger that knows nothing but its name. */
const NO_ROW: Omit<LedgerRow, "path" | "hash"> = {
  origin: null,
  sessionKind: null,
  state: "unbooked",
  observedAt: null,
  session: null,
  channel: null,
  sender: null,
  supersessionKey: null,
  writer: "",
  bookedAt: "",
};

/** Returns lines that say what was forgotten: somebody put them back by hand. Where nothing was forgotten nothing is read. */
export function forgottenLines(app: Asked): ListedLine[] {
  const { tombstones } = app.state;
  if (tombstones.isEmpty()) return [];
  const listed: ListedLine[] = [];
  const deps = selectDeps(app);
  const withheld = withheldFrom(app);
  for (const path of deps.files()) {
    if (listed.length >= MOST_LISTED) break;
    for (const { raw, startLine, endLine } of unitsOf(deps, path)) {
      const forgottenAt = tombstones.forgottenAt(stripAnnotations(raw));
      if (forgottenAt === null) continue;
      const anchor = { path, startLine, endLine };
      const text = raw.trimEnd();
      const line = { citation: formatAnchor(anchor), text, why: `forgotten at ${forgottenAt}; not taken up` };
      listed.push(asShown(line, withheld({ key: null, text, anchor }) !== null));
    }
  }
  return listed.slice(0, MOST_LISTED);
}

function unitsOf(deps: ReturnType<typeof selectDeps>, path: string) {
  try {
    return readSelectedFile(deps, path).units();
  } catch (error) {
    // What cannot be read is among the failures of the index.
    if (error instanceof MemoryError) return [];
    throw error;
  }
}
