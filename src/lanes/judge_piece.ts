import type { LocalDay } from "../base/clock.ts";
import type { LineOrigin } from "../provenance/origin.ts";
import { mayAutoInject, type Verdict } from "../provenance/predicates.ts";
import { pathRule } from "../provenance/tier.ts";
import type { CuratedPiece } from "../workspace/curated.ts";
import { USER_FILE } from "../workspace/layout.ts";

/** What decides about a piece beside its file. */
export interface PieceContext {
  /** Entries that expired before it are refused. */
  readonly today: LocalDay;
  /** Entries of other projects are refused. */
  readonly activeProjects: ReadonlySet<string>;
}

/**
 * Returns whether a heading or an entry of a curated file may be put before an agent that did not ask for it (SPEC 4.6).
 *
 * @param path of the file itself, links followed, relative to the workspace
 * @param about its origin, live from the ledger (`undefined`: nobody knows, and it is refused), and what else decides
 */
export function judgePiece(
  path: string,
  piece: Pick<CuratedPiece, "entry">,
  about: { readonly origin: LineOrigin | undefined; readonly context: PieceContext },
): Verdict {
  const { origin, context } = about;
  if (origin === undefined) return { passes: false, reason: "its origin is not known" };
  const annotations = piece.entry?.annotations ?? null;
  const projects = annotations?.projects ?? [];
  return mayAutoInject({
    tier: pathRule(path).tier,
    origin: origin.origin,
    state: origin.state,
    isExpired: annotations !== null && annotations.expires !== null && annotations.expires < context.today,
    isSuperseded: annotations?.status === "superseded",
    // Directives about the user hold in every project (SPEC 9.4); what cannot be read still fails closed.
    projects: path === USER_FILE && projects !== "invalid" ? [] : projects,
    activeProjects: context.activeProjects,
  });
}
