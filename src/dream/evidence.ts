/**
 * The evidence that a claim is needed (SPEC 8.3): the recalls of it and of the claims folded into it, and the days on which
 * the owner stated it again.
 *
 * @module
 */
import { parseIso } from "../base/clock.ts";
import type { RecallRow } from "../store/state/recalls.ts";
import type { Evidence } from "./candidate.ts";
import type { Member } from "./pool.ts";

/** One session adds at most so many recalls to a claim on one local day, folded claims included (SPEC 6). */
const RECALLS_A_SESSION_DAY = 2;

/**
 * Returns the evidence for a group of equal claims, oldest first.
 *
 * @param lead the claim that speaks for the group; the day it was written is its statement, not a restatement
 */
export function gatherEvidence(
  lead: Member,
  members: readonly Member[],
  recalls: ReadonlyMap<string, readonly RecallRow[]>,
): Evidence[] {
  // One claim by itself: the log has applied its rules and is in order.
  if (members.length === 1) return recalledEvidence(recalls.get(lead.row.key) ?? []);
  const recalled = members.flatMap(({ row }) => recalledEvidence(recalls.get(row.key) ?? []));
  return [...capped(recalled), ...restatements(lead, members)].sort((a, b) => a.atMs - b.atMs);
}

/** Returns the recalls of one claim as evidence, in the order of the log; rows without a readable time are passed over. */
export function recalledEvidence(rows: readonly RecallRow[]): Evidence[] {
  const evidence: Evidence[] = [];
  for (const { questionHash: question, session, day, quality, recalledAt } of rows) {
    const atMs = parseIso(recalledAt);
    if (atMs !== undefined) evidence.push({ question, session, day, atMs, quality });
  }
  return evidence;
}

/** Applies the rules of one claim to the recalls of several that are one now. */
function capped(evidence: readonly Evidence[]): Evidence[] {
  const questions = new Set<string>();
  const ofSessionDay = new Map<string, number>();
  // The better of two recalls by one question is kept, whichever copy it found.
  const bestFirst = [...evidence].sort((a, b) => b.quality - a.quality || a.atMs - b.atMs);
  return bestFirst.filter(({ question, session, day }) => {
    const place = `${session}\n${day}`;
    const count = ofSessionDay.get(place) ?? 0;
    if (questions.has(`${question}\n${place}`) || count >= RECALLS_A_SESSION_DAY) return false;
    questions.add(`${question}\n${place}`);
    ofSessionDay.set(place, count + 1);
    return true;
  });
}

/** Each further local day on which the owner stated the claim: one recall and one question of quality 1. */
function restatements(lead: Member, members: readonly Member[]): Evidence[] {
  const byDay = new Map<string, Evidence>();
  for (const { day, provenance, row } of members) {
    const isOwners = provenance.origin === "owner" && provenance.verdict.passes;
    if (!isOwners || day === lead.day || byDay.has(day)) continue;
    const atMs = parseIso(provenance.observedAt ?? row.firstSeenAt);
    if (atMs !== undefined) byDay.set(day, { question: `restated ${day}`, session: "", day, atMs, quality: 1 });
  }
  return [...byDay.values()];
}
