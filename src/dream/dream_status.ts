/**
 * Where the dream stands (SPEC 8.10): who allowed what, what the next unattended night will be, and what waits for the
 * owner. Facts; nothing is worked out anew and nothing is written.
 *
 * @module
 */
import { residentChars } from "../curate/compose.ts";
import { readCurated } from "../curate/read_curated.ts";
import { MEMORY_FILE } from "../workspace/layout.ts";
import { type Consent, consentOf } from "./consent.ts";
import type { DreamDeps } from "./night.ts";
import { restorable } from "./orders/restore.ts";
import { scheduleOf } from "./schedule.ts";
import { factsFor } from "./schedule_facts.ts";

/** See the module; JSON in this shape. */
export interface DreamStatus {
  /** Whether sweeps that nobody watches may write, and who said so. */
  readonly consent: Consent;
  /** What a scheduled sweep would be now. */
  readonly next: { readonly run: "real" | "dry" | "skip"; readonly why: string };
  /** Scheduled dry nights that had something to promote, and how many there must be. */
  readonly dryNights: { readonly done: number; readonly needed: number };
  /** The newest night, or `null`. */
  readonly lastNight: {
    readonly sweep: number;
    readonly day: string;
    readonly mode: "real" | "dry";
    readonly status: string;
    readonly startedAt: string;
    readonly promoted: number;
    readonly undoneAt: string | null;
  } | null;
  /** Claims that are known, and those turned down. */
  readonly candidates: number;
  /** Claims that a person turned down. */
  readonly rejected: number;
  /** The core and its budget, annotations stripped. */
  readonly memory: { readonly entries: number; readonly chars: number; readonly budgetChars: number };
  /** Entries that left and can be brought back, oldest first. */
  readonly restorable: readonly {
    readonly key: string;
    readonly text: string;
    readonly reason: string;
    readonly session: string | null;
    readonly departedAt: string;
  }[];
}

/** Returns the status. */
export function dreamStatus(deps: DreamDeps): DreamStatus {
  const { state, config, layout, originsOf, clock } = deps;
  const facts = factsFor(
    deps,
    { isTypedByOwner: false, isScheduled: true, isDryRun: false, isForced: false },
    clock.now(),
  );
  const { run, why } = scheduleOf(facts);
  const last = state.sweeps.last();
  const { file, text } = readCurated(MEMORY_FILE, layout, originsOf);
  return {
    consent: consentOf(state.meta, config),
    next: { run: run === "preview" ? "dry" : run, why },
    dryNights: { done: facts.dryNights, needed: facts.dryNightsNeeded },
    lastNight: last && {
      sweep: last.id,
      day: last.day,
      mode: last.mode,
      status: last.status,
      startedAt: last.startedAt,
      promoted: state.promotions.ofSweep(last.id).length,
      undoneAt: last.undoneAt,
    },
    candidates: state.candidates.count(),
    rejected: state.rejections.all().size,
    memory: { entries: file.entries.length, chars: residentChars(text), budgetChars: config.deep.budgetChars },
    restorable: restorable(deps).map(({ entryKey, raw, reason, session, departedAt }) => ({
      key: entryKey,
      text: raw.replace(/^\s*[-*+]\s+/, "").replace(/\s*<!--.*?-->/gs, ""),
      reason,
      session,
      departedAt,
    })),
  };
}
