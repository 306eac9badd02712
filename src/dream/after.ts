/**
 * After the deep phase: entries of an interrupted night are recorded, the page is written, and what was left open is
 * closed.
 *
 * @module
 */
import type { Now } from "../base/clock.ts";
import { addDays } from "../base/clock.ts";
import type { PromotionRow } from "../store/state/promotions.ts";
import type { SweepRow } from "../store/state/sweeps.ts";
import { formatAnchor } from "../workspace/annotation.ts";
import type { Deliberation } from "./deep/deliberate.ts";
import { formatPage, pageMark, proposalMark } from "./deep/diary.ts";
import { addPage, readDreams } from "./deep/dreams_file.ts";
import { scoreOf } from "./deep/score.ts";
import type { WriteOutcome } from "./deep/write.ts";
import type { DreamDeps, Night } from "./night.ts";
import { preferencesOf, type SweepReport } from "./report.ts";

/** Records candidates that stand in `MEMORY.md` without a record, and returns the new rows. */
export function recordKnown(
  { state, config }: DreamDeps,
  { sweepId, night }: { readonly sweepId: number; readonly night: Night },
): PromotionRow[] {
  const { known, pool, now } = night;
  const found = pool.filter(({ key }) => known.has(key));
  const rows = found.map((candidate): PromotionRow => ({
    sweepId,
    candidateKey: candidate.key,
    entryKey: known.get(candidate.key)?.key ?? "",
    operation: "added",
    text: known.get(candidate.key)?.text ?? candidate.text,
    source: formatAnchor(candidate.source),
    score: scoreOf(candidate, now, config.deep).score,
    promotedAt: now.iso,
  }));
  if (rows.length === 0) return rows;
  state.transaction(() => {
    state.promotions.add(rows);
    state.candidates.setPromoted(found.flatMap(({ key, duplicates }) => [key, ...duplicates]), now.iso);
  });
  return rows;
}

/** All that a page is made of. */
export interface PageFacts {
  readonly sweepId: number;
  readonly night: Night;
  readonly deep: Deliberation;
  readonly outcome: WriteOutcome;
  readonly report: SweepReport;
  /** Promotions of nights that ended before they could tell, and of candidates found recorded nowhere. */
  readonly late: readonly PromotionRow[];
}

/** Writes the night's page and returns its path; `null`, and no file is touched, if there is nothing to tell. */
export function writePage({ layout }: DreamDeps, facts: PageFacts): string | null {
  const { deep, outcome, report, late, night, sweepId } = facts;
  const dreams = readDreams(layout);
  const recovered = late.filter((row) => row.sweepId === sweepId || !dreams.includes(pageMark(row.sweepId)));
  const proposals = preferencesOf(deep.evaluations).filter(({ candidate }) =>
    !dreams.includes(proposalMark(candidate.key))
  );
  if (outcome.draft.operations.length === 0 && recovered.length === 0 && proposals.length === 0) return null;
  const page = formatPage({
    sweepId,
    now: night.now,
    candidates: report.candidates,
    operations: outcome.draft.operations,
    recovered,
    isFallback: outcome.draft.isFallback,
    proposals,
    nearMisses: report.nearMisses,
    themes: report.themes,
    stopped: report.stopped,
    refused: refusedLines(deep),
  });
  return addPage(layout, page);
}

/** Ends the records of nights that were killed, and drops ledger rows whose line never came. */
export function closeInterrupted({ state }: DreamDeps, interrupted: readonly SweepRow[], now: Now): void {
  for (const { id } of interrupted) {
    state.sweeps.finish(id, {
      status: "failed",
      finishedAt: now.iso,
      promotable: 0,
      report: JSON.stringify({ error: "Interrupted" }),
    });
  }
  state.ledger.dropNeverSeen(`${addDays(now.day, -NEVER_SEEN_DAYS)}T00:00:00Z`);
}

/** A booked line that no index run has seen for so many days never came: its writer died before it wrote. */
const NEVER_SEEN_DAYS = 2;

function refusedLines({ evaluations }: Deliberation): { lines: number; recalls: number } {
  const refused = evaluations.filter(({ candidate: { provenance, evidence } }) =>
    (provenance.origin === "untrusted" || provenance.origin === "system") && evidence.length > 0
  );
  return { lines: refused.length, recalls: refused.reduce((sum, { candidate }) => sum + candidate.evidence.length, 0) };
}
