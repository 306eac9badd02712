import { requireOwnersOrder } from "../../app/require_owner.ts";
import type { SweepReport } from "../../dream/report.ts";
import type { Answer } from "../_declare.ts";
import { sweepText } from "../_text/sweep_text.ts";
import { type DreamCall, exitCodeOf } from "./dream_call.ts";
import { runPhaseWith, runSweepWith } from "./run_sweep.ts";

/** Runs a night, or one phase of it. */
export async function sweepAnswer(call: DreamCall): Promise<Answer> {
  const { context: { flags, app, program }, deps, isIndexWhole } = call;
  const opened = await app();
  const isTypedByOwner = opened.caller().ceiling === "owner";
  const onProgress = program.progress;
  program.progress("Dreaming …");
  if (flags.phase !== undefined) {
    const request = { phase: flags.phase, isTypedByOwner, isDryRun: flags.dryRun, onProgress };
    return answerOf(call, await runPhaseWith(opened, deps, request));
  }
  const request = { isTypedByOwner, isScheduled: flags.scheduled, isDryRun: flags.dryRun, isForced: flags.force };
  return answerOf(call, await runSweepWith(opened, deps, { ...request, isIndexWhole, onProgress }));
}

/** Shows what the deep phase would write, or with `--apply` writes it. */
export async function promoteAnswer(call: DreamCall): Promise<Answer> {
  const { context: { flags, app, program }, deps } = call;
  const opened = await app();
  if (flags.apply) await requireOwnersOrder(opened, "promote claims", program.progress);
  const request = { phase: "deep", isTypedByOwner: flags.apply, isDryRun: !flags.apply } as const;
  const report = await runPhaseWith(opened, deps, { ...request, onProgress: program.progress });
  return answerOf(call, flags.apply ? report : { ...report, why: "Nothing was changed; --apply writes it" });
}

function answerOf({ notices, hasFailed }: DreamCall, report: SweepReport): Answer {
  // Without its model a night is whole all the same: this is said, and no failure.
  const all = [...notices, ...report.notices, ...report.model?.failures ?? []];
  return {
    json: { ...report, notices: all },
    text: (style) => sweepText(report, style),
    notices: all,
    exitCode: exitCodeOf(hasFailed || report.status === "partial"),
  };
}
