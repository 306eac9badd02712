/**
 * The owner's yes to what a night only proposed (SPEC 8.7): a near miss is kept at once. Where a line came from is not
 * overridden: that is for `memory trust`.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { removeEntries } from "../../curate/compose.ts";
import { directiveForm } from "../../curate/directive/directive_form.ts";
import { isPreferenceShaped } from "../../curate/preference.ts";
import { unified } from "../../curate/raw_entry.ts";
import type { CandidateFacts } from "../../store/state/candidates.ts";
import { keptEntries } from "../../store/state/kept_entries.ts";
import { formatAnchor } from "../../workspace/annotation.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import { deliberate, frameOf } from "../deep/deliberate.ts";
import { evaluate, type Evaluation } from "../deep/evaluate.ts";
import { isEarned } from "../deep/gates.ts";
import { writeMemory } from "../deep/write.ts";
import { candidateFacts } from "../light/gather.ts";
import { type DreamDeps, lookAhead } from "../night.ts";
import { selectClaim } from "../select_claim.ts";
import type { Candidate } from "../candidate.ts";
import { carriedOut, type DirectiveDeed } from "../directives.ts";
import { editMemory } from "./edit_memory.ts";
import { acceptHint } from "./accept_hint.ts";
import { asOrder } from "./as_order.ts";
import { writeOrderPage } from "./order_page.ts";

/** What was accepted; JSON in this shape. */
export interface AcceptReport {
  /** The candidate's key, or that of the entry. */
  readonly key: string;
  /** Its words. */
  readonly text: string;
  /** What was done with it. */
  readonly operation: "added" | "merged" | "superseded" | "retired" | "directive";
  /** The file that was changed. */
  readonly path: string;
  /** Path of the page's file, or `null`. */
  readonly diary: string | null;
  /** Sentences for people. */
  readonly notices: readonly string[];
}

/**
 * Keeps a claim by the owner's word, whatever it still lacked in recalls; a rejection of it is lifted.
 *
 * @throws {MemoryError} failed: no claim is meant, it may not be kept, or `MEMORY.md` has no room; usage: several are meant
 */
export function accept(deps: DreamDeps, selector: string): AcceptReport {
  const { state } = deps;
  if (/^e:[0-9a-f]{12}$/.test(selector.trim())) return retire(deps, selector.trim());
  const { evaluation, facts } = meant(deps, selector);
  const { candidate } = evaluation;
  if (isPreferenceShaped(candidate.text)) return acceptDirective(deps, overruled(deps, evaluation).candidate, facts);
  const allowed = overruled(deps, evaluation);
  const { draft, sweepId } = asOrder(deps, { action: "accept the claim" }, (id) => {
    keepRow(deps, facts);
    const { draft } = writeMemory([allowed], deps, { sweepId: id, now: deps.clock.now(), isOrdered: true });
    const [stopped] = draft.stopped;
    if (draft.operations.length === 0) {
      const [room] = stopped?.stop.name === "budget" ? draft.mayRetire : [];
      const hint = room === undefined
        ? undefined
        : `make room first, as with: memory dream accept ${room.standing.entry.key}`;
      throw refused(selector, stopped?.stop.reason ?? "nothing was written", hint);
    }
    return { draft, sweepId: id };
  });
  state.rejections.lift([candidate.claimHash]);
  const [operation] = draft.operations;
  if (operation === undefined) throw new Error("A draft without operations was refused before");
  const { diary, notices } = writeOrderPage(deps, {
    mark: `accept: ${sweepId}`,
    summary: "You had this kept.",
    removed: operation.action === "superseded" && operation.prior !== null ? [operation.prior.entry.text] : [],
    added: operation.action === "merged" ? [] : [operation.text],
  });
  const replaced = operation.action === "superseded" ? operation.prior : null;
  const told = replaced === null
    ? []
    : [`It took the place of "${replaced.entry.text}"; both stand after: memory dream restore ${replaced.entry.key}`];
  const all = [...told, ...notices];
  return {
    key: candidate.key,
    text: operation.text,
    operation: operation.action,
    path: MEMORY_FILE,
    diary,
    notices: all,
  };
}

/** What nobody asked for stands in no table; without a row nobody could tell that it was kept, or deleted later. */
function keepRow({ state }: DreamDeps, facts: CandidateFacts | null): void {
  if (facts !== null && state.candidates.get([facts.key]).length === 0) state.candidates.upsert([facts]);
}

/** A preference becomes a directive by the owner's word, beside close ones. */
function acceptDirective(deps: DreamDeps, candidate: Candidate, facts: CandidateFacts | null): AcceptReport {
  const { key, text } = candidate;
  const directive = directiveForm(text);
  if (directive === null) {
    throw refused(key, `"${text}" tells no agent what to do`, "say it as an order: memory remember");
  }
  const source = formatAnchor(candidate.source);
  const planned = { key, text, source, directive, outcome: "planned", others: [] } as const;
  const deed = asOrder(
    deps,
    { action: "accept the directive", told: (done: DirectiveDeed) => ({ directives: [done] }) },
    (sweepId) => {
      keepRow(deps, facts);
      return carriedOut(deps, planned, { candidate, sweepId, keepsClose: true });
    },
  );
  if (deed.outcome === "failed") throw refused(key, deed.others.join("; "));
  deps.state.rejections.lift([candidate.claimHash]);
  const named = deed.others.map((other) => `"${other}"`).join(", ");
  const told = named === ""
    ? []
    : [deed.outcome === "written" ? `It took the place of ${named}` : `Nothing was written: ${named} was said later`];
  return { key, text: directive, operation: "directive", path: USER_FILE, diary: null, notices: told };
}

/** Lets an entry of the dream's go; what a person wrote is theirs to delete. */
function retire(deps: DreamDeps, entryKey: string): AcceptReport {
  const kept = keptEntries(deps.state).get(entryKey);
  if (kept === undefined || !kept.isDreamWritten) {
    throw refused(
      entryKey,
      "the dream has written no such entry",
      "delete what you wrote by hand in MEMORY.md yourself",
    );
  }
  const { value, sweepId } = editMemory(deps, {
    action: "retire the entry",
    change: ({ file }) => {
      const entry = file.entries.find(({ key }) => key === entryKey);
      if (entry === undefined) throw refused(entryKey, "it does not stand in MEMORY.md");
      return { text: removeEntries(file, new Set([entry.startLine])), bookings: [], value: entry };
    },
    record: ({ value: { raw, heading }, sweepId: id }) => {
      const left = {
        entryKey,
        raw: unified(raw),
        heading,
        reason: "retired",
        successorKey: null,
        session: null,
      } as const;
      deps.state.departures.add([{ ...left, sweepId: id, departedAt: deps.clock.now().iso }]);
    },
  });
  const summary = "You let this go. Its line stays searchable.";
  const page = { mark: `retire: ${sweepId}`, summary, removed: [value.text], added: [] };
  return { key: entryKey, text: value.text, operation: "retired", path: MEMORY_FILE, ...writeOrderPage(deps, page) };
}

/**
 * Returns the lines of a note that only its turn keeps out, as `path:3-5`: the owner has to read and vouch for them first.
 * `null`: nothing of that kind is meant.
 *
 * @throws {MemoryError} as {@linkcode accept}
 */
export function linesToVouchFor(deps: DreamDeps, selector: string): string | null {
  if (/^e:[0-9a-f]{12}$/.test(selector.trim())) return null;
  const { candidate } = meant(deps, selector).evaluation;
  return candidate.gone === null && candidate.provenance.isOnlyTurnTainted === true ? placeOf(candidate) : null;
}

function placeOf({ source: { path, startLine, endLine } }: Candidate): string {
  return `${path}:${startLine}${endLine > startLine ? `-${endLine}` : ""}`;
}

function meant(
  deps: DreamDeps,
  selector: string,
): { readonly evaluation: Evaluation; readonly facts: CandidateFacts | null } {
  const now = deps.clock.now();
  const selected = selectClaim(deps, selector);
  if (selected.kind === "unknown") throw refused(selector, selected.reason);
  const facts = selected.claim === null ? null : candidateFacts(selected.claim, now);
  const night = lookAhead(deps, now, { wanted: { key: selected.key, facts }, phases: [] });
  const { evaluations } = deliberate(night.pool, frameOf(deps, now));
  const found = evaluations.find(({ candidate }) =>
    candidate.key === selected.key || candidate.duplicates.includes(selected.key)
  );
  if (found === undefined) throw refused(selector, "no claim matches");
  return { evaluation: found, facts };
}

/** The claim as it stands once the owner's word takes the place of recalls. */
function overruled(deps: DreamDeps, evaluation: Evaluation): Evaluation {
  const { candidate, gates } = evaluation;
  const place = placeOf(candidate);
  if (candidate.gone !== null) throw refused(place, candidate.gone);
  const shut = gates.find(({ name, passes }) => !passes && name !== "rejected" && !isEarned(name));
  if (shut !== undefined) {
    throw refused(place, `at gate ${shut.name}: ${shut.have}`, acceptHint(shut, { deps, candidate, place }));
  }
  const again = evaluate({ ...candidate, isRejected: false }, frameOf(deps, deps.clock.now()));
  return { ...again, stop: null };
}

function refused(selector: string, why: string, hint?: string): MemoryError {
  return new MemoryError(`Cannot accept "${selector}": ${why}`, {
    hint: hint ?? "memory dream preview lists the candidates with their keys",
  });
}
