import { findRows } from "../select/find_rows.ts";
import { formatAnchor } from "../workspace/annotation.ts";
import type { AttestedLine } from "./deep/diary.ts";
import type { DreamDeps } from "./night.ts";

/** Returns what the owner vouched for since the last night whose page could tell it. */
export function attestedSince({ state, layout }: Pick<DreamDeps, "state" | "layout">, sweepId: number): AttestedLine[] {
  const told = state.sweeps.list(RECENT_SWEEPS).find(({ id, mode, status }) =>
    id !== sweepId && mode === "real" && (status === "done" || status === "quiet")
  );
  const since = told === undefined ? Number.NEGATIVE_INFINITY : Date.parse(told.startedAt);
  const rows = state.ledger.listByState(["attested"], MOST_ATTESTED).filter(({ bookedAt }) =>
    Date.parse(bookedAt) > since
  );
  return findRows({ layout }, rows).map(({ row, text, startLine, endLine }) => ({
    text,
    citation: formatAnchor({ path: row.path, startLine, endLine }),
    origin: row.origin ?? "agent",
  }));
}

/** A lost workspace may be taken up again in one sitting; a page with more lines would be read by nobody. */
const MOST_ATTESTED = 1_000;

/** Sweeps among which the last whole night is looked for. */
const RECENT_SWEEPS = 50;
