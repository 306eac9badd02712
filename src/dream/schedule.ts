/**
 * What makes a sweep real, dry, or skipped (SPEC 8). Pure.
 *
 * @module
 */

import type { Consent } from "./consent.ts";

/** All that the decision depends on. */
export interface ScheduleFacts {
  /** The owner typed it at a terminal (SPEC 4.4). */
  readonly isTypedByOwner: boolean;
  /** `--scheduled`; any other call that the owner did not type counts the same. */
  readonly isScheduled: boolean;
  /** `--dry-run`. */
  readonly isDryRun: boolean;
  /** `--force`: also if the day had its sweep. */
  readonly isForced: boolean;
  /** What was said of sweeps that nobody watches; see `consentOf`. */
  readonly consent: Consent;
  /** Scheduled dry nights so far that had something to promote. */
  readonly dryNights: number;
  /** How many such nights there must be. */
  readonly dryNightsNeeded: number;
  /** Whether this local day had a finished real sweep. */
  readonly hadReal: boolean;
  /** Whether it had a finished dry one. */
  readonly hadDry: boolean;
}

/** The decision. */
export interface Schedule {
  /** `preview` leaves no trace at all; `dry` is recorded as a night. */
  readonly run: "real" | "dry" | "preview" | "skip";
  /** A sentence without a stop. */
  readonly why: string;
}

/** Returns what is to happen. */
export function scheduleOf(facts: ScheduleFacts): Schedule {
  if (facts.isDryRun) return { run: "preview", why: "Asked for with --dry-run; nothing was changed" };
  const wanted = wantedMode(facts);
  const hadOne = facts.hadReal || (wanted.run === "dry" && facts.hadDry);
  return hadOne && !facts.isForced ? { run: "skip", why: "This day has had its sweep; --force runs another" } : wanted;
}

function wantedMode(facts: ScheduleFacts): Schedule {
  if (facts.isTypedByOwner && !facts.isScheduled) return { run: "real", why: "Typed by the owner" };
  if (facts.consent.isGiven === false) {
    return { run: "skip", why: "Unattended dreaming was disabled; memory dream enable turns it on again" };
  }
  if (facts.dryNights < facts.dryNightsNeeded) {
    const night = `${facts.dryNights} of ${facts.dryNightsNeeded} such nights so far`;
    return { run: "dry", why: `The first nights with something to promote only show it: ${night}` };
  }
  if (facts.consent.isGiven === true) {
    return {
      run: "real",
      why: facts.consent.by === "owner" ? "Enabled by the owner" : "Enabled in the user's settings",
    };
  }
  return { run: "dry", why: "Nobody has enabled unattended dreaming: the owner does so with memory dream enable" };
}
