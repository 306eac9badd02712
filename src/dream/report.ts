/**
 * What a sweep says it did (SPEC 8.9, 14): the promotions, how many candidates each gate stopped, and the nearest misses.
 *
 * @module
 */
import type { SweepStatus } from "../store/state/sweeps.ts";
import { formatAnchor } from "../workspace/annotation.ts";
import { type Advice, type ModelReport, modelReport } from "./advice/advice.ts";
import type { DreamConfig } from "./config.ts";
import { type DirectiveDeed, plannedDirectives } from "./directives.ts";
import type { Deliberation } from "./deep/deliberate.ts";
import type { Draft } from "./deep/draft.ts";
import type { Evaluation, StopName } from "./deep/evaluate.ts";
import { GATE_NAMES } from "./deep/gates.ts";
import type { PlannedOperation } from "./deep/operation.ts";
import type { StoppedCandidate } from "./deep/plan.ts";
import type { Now } from "../base/clock.ts";
import type { Retirable } from "./deep/retire.ts";
import { daysSince } from "./deep/score.ts";
import type { Looks } from "./looks.ts";
import { type NearMiss, nearMisses } from "./near_misses.ts";
import type { Night } from "./night.ts";
import { type TurnTaintedNote, turnTaintedNotes } from "./turn_tainted.ts";
import type { Theme } from "./rem/themes.ts";
import type { Schedule } from "./schedule.ts";

/** One promotion, or what would be one. */
export interface Promoted {
  /** The candidate's key. */
  readonly key: string;
  /** What was done (SPEC 8.6). */
  readonly operation: PlannedOperation["action"];
  /** The entry's text. */
  readonly text: string;
  /** `path#L3-L5`. */
  readonly source: string;
  /** 0 to 1. */
  readonly score: number;
  /** What a language model had a say in: the action, or the wording; `null` for nothing. */
  readonly advised: "action" | "text" | null;
}

/** An entry that left `MEMORY.md`, or could. */
export interface Retirement {
  /** `e:` and 12 hex digits. */
  readonly key: string;
  /** Its words. */
  readonly text: string;
  /** Why this one, as a short clause. */
  readonly reason: string;
}

/** The report of a sweep; JSON in this shape (SPEC 14). */
export interface SweepReport {
  /** Its number; `null` if nothing was recorded. */
  readonly sweep: number | null;
  /** `quiet`: nothing was kept and no file touched; `partial`: see `notices`. */
  readonly status: Extract<SweepStatus, "done" | "quiet" | "skipped" | "dry-run" | "partial">;
  /** Whether it could write. */
  readonly mode: "real" | "dry";
  /** Why it was real, dry or skipped. */
  readonly why: string;
  /** Candidates looked at; equal claims count once. */
  readonly candidates: number;
  /** What was kept, or would be, strongest first. */
  readonly promoted: readonly Promoted[];
  /** Candidates by the first gate or step that stopped them; all gates are named. */
  readonly stopped: Readonly<Record<string, number>>;
  /** Nearest first. */
  readonly nearMisses: readonly NearMiss[];
  /** Preference-shaped candidates that passed the gates: for the owner to decide. */
  readonly proposals: readonly { readonly key: string; readonly text: string; readonly source: string }[];
  /** Notes that only the turn in which an agent made them keeps out, for the owner to read. */
  readonly turnTainted: readonly TurnTaintedNote[];
  /** Preferences of the owner that became directives of `USER.md`, or would. */
  readonly directives: readonly DirectiveDeed[];
  /** Entries that left for want of room. */
  readonly retired: readonly Retirement[];
  /** Entries that could leave to make room, the first to go first, each by `memory dream accept` with its key. */
  readonly mayRetire: readonly Retirement[];
  /** Strongest first. */
  readonly themes: readonly Theme[];
  /** How many claims light staged, and how many wait. */
  readonly light: { readonly staged: number; readonly waiting: number };
  /** What a language model had to do with it; `null` if none is configured. */
  readonly model: ModelReport | null;
  /** Path of the page's file if one was written. */
  readonly diary: string | null;
  /** Phases that failed and why, and what else a person must know; whole sentences without a stop. */
  readonly notices: readonly string[];
}

/** The later stops, in order, after the gates (SPEC 8.4 to 8.7). */
const LATER_STOPS: readonly StopName[] = [
  "rehydrate",
  "directive",
  "preference",
  "conflict",
  "limit",
  "acceptance",
  "budget",
];

/** What a report is made of. */
export interface ReportFacts {
  /** The sweep's number; `null` if nothing was recorded. */
  readonly sweepId: number | null;
  /** Why the sweep was real or dry. */
  readonly schedule: Schedule;
  /** The night up to the deep phase. */
  readonly night: Night;
  /** Who went on and who was stopped. */
  readonly deep: Deliberation;
  /** What was or would be written. */
  readonly draft: Draft;
  /** The settings of the dream. */
  readonly config: DreamConfig;
  /** What a language model advised. @default none is configured */
  readonly advice?: Advice | undefined;
}

/** Returns the report of a night as a dry run gives it; a real one then sets `status` and `diary`. */
export function reportOf({ sweepId, schedule, night, deep, draft, config, advice }: ReportFacts): SweepReport {
  const { light, rem, now } = night;
  const { evaluations } = deep;
  const later = [...deep.stopped, ...draft.stopped];
  return {
    sweep: sweepId,
    status: "dry-run",
    mode: schedule.run === "real" ? "real" : "dry",
    why: schedule.why,
    candidates: sum(Object.values(night.distant), evaluations.length),
    promoted: draft.operations.map(promotedOf),
    stopped: countStops(evaluations, { later, distant: night.distant }),
    nearMisses: nearMisses({ evaluations, later, count: config.nearMisses }, { now, config: config.deep }),
    proposals: preferencesOf(evaluations).map(({ candidate: { key, text, source } }) => ({
      key,
      text,
      source: formatAnchor(source),
    })),
    turnTainted: turnTaintedNotes(evaluations),
    directives: plannedDirectives(evaluations),
    retired: draft.retired.map((each) => retirementOf(each, now)),
    mayRetire: draft.mayRetire.slice(0, MOST_PROPOSED).map((each) => retirementOf(each, now)),
    themes: "value" in rem ? rem.value.themes : [],
    light: "value" in light
      ? { staged: light.value.staged.length, waiting: light.value.waiting }
      : { staged: 0, waiting: 0 },
    model: advice === undefined ? null : modelOf(advice, draft),
    diary: null,
    notices: [...phaseNotices(night), ...coreNotices(night, deep)],
  };
}

/** Retirements proposed a night: who makes room does it for a few entries. */
const MOST_PROPOSED = 5;

function retirementOf({ standing, isExpired, lastUseMs, importance }: Retirable, now: Now): Retirement {
  const days = Math.floor(daysSince(lastUseMs, now));
  const reason = isExpired ? `expired on ${standing.entry.annotations.expires}` : `not used for ${days} days`;
  return { key: standing.entry.key, text: standing.entry.text, reason: `${reason}, importance ${importance}` };
}

/** Returns the report of a sweep that was not run. */
export function skippedReport(schedule: Schedule, advice?: Advice): SweepReport {
  return {
    sweep: null,
    status: "skipped",
    mode: "dry",
    why: schedule.why,
    candidates: 0,
    promoted: [],
    stopped: {},
    nearMisses: [],
    proposals: [],
    turnTainted: [],
    directives: [],
    retired: [],
    mayRetire: [],
    themes: [],
    light: { staged: 0, waiting: 0 },
    model: advice === undefined ? null : modelReport(advice),
    diary: null,
    notices: [],
  };
}

/** A plan that was heard may still lead to a file that is not accepted. */
function modelOf(advice: Advice, { adviceRefusal }: Draft): ModelReport {
  const report = modelReport(advice);
  if (adviceRefusal === undefined) return report;
  const reason = `What the model "${advice.model}" planned was not accepted: ${adviceRefusal}`;
  return { ...report, plan: "refused", failures: [...report.failures, reason] };
}

/** Returns the evaluations that were stopped as preferences. */
export function preferencesOf(evaluations: readonly Evaluation[]): Evaluation[] {
  return evaluations.filter(({ stop }) => stop?.name === "preference");
}

interface OtherStops {
  readonly later: readonly StoppedCandidate[];
  readonly distant: Looks["distant"];
}

function countStops(evaluations: readonly Evaluation[], { later, distant }: OtherStops): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries([...GATE_NAMES, ...LATER_STOPS].map((name) => [name, 0]));
  const names = [...evaluations.map(({ stop }) => stop?.name), ...later.map(({ stop }) => stop.name)];
  for (const name of names) if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  for (const [name, count] of Object.entries(distant)) counts[name] = (counts[name] ?? 0) + count;
  return counts;
}

function sum(numbers: readonly number[], start: number): number {
  return numbers.reduce((total, number) => total + number, start);
}

function promotedOf({ action, evaluation, text, advised }: PlannedOperation): Promoted {
  const { candidate, score } = evaluation;
  const source = formatAnchor(candidate.source);
  return { key: candidate.key, operation: action, text, source, score: score.score, advised: advised ?? null };
}

/** A file that may not be written holds up everything, and only a person can mend it. */
function coreNotices({ core }: Night, { ready }: Deliberation): string[] {
  if (core.refusal === null || ready.length === 0) return [];
  const waiting = ready.length === 1 ? "1 claim waits" : `${ready.length} claims wait`;
  return [`${waiting} for ${core.path}, which is left alone: ${core.refusal}`];
}

function phaseNotices({ light, rem }: Night): string[] {
  return [
    ..."failure" in light ? [`The light phase failed and is repeated next time: ${light.failure}`] : [],
    ..."failure" in rem ? [`The REM phase failed and is repeated next time: ${rem.failure}`] : [],
  ];
}
