/**
 * What an order about a directive does to `USER.md` (SPEC 7.2): it stands already, it takes another's place, it is new, or
 * the owner has to say. Worked out by code.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { StandingEntry } from "../curated_change.ts";
import { compareSubjects } from "./compare_subjects.ts";
import { subjectReader } from "./subject_of.ts";

/** A directive that is to stand. */
export interface DirectiveOrder {
  /** In its imperative form, one line, without annotations. */
  readonly text: string;
  /** Supersession key, or `null`. */
  readonly key: string | null;
  /** The last day on which it holds; `null` for a standing one. */
  readonly expires: LocalDay | null;
  /** Key (`e:…`) of the entry whose place it takes, or `null`: the rule decides. */
  readonly replaces: string | null;
  /** The owner has seen the close directives and wants them to stay. */
  readonly keepsClose: boolean;
}

/** What is to be done. */
export type DirectivePlan =
  /** It stands already. */
  | { readonly kind: "standing"; readonly prior: StandingEntry }
  /** It is new. */
  | { readonly kind: "added" }
  /** It takes the place of these, of the first in place; never empty. */
  | { readonly kind: "replaced"; readonly priors: readonly StandingEntry[] }
  /** Which of these does it replace, if any? Never empty. */
  | { readonly kind: "doubt"; readonly close: readonly StandingEntry[] }
  /** The entry to be replaced is not there, or is no list item. */
  | { readonly kind: "gone" };

/**
 * Returns the plan.
 *
 * @param standing the entries of `USER.md`, in order
 * @param today the local day on which an expiry is judged
 */
export function planDirective(
  order: DirectiveOrder,
  standing: readonly StandingEntry[],
  today: LocalDay,
): DirectivePlan {
  const active = standing.filter(({ entry }) => entry.kind === "item" && entry.annotations.status !== "superseded");
  const named = order.replaces === null ? null : active.find(({ entry }) => entry.key === order.replaces) ?? null;
  if (order.replaces !== null && named === null) return { kind: "gone" };
  const read = subjectReader();
  const wanted = read(order.text);
  const likeness = (prior: StandingEntry) => compareSubjects(wanted, read(prior.entry.text));
  const equal = active.filter(({ entry }) => normaliseClaim(entry.text) === normaliseClaim(order.text));
  const byKey = order.key === null ? [] : active.filter(({ entry }) => entry.annotations.key === order.key);
  const same = active.filter((prior) => !isKeyedApart(order, prior) && likeness(prior) === "same");
  const priors = [...new Set([...named === null ? [] : [named], ...byKey, ...equal, ...same])];
  const [only, ...others] = priors;
  if (only !== undefined) {
    const stands = others.length === 0 && equal.includes(only) && holds(only, order, today);
    return stands ? { kind: "standing", prior: only } : { kind: "replaced", priors };
  }
  // A key of its own says that it is another matter.
  const close = order.keepsClose || order.key !== null ? [] : active.filter((prior) => likeness(prior) === "close");
  return close.length > 0 ? { kind: "doubt", close } : { kind: "added" };
}

/** Two keys that the owner gave tell two subjects apart, whatever the words. */
function isKeyedApart({ key }: DirectiveOrder, { entry }: StandingEntry): boolean {
  return key !== null && entry.annotations.key !== null && entry.annotations.key !== key;
}

/** Whether an equal directive already does what is ordered: trusted, not over, under the key and with the end asked for. */
function holds({ entry, origin }: StandingEntry, order: DirectiveOrder, today: LocalDay): boolean {
  const { key, expires, isUntrusted } = entry.annotations;
  if (!isAtLeastAsTrusted(origin.origin, "agent") || isUntrusted) return false;
  if (order.key !== null && order.key !== key) return false;
  if (expires !== null && expires < today) return false;
  return order.expires === null || order.expires === expires;
}
