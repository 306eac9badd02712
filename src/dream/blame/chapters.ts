/**
 * The parts of a story that the state tells (SPEC 7.7).
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { StoredPromotion } from "../../store/state/promotions.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import type { BlamedDeparture, BlamedPromotion, BlamedRecalls, BlamedSweep, Story } from "./story.ts";

/** Sweeps whose reports are read: some years of nights. */
const MOST_SWEEPS = 2_000;

/** SPEC 8.3: relevance is the sum of the best three. */
const BEST = 3;

/** Returns what a claim was needed for. */
export function recallsOf({ recalls }: StateStore, key: string): BlamedRecalls {
  const rows = recalls.of([key]).get(key) ?? [];
  return {
    count: rows.length,
    questions: new Set(rows.map(({ questionHash }) => questionHash)).size,
    days: [...new Set(rows.map(({ day }) => day))].sort(),
    bestQualities: rows.map(({ quality }) => quality).sort((a, b) => b - a).slice(0, BEST),
    sessions: new Set(rows.map(({ session }) => session).filter((session) => session !== "")).size,
  };
}

/** Returns what sweeps said of a claim, oldest first. Reports name what was kept and the nearest misses. */
export function sweepsOf({ sweeps }: StateStore, key: string): BlamedSweep[] {
  return sweeps.list(MOST_SWEEPS).reverse().flatMap(({ id, day, mode, report }) => {
    const told = toldOf(report, key);
    return told === null ? [] : [{ sweep: id, day, mode, ...told }];
  });
}

type Told = Pick<BlamedSweep, "verdict" | "score" | "needs">;

function toldOf(report: string | null, key: string): Told | null {
  if (report === null || !report.includes(key)) return null;
  const parsed = JSON.parse(report) as unknown;
  if (typeof parsed !== "object" || parsed === null) return null;
  const lists: Readonly<Record<string, unknown>> = { ...parsed };
  for (const [name, verdict] of VERDICTS) {
    const list = lists[name];
    const item = Array.isArray(list) ? list.find((it: unknown) => keyIn(it) === key) as Told & Item : undefined;
    if (item === undefined) continue;
    return { verdict: verdict ?? item.operation ?? name, score: item.score ?? null, needs: item.needs ?? [] };
  }
  return null;
}

/** Lists of a report by what they say of their items; `null`: the item says it. */
const VERDICTS: readonly (readonly [list: string, verdict: string | null])[] = [
  ["promoted", null],
  ["nearMisses", "near miss"],
  ["proposals", "proposed"],
];

interface Item {
  readonly operation?: string;
}

function keyIn(item: unknown): unknown {
  return typeof item === "object" && item !== null && "key" in item ? item.key : undefined;
}

/** Returns promotions as they are told. */
export function promotionsTold(promotions: readonly StoredPromotion[]): BlamedPromotion[] {
  return promotions.map((row) => ({
    sweep: row.sweepId,
    at: row.promotedAt,
    operation: row.operation,
    entryKey: row.entryKey,
    text: row.text,
    score: row.score,
    earnedBy: { recalls: row.recalls, questions: row.questions, days: row.days },
    replaced: row.priorKey === null || row.priorRaw === null ? null : { key: row.priorKey, text: plain(row.priorRaw) },
    undoneAt: row.undoneAt,
  }));
}

/** Returns how entries left, oldest first. */
export function departuresOf({ departures, promotions }: StateStore, entryKeys: readonly string[]): BlamedDeparture[] {
  return entryKeys.flatMap((key) => departures.ofEntry(key)).map((row) => ({
    entryKey: row.entryKey,
    reason: row.reason,
    at: row.departedAt,
    successor: row.successorKey === null
      ? null
      : { key: row.successorKey, text: promotions.ofEntry(row.successorKey).at(-1)?.text ?? null },
    returnedAt: row.returnedAt,
  }));
}

/** Returns on which days it was given to agents. */
export function injectionsOf({ injections }: StateStore, claimHash: string): Story["injections"] {
  const days = new Map<string, { day: LocalDay; place: string; times: number }>();
  for (const { injectedAt, place } of injections.of(claimHash)) {
    const day = injectedAt.slice(0, "YYYY-MM-DD".length);
    const known = days.get(`${day} ${place}`);
    if (known === undefined) days.set(`${day} ${place}`, { day, place, times: 1 });
    else known.times++;
  }
  return [...days.values()];
}

function plain(raw: string): string {
  return stripAnnotations(raw).replace(/^\s*[-*+]\s+/, "");
}
