/**
 * The light phase from the files to its plan (SPEC 8.1): what was met tonight, what is stored, and what becomes of both.
 *
 * @module
 */
import type { IsoTime, Now } from "../../base/clock.ts";
import type { Sources } from "../../store/index/sources.ts";
import type { AskedClaim } from "../../store/state/candidate_views.ts";
import type { CandidateRow } from "../../store/state/candidates.ts";
import { keptEntries } from "../../store/state/kept_entries.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { SweepRow } from "../../store/state/sweeps.ts";
import { claimBook } from "../claim_book.ts";
import type { DreamConfig } from "../config.ts";
import type { FileReader } from "../live_file.ts";
import type { LiveLookUp } from "../live_lines.ts";
import { claimsToStage, pathsToRead } from "./gather.ts";
import { type LightPlan, planLight } from "./stage.ts";
import { tonight } from "./tonight.ts";

/** What the phase works with. */
export interface LightDeps {
  /** Which files there are and when they changed. */
  readonly index: { readonly sources: Pick<Sources, "all"> };
  /** Candidates, recalls and the records of sweeps. */
  readonly state: StateStore;
  /** Always live from the ledger. */
  readonly originsOf: OriginReader;
  /** The settings of the dream. */
  readonly config: DreamConfig;
}

/** What the night has read already. */
export interface LightInput {
  /** Reads each file once. */
  readonly read: FileReader;
  /** Looks each claim up once. */
  readonly live: LiveLookUp;
  /** Whether a text says what was forgotten. */
  readonly isForgotten: (text: string) => boolean;
  /** Every claim that was ever recalled. */
  readonly asked: readonly AskedClaim[];
  /** How a stored row is to be seen. */
  readonly seenAs: (row: CandidateRow) => CandidateRow;
}

/** Returns what the light phase does tonight; writes nothing. */
export function runLight(deps: LightDeps, now: Now, { read, live, isForgotten, asked, seenAs }: LightInput): LightPlan {
  const { index, config, state, originsOf } = deps;
  const { lookbackDays } = config.light;
  const paths = pathsToRead({
    sources: index.sources.all(),
    since: lastLight(state),
    ownersPaths: () => state.ledger.ownersPaths(),
    firstDays: Math.ceil(config.deep.maxAgeDays),
    lookbackDays,
    now,
  });
  const met = claimsToStage(paths, { read, originsOf, now }).filter(({ text }) => !isForgotten(text));
  const isTrusted = (row: CandidateRow) => live(row).provenance.verdict.passes;
  const standing = new Set(
    [...keptEntries(state).values()].flatMap(({ promotions }) => promotions.map(({ candidateKey }) => candidateKey)),
  );
  const isClosed = ({ key, promotedAt }: CandidateRow) => promotedAt !== null && !standing.has(key);
  const stored = tonight({
    views: state.candidateViews,
    asked,
    book: claimBook(state.candidates, seenAs),
    met,
    now,
    config,
  });
  return planLight({ ...stored, isTrusted, isClosed, now, config });
}

/** Sweeps that are looked back through for the last whole one; so many dry or failed ones in a row are no normal state. */
const SWEEPS_BACK = 100;

function lastLight(state: StateStore): IsoTime | null {
  const isWhole = ({ kind, mode, status }: SweepRow) =>
    kind === "night" && mode === "real" && (status === "done" || status === "quiet");
  return state.sweeps.list(SWEEPS_BACK).find(isWhole)?.startedAt ?? null;
}
