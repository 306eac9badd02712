/**
 * Who may have what forgotten (SPEC 7.6).
 *
 * @module
 */
import { lineHash } from "../../base/text/normalise.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { ForgetDeps, ForgetPlan } from "./forget_plan.ts";
import { namedLines } from "./named_lines.ts";

/**
 * Returns whether a caller may carry a plan out: the owner; else who wrote every line that goes in this very session, and
 * none of them is the owner's own. Pages of the dream that tell of them go with them.
 */
export function mayForget({ removed }: ForgetPlan, { ceiling, session }: Pick<Caller, "ceiling" | "session">): boolean {
  if (ceiling === "owner") return true;
  return session !== null &&
    removed.every(({ origin, why }) =>
      why === "report" || (origin !== null && origin.session === session && origin.origin !== "owner")
    );
}

/** Books what somebody below the owner's ceiling asked for, and returns how many lines that is. */
export function requestForget({ state, clock }: ForgetDeps, plan: ForgetPlan, session: string | null): number {
  const chosen = plan.removed.filter(({ why }) => why === "chosen");
  const starts = new Set(chosen.map(({ path, text }) => `${path} ${lineHash(text)}`));
  const lines = plan.cuts.flatMap(({ file, passages }) =>
    namedLines(file, passages.filter(({ raw }) => starts.has(`${file.path} ${lineHash(raw)}`)))
  );
  state.forgets.request({ requestedAt: clock.now().iso, session, lines });
  return lines.length;
}
