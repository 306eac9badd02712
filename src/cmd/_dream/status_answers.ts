import { requireOwnersOrder } from "../../app/require_owner.ts";
import { dreamHistory } from "../../dream/dream_history.ts";
import { dreamStatus } from "../../dream/dream_status.ts";
import type { Answer } from "../_declare.ts";
import { historyText } from "../_text/dream_look_text.ts";
import { dreamStatusText } from "../_text/dream_status_text.ts";
import type { DreamCall } from "./dream_call.ts";

/** Shows where the dream stands. */
export function statusAnswer({ deps, notices }: DreamCall): Answer {
  const status = dreamStatus(deps);
  return { json: { ...status, notices }, text: (style) => dreamStatusText(status, style) };
}

/** Sweeps shown when nobody says how many: three weeks of nights. */
const SHOWN = 20;

/** Lists past sweeps. */
export function historyAnswer({ context, deps, notices }: DreamCall): Answer {
  const sweeps = dreamHistory(deps, context.flags.limit ?? SHOWN);
  return { json: { sweeps, notices }, text: (style) => historyText(sweeps, style) };
}

/** Records whether sweeps that nobody watches may write. */
export async function consentAnswer(call: DreamCall, isGiven: boolean): Promise<Answer> {
  const { context: { app, program }, deps, notices } = call;
  const action = isGiven ? "enable unattended dreaming" : "disable unattended dreaming";
  await requireOwnersOrder(await app(), action, program.progress);
  deps.state.meta.setDreamConsent({ isGiven, at: deps.clock.now().iso });
  const status = dreamStatus(deps);
  return { json: { ...status, notices }, text: (style) => dreamStatusText(status, style) };
}
