import { requireOwnersOrder } from "../../app/require_owner.ts";
import type { SweepReport } from "../../dream/report.ts";
import { runPhase, sweep } from "../../dream/sweep.ts";
import type { Answer } from "../_declare.ts";
import { sweepText } from "../_text/sweep_text.ts";
import { type DreamCall, exitCodeOf } from "./dream_call.ts";

/** Runs a night, or one phase of it. */
export async function sweepAnswer(call: DreamCall): Promise<Answer> {
  const { context: { flags, app, program }, deps, isIndexWhole } = call;
  const isTypedByOwner = (await app()).caller().ceiling === "owner";
  const onProgress = program.progress;
  program.progress("Dreaming …");
  if (flags.phase !== undefined) {
    return answerOf(call, runPhase(deps, { phase: flags.phase, isTypedByOwner, isDryRun: flags.dryRun, onProgress }));
  }
  const request = { isTypedByOwner, isScheduled: flags.scheduled, isDryRun: flags.dryRun, isForced: flags.force };
  return answerOf(call, sweep(deps, { ...request, isIndexWhole, onProgress }));
}

/** Shows what the deep phase would write, or with `--apply` writes it. */
export async function promoteAnswer(call: DreamCall): Promise<Answer> {
  const { context: { flags, app, program }, deps } = call;
  if (flags.apply) await requireOwnersOrder(await app(), "promote claims", program.progress);
  const request = { phase: "deep", isTypedByOwner: flags.apply, isDryRun: !flags.apply } as const;
  const report = runPhase(deps, { ...request, onProgress: program.progress });
  return answerOf(call, flags.apply ? report : { ...report, why: "Nothing was changed; --apply writes it" });
}

function answerOf({ notices, hasFailed }: DreamCall, report: SweepReport): Answer {
  const all = [...notices, ...report.notices];
  return {
    json: { ...report, notices: all },
    text: (style) => sweepText(report, style),
    notices: all,
    exitCode: exitCodeOf(hasFailed || report.status === "partial"),
  };
}
