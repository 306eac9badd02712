import type { LineOrigin } from "../../provenance/origin.ts";
import { MemoryError } from "../../base/errors.ts";
import { findRows } from "../../select/find_rows.ts";
import { readSelectedFile } from "../../select/selected_file.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import type { App } from "../app.ts";
import { forgottenLines } from "./forget_facts.ts";
import { withheldFrom } from "../withheld.ts";
import { asShown, type ListedLine, MOST_LISTED } from "./listed_line.ts";

/** Lines by what is to be known of them, each list at most {@linkcode MOST_LISTED} long. */
export interface LineLists {
  /** Appeared in a turn that is still open: searchable only until it ends. */
  readonly pending: readonly ListedLine[];
  /** Read as somebody else's words, whatever the reason. */
  readonly untrusted: readonly ListedLine[];
  /** Lifted by the owner, newest first. */
  readonly attested: readonly ListedLine[];
  /** Say what was forgotten: somebody put them back by hand. */
  readonly forgotten: readonly ListedLine[];
}

/** Rows looked at to fill a list: some of their lines may be gone. */
const MOST_ROWS = 1_000;

/** Returns the lists, as the files and the ledger are now; an agent gets untrusted lines without their text (SPEC 4.5). */
export function lineLists(
  app: Pick<App, "layout" | "extraPaths" | "state" | "index" | "originsOf" | "caller">,
): LineLists {
  const { state, index } = app;
  const held = (name: "pending" | "attested") => state.ledger.listByState([name], MOST_ROWS);
  const withheld = withheldFrom(app);
  const isAgent = app.caller().client !== null;
  const attested = [...held("attested")].sort((a, b) => Date.parse(b.bookedAt) - Date.parse(a.bookedAt));
  return {
    pending: findRows(app, held("pending")).slice(0, MOST_LISTED).map(({ row, startLine, endLine, text }) => {
      const anchor = { path: row.path, startLine, endLine };
      const line = { citation: formatAnchor(anchor), text, why: `since ${row.bookedAt}` };
      return asShown(line, withheld({ key: null, text, anchor }) !== null);
    }),
    untrusted: linesOf(app, index.chunks.pathsOf("untrusted"), ({ origin }) => origin === "untrusted")
      .map((line) => asShown(line, isAgent)),
    attested: findRows(app, attested).slice(0, MOST_LISTED).map(({ row, startLine, endLine, text }) => {
      const anchor = { path: row.path, startLine, endLine };
      const line = { citation: formatAnchor(anchor), text, why: `as ${row.origin} at ${row.bookedAt}` };
      return asShown(line, withheld({ key: null, text, anchor }) !== null);
    }),
    forgotten: forgottenLines(app),
  };
}

type Asked = Parameters<typeof lineLists>[0];

/** The index says which files have such lines, the ledger which lines they are. */
function linesOf(app: Asked, paths: readonly string[], isListed: (origin: LineOrigin) => boolean): ListedLine[] {
  const listed: ListedLine[] = [];
  for (const path of paths) {
    if (listed.length >= MOST_LISTED) break;
    const units = unitsOf(app, path);
    const origins = app.originsOf(path, units.map(({ raw }) => raw));
    for (const [at, { raw, startLine, endLine }] of units.entries()) {
      const origin = origins[at];
      if (origin === undefined || !isListed(origin)) continue;
      listed.push({ citation: formatAnchor({ path, startLine, endLine }), text: raw.trimEnd(), why: origin.why });
    }
  }
  return listed.slice(0, MOST_LISTED);
}

function unitsOf(app: Asked, path: string) {
  try {
    return readSelectedFile(app, path).units();
  } catch (error) {
    // What cannot be read is among the failures of the index.
    if (error instanceof MemoryError) return [];
    throw error;
  }
}
