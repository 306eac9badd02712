import { requireOwnersOrder } from "../../app/require_owner.ts";
import { MemoryError } from "../../base/errors.ts";
import { backfill } from "../../dream/backfill/backfill.ts";
import { revertBackfill } from "../../dream/backfill/revert_backfill.ts";
import type { Answer } from "../_declare.ts";
import { backfillText, revertText } from "../_text/backfill_text.ts";
import { type DreamCall, exitCodeOf } from "./dream_call.ts";

/** Looks back at old diaries, or takes a look back back. */
export async function backfillAnswer(call: DreamCall): Promise<Answer> {
  const { context: { flags, app, program }, deps, notices, hasFailed } = call;
  const { path, stage, apply, revert } = flags;
  if (revert) {
    if (stage || apply) throw usage('Cannot use "--revert" together with "--stage" or "--apply": it takes both back');
    await requireOwnersOrder(await app(), "take a look back back", program.progress);
    const report = revertBackfill(deps, path ?? null);
    return { json: { ...report, notices }, text: (style) => revertText(report, style), notices };
  }
  if (path === undefined) {
    throw usage("Cannot look back: --path is missing, and should name a diary or a folder of them");
  }
  if (apply) await requireOwnersOrder(await app(), "look back at old diaries", program.progress);
  program.progress("Reading the old diaries …");
  const report = backfill(deps, { path, isStaging: stage, isApplied: apply });
  const all = [...notices, ...report.notices];
  return {
    json: { ...report, notices: all },
    text: (style) => backfillText(report, style),
    notices: all,
    exitCode: exitCodeOf(hasFailed || report.notices.length > 0),
  };
}

function usage(message: string): MemoryError {
  return new MemoryError(message, { kind: "usage", hint: "memory dream backfill --path memory" });
}
