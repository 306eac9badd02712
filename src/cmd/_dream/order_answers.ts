import { requireOwnersOrder } from "../../app/require_owner.ts";
import { MemoryError } from "../../base/errors.ts";
import { accept, linesToVouchFor } from "../../dream/orders/accept.ts";
import { reconsider, reject } from "../../dream/orders/reject.ts";
import { restore } from "../../dream/orders/restore.ts";
import { undo } from "../../dream/orders/undo.ts";
import type { Answer } from "../_declare.ts";
import { vouchFor } from "../_vouch_for.ts";
import { acceptText, rejectText, restoreText, undoText } from "../_text/dream_order_text.ts";
import type { DreamCall } from "./dream_call.ts";

/** Carries out an order of the owner's. */
export async function orderAnswer(call: DreamCall, name: "undo" | "reject" | "accept" | "restore"): Promise<Answer> {
  const { context: { app, program, flags }, words, deps } = call;
  await requireOwnersOrder(await app(), ACTIONS[name], program.progress);
  const selector = words.join(" ");
  if (name === "accept") await vouched(call, selector);
  switch (name) {
    case "undo":
      return told(call, undo(deps, words[0] === undefined ? null : Number(words[0])), undoText);
    case "accept":
      return told(call, accept(deps, selector), acceptText);
    case "reject":
      return told(call, (flags.reconsider ? reconsider : reject)(deps, selector), rejectText);
    case "restore":
      return told(call, restore(deps, selector === "" ? null : selector), restoreText);
  }
}

/** A note of a tainted turn is read before it is kept: at the terminal, as by `memory trust`, and no flag answers. */
async function vouched({ context, deps }: DreamCall, selector: string): Promise<void> {
  const place = linesToVouchFor(deps, selector);
  if (place === null) return;
  const { trusted } = await vouchFor(context, { selector: place, origin: "agent" });
  if (trusted > 0) return;
  throw new MemoryError(`Cannot accept "${selector}": you did not vouch for ${place}`, {
    hint: "an agent noted it after it had read something from outside; to turn it down for good: memory dream reject",
  });
}

const ACTIONS = {
  undo: "undo a sweep",
  reject: "reject a claim",
  accept: "accept a claim",
  restore: "restore entries",
} as const;

function told<R extends { readonly notices: readonly string[] }>(
  { notices }: DreamCall,
  report: R,
  text: (report: R, style: Parameters<Answer["text"]>[0]) => string,
): Answer {
  const all = [...notices, ...report.notices];
  return { json: { ...report, notices: all }, text: (style) => text(report, style), notices: all };
}
