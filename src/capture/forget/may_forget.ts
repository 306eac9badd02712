/**
 * Who may have what forgotten (SPEC 7.6).
 *
 * @module
 */
import { lineHash } from "../../base/text/normalise.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { ForgetDeps, ForgetPlan } from "./forget_plan.ts";
import { namedLines } from "./named_lines.ts";

/** Who asks. */
export interface Asker extends Pick<Caller, "ceiling" | "session"> {
  /** Returns whether the caller's own connection wrote lines. @default it wrote none */
  readonly hasWritten?: (path: string, text: string) => boolean;
}

/**
 * Returns whether a caller may carry a plan out: the owner; else who wrote every line that goes in this very session or connection, and
 * none of them is the owner's own. Pages of the dream that tell of them go with them.
 */
export function mayForget({ removed, stored }: ForgetPlan, { ceiling, session, hasWritten }: Asker): boolean {
  if (ceiling === "owner") return true;
  // What is told in a report alone is nobody's own.
  if (stored.length === 0 && removed.every(({ why }) => why === "report")) return false;
  const isOwn = removed.every(({ origin, why, path, text }) => {
    if (why === "report") return true;
    if (origin === null || origin.origin === "owner") return false;
    return (session !== null && origin.session === session) || hasWritten?.(path, text) === true;
  });
  return isOwn &&
    stored.every((it) => session !== null && it.session === session && it.origin !== null && it.origin !== "owner");
}

/** Books what somebody below the owner's ceiling asked for, and returns how many lines that is. */
export function requestForget({ state, clock }: ForgetDeps, plan: ForgetPlan, session: string | null): number {
  const chosen = plan.removed.filter(({ why }) => why === "chosen");
  const starts = new Set(chosen.map(({ path, text }) => `${path} ${lineHash(text)}`));
  const lines = plan.cuts.flatMap(({ file, passages }) =>
    namedLines(file, passages.filter(({ raw }) => starts.has(`${file.path} ${lineHash(raw)}`)))
  );
  const named = plan.stored.filter(({ why }) => why === "chosen").map(({ key, text }) => ({
    path: key,
    hash: lineHash(text),
  }));
  state.forgets.request({ requestedAt: clock.now().iso, session, lines: [...lines, ...named] });
  return lines.length + named.length;
}
