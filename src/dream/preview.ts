/**
 * A look at the pool (SPEC 8.10): themes, every candidate that was looked at closely with its score, and the change that
 * tonight would make. The steps of the sweep; writes nothing.
 *
 * @module
 */
import type { OriginClass } from "../provenance/origin.ts";
import { formatAnchor } from "../workspace/annotation.ts";
import { changeLines } from "./deep/change_lines.ts";
import { deliberate, frameOf } from "./deep/deliberate.ts";
import { type Evaluation, strongestFirst } from "./deep/evaluate.ts";
import { previewMemory } from "./deep/write.ts";
import { type DreamDeps, lookAhead } from "./night.ts";
import { reportOf, type SweepReport } from "./report.ts";

/** One candidate of the pool. */
export interface PooledClaim {
  /** The candidate's key. */
  readonly key: string;
  /** The claim. Empty if it is withheld. */
  readonly text: string;
  /** The least trusted class of its lines; `null` if they are gone. */
  readonly origin: OriginClass | null;
  /** Somebody else's words, which an agent is given only by a read (SPEC 4.5). */
  readonly withheld?: true;
  /** `path#L3-L5`. */
  readonly source: string;
  /** 0 to 1. */
  readonly score: number;
  /** How often it was needed, and by how many distinct questions. */
  readonly recalls: number;
  /** The gate or step that stops it, or `null`. */
  readonly stop: string | null;
}

/** The look; JSON in this shape. */
export interface Preview extends Omit<SweepReport, "sweep" | "mode" | "status" | "why" | "model" | "diary"> {
  /** Strongest first; what nobody ever asked for is only counted. */
  readonly pool: readonly PooledClaim[];
  /** Lines of the change, with `+` and `-`. */
  readonly diff: readonly string[];
}

/** Returns the look. */
export function preview(deps: DreamDeps): Preview {
  const now = deps.clock.now();
  const night = lookAhead(deps, now);
  const deep = deliberate(night.pool, frameOf(deps, now));
  const { draft } = previewMemory(deep.ready, deps, night);
  const schedule = { run: "preview", why: "" } as const;
  const report = reportOf({ sweepId: null, schedule, night, deep, draft, config: deps.config });
  const later = new Map(
    [...deep.stopped, ...draft.stopped].map(({ evaluation, stop }) => [evaluation.candidate.key, stop]),
  );
  const asked = deep.evaluations.filter(({ candidate }) => candidate.evidence.length > 0).sort(strongestFirst);
  return {
    pool: asked.map((evaluation) => pooled(evaluation, later.get(evaluation.candidate.key)?.name ?? null)),
    diff: changeLines(draft),
    candidates: report.candidates,
    promoted: report.promoted,
    stopped: report.stopped,
    nearMisses: report.nearMisses,
    proposals: report.proposals,
    turnTainted: report.turnTainted,
    themes: report.themes,
    light: report.light,
    notices: report.notices,
    retired: report.retired,
    mayRetire: report.mayRetire,
    directives: report.directives,
  };
}

function pooled({ candidate, score, stop }: Evaluation, later: string | null): PooledClaim {
  const { key, text, source, evidence, provenance: { origin } } = candidate;
  return {
    key,
    text,
    origin,
    source: formatAnchor(source),
    score: score.score,
    recalls: evidence.length,
    stop: stop?.name ?? later,
  };
}
