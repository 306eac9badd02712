import type { App } from "../../app/app.ts";
import { explain } from "../../dream/explain.ts";
import { type PooledClaim, preview } from "../../dream/preview.ts";
import type { Answer } from "../_declare.ts";
import { previewText } from "../_text/dream_look_text.ts";
import { explanationText } from "../_text/explanation_text.ts";
import { UNTRUSTED_LINES } from "../_untrusted_notice.ts";
import { type DreamCall, exitCodeOf } from "./dream_call.ts";

/** Says where one claim stands. */
export async function explainAnswer({ context, deps, notices, hasFailed }: DreamCall): Promise<Answer> {
  const explanation = explain(deps, context.flags.explain ?? "");
  const opened = await context.app();
  // Before it is printed, as for a read.
  if (explanation.origin === "untrusted" && opened.caller().client !== null) opened.taintWriter(UNTRUSTED_LINES);
  const all = [...notices, ...modelNotices(opened)];
  return {
    json: { ...explanation, notices: all },
    notices: all,
    text: (style) => explanationText(explanation, style),
    // "Unknown" may only mean that it could not be read.
    exitCode: exitCodeOf(hasFailed && explanation.verdict === "unknown"),
  };
}

/** What is shown is worked out by code alone; a model can change how a claim is written, never whether it is. */
function modelNotices({ config: { model, dream } }: App): string[] {
  const isAsked = model.provider !== "none" && dream.model !== "none";
  return isAsked ? ["No language model was asked: in a real sweep it may advise how an entry is written"] : [];
}

/** As a search does: who wants the text reads the line, and answers for it. */
function withoutForeign(claim: PooledClaim): PooledClaim {
  const isTrusted = claim.origin === "owner" || claim.origin === "agent";
  return isTrusted ? claim : { ...claim, text: "", withheld: true };
}

/** Shows the pool and the planned change. */
export async function previewAnswer({ context, deps, notices, hasFailed }: DreamCall): Promise<Answer> {
  context.program.progress("Weighing the claims …");
  const opened = await context.app();
  const looked = preview(deps);
  const shown = opened.caller().client === null ? looked : { ...looked, pool: looked.pool.map(withoutForeign) };
  const all = [...notices, ...shown.notices, ...modelNotices(opened)];
  return {
    json: { ...shown, notices: all },
    text: (style) => previewText(shown, style),
    notices: all,
    exitCode: exitCodeOf(hasFailed),
  };
}
