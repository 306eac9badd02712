/**
 * Preferences that the owner stated become directives of `USER.md` the next night (SPEC 7.2, 8.6): stated on two days, or
 * once with always, never, from now on, 以后, 总是, 绝不. What anybody else wrote is only proposed.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { directiveForm, isStandingOrder } from "../curate/directive/directive_form.ts";
import { pruneDirectives, writeDirective } from "../curate/directive/write_directive.ts";
import { isPreferenceShaped } from "../curate/preference.ts";
import { formatAnchor } from "../workspace/annotation.ts";
import { USER_FILE } from "../workspace/layout.ts";
import type { Candidate } from "./candidate.ts";
import type { Evaluation } from "./deep/evaluate.ts";
import type { DreamDeps } from "./night.ts";

/** Days on which the owner has to have said it, unless it says itself that it holds from now on (SPEC 7.2). */
const STATED_DAYS = 2;

/** One directive; JSON in this shape. */
export interface DirectiveDeed {
  /** The candidate's key; of one that left, the entry's. */
  readonly key: string;
  /** What the owner said. */
  readonly text: string;
  /** `path#L3-L5`. */
  readonly source: string;
  /** As it stands, or would stand, in `USER.md`. */
  readonly directive: string;
  /**
   * `planned` in a dry run; `doubt`: close directives stand, and the owner has to say; `pruned`: one that was superseded long
   * ago left.
   */
  readonly outcome: "planned" | "written" | "standing" | "doubt" | "failed" | "pruned";
  /** Texts of directives that it took the place of, or that are close. */
  readonly others: readonly string[];
}

/** Returns the directive that a claim becomes by the owner's own word, or `null`. */
export function directiveOf(candidate: Pick<Candidate, "text" | "provenance" | "ownerDays">): string | null {
  const { text, provenance, ownerDays } = candidate;
  if (provenance.origin !== "owner" || !provenance.verdict.passes || !isPreferenceShaped(text)) return null;
  return ownerDays >= STATED_DAYS || isStandingOrder(text) ? directiveForm(text) : null;
}

/** Returns the claims of a night that become directives, with their words in `USER.md`. */
export function plannedDirectives(evaluations: readonly Evaluation[]): DirectiveDeed[] {
  return evaluations.filter(({ stop }) => stop?.name === "directive").flatMap(({ candidate }): DirectiveDeed[] => {
    const directive = directiveOf(candidate);
    if (directive === null) return [];
    const { key, text, source } = candidate;
    return [{ key, text, source: formatAnchor(source), directive, outcome: "planned", others: [] }];
  });
}

/** What a night did to `USER.md`. */
export interface DirectiveChanges {
  /** One by one. */
  readonly deeds: readonly DirectiveDeed[];
  /** Why something could not be done; whole sentences without a stop. */
  readonly notices: readonly string[];
}

/** Takes out directives that were superseded long ago, then writes tonight's. */
export function changeDirectives(
  deps: DreamDeps,
  evaluations: readonly Evaluation[],
  sweepId: number,
): DirectiveChanges {
  const { layout, state, originsOf, clock, keepSupersededDays: keepDays } = deps;
  const pruned: DirectiveDeed[] = [];
  const notices: string[] = [];
  try {
    // By no sweep: taking a night back must not bring back what is over anyway.
    const gone = pruneDirectives({ layout, state, originsOf, keepDays }, { now: clock.now(), sweepId: null });
    const left = { outcome: "pruned", others: [] } as const;
    for (const { key, text, line } of gone) {
      const source = formatAnchor({ path: USER_FILE, startLine: line, endLine: line });
      pruned.push({ key, text, source, directive: text, ...left });
    }
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    notices.push(`Superseded directives stay in ${USER_FILE}: ${error.message}`);
  }
  return { deeds: [...pruned, ...writeDirectives(deps, evaluations, sweepId)], notices };
}

/** Writes them, one after the other; one that cannot be written is tried again in the next night. */
export function writeDirectives(
  deps: DreamDeps,
  evaluations: readonly Evaluation[],
  sweepId: number,
): DirectiveDeed[] {
  const candidates = new Map(evaluations.map(({ candidate }) => [candidate.key, candidate]));
  return plannedDirectives(evaluations).map((deed) => {
    const candidate = candidates.get(deed.key);
    return candidate === undefined ? deed : carriedOut(deps, deed, { candidate, sweepId, keepsClose: false });
  });
}

/** Writes one directive and notes its claim as kept. */
export function carriedOut(
  deps: DreamDeps,
  deed: DirectiveDeed,
  { candidate, sweepId, keepsClose }: {
    readonly candidate: Candidate;
    readonly sweepId: number;
    readonly keepsClose: boolean;
  },
): DirectiveDeed {
  const { layout, state, originsOf, clock } = deps;
  const { wishes, provenance: { sessionKind, observedAt: firstAt }, stated } = candidate;
  const order = { text: deed.directive, key: wishes.key, expires: wishes.expires, replaces: null, keepsClose };
  // What was said again later is the owner's word of that later day.
  const observedAt = stated.ms === null ? firstAt : clock.at(stated.ms).iso;
  const nobody = { session: null, channel: null, sender: null };
  const author = { origin: "owner", sessionKind, observedAt, ...nobody, writer: "dream" } as const;
  const now = clock.now();
  try {
    const outcome = writeDirective({ layout, state, originsOf, keepDays: deps.keepSupersededDays }, order, {
      author,
      now,
      sweepId,
    });
    if (outcome.kind === "doubt") return { ...deed, outcome: "doubt", others: outcome.close.map(({ text }) => text) };
    state.candidates.setPromoted([candidate.key, ...candidate.duplicates], now.iso);
    // What the owner said later on the subject stands there: for this claim nothing is left to do.
    if (outcome.kind === "outdated") return { ...deed, outcome: "standing", others: [outcome.entry.text] };
    const others = outcome.kind === "written" ? outcome.replaced.map(({ text }) => text) : [];
    return { ...deed, outcome: outcome.kind, others };
  } catch (error) {
    if (error instanceof MemoryError) return { ...deed, outcome: "failed", others: [error.message] };
    throw error;
  }
}
