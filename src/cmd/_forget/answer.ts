import type { App } from "../../app/app.ts";
import { EXIT_CODES, MemoryError } from "../../base/errors.ts";
import { beginForget, type BegunForget } from "../../capture/forget/begin_forget.ts";
import { cutFiles, withoutWriters } from "../../capture/forget/carry_out.ts";
import type { Chosen, ForgetDeps, ForgetPlan } from "../../capture/forget/forget_plan.ts";
import { type Asker, mayForget } from "../../capture/forget/may_forget.ts";
import { planAgain } from "../../capture/forget/plan_again.ts";
import { type OutOfReach, outOfReach } from "../../capture/forget/receipt.ts";
import { requireWritable } from "../../capture/forget/require_writable.ts";
import { tracesOf } from "../../capture/forget/traces.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { ForgetRow } from "../../store/state/forgets.ts";
import { finishForgets, incompleteNotices } from "./finish_forgets.ts";

/** Why nothing was forgotten: only shown; the owner said no; the owner has to decide; there is nothing. */
export type ForgetReason = "preview" | "declined" | "owner" | "nothing" | null;

/** What goes, or would go, beside the lines. */
export interface DerivedCounts {
  /** Claims of the dream. */
  readonly candidates: number;
  /** Pieces of the index that hold such a line. */
  readonly chunks: number;
  /** Vectors; known once they are gone. */
  readonly vectors: number;
  /** Files as they were before a night, written anew without the text. */
  readonly preImages: number;
  /** Recalls of those claims. */
  readonly recalls: number;
  /** Records of promotions. */
  readonly promotions: number;
  /** Records of entries that had left `MEMORY.md`. */
  readonly departures: number;
  /** Reports of sweeps that were cut. */
  readonly reports: number;
  /** Texts whose copies were untrusted. */
  readonly taints: number;
  /** Tool outputs, kept as hashes, that held it. */
  readonly sessionTexts: number;
  /** Orders given in chats whose words went. */
  readonly orders: number;
  /** Intents that held it. */
  readonly intents: number;
  /** Notes that it was given to agents. */
  readonly injections: number;
}

/** The answer of `memory forget`; JSON in this shape (SPEC 14). */
export interface ForgetAnswer {
  /** Lines that went, or would go. */
  readonly removed: readonly {
    path: string;
    line: number;
    endLine: number;
    text: string;
    why: string;
    origin: string | null;
  }[];
  /** What went, or would go, from the state alone: intents, and claims and entries that stand in no file any more. */
  readonly stored: readonly { kind: string; key: string; text: string; why: string; origin: string | null }[];
  /** What goes with them. */
  readonly derived: DerivedCounts;
  /** Whether it was done. */
  readonly applied: boolean;
  /** Whether nothing is left within reach; `false` too where nothing was done. */
  readonly complete: boolean;
  /** Why it was not done. */
  readonly reason: ForgetReason;
  /** Stands for exactly these lines. */
  readonly token: string | null;
  /** Lines that hold the words and stay, with the reason. */
  readonly left: ForgetPlan["left"];
  /** Lines that say nearly the same and stay. */
  readonly similar: ForgetPlan["near"];
  /** Absolute paths of unused databases and temporary files that went. */
  readonly deleted: readonly string[];
  /** What cannot be reached from here. */
  readonly outOfReach: readonly OutOfReach[];
}

/** Returns what would be done, with the reason why it is not. */
export function previewOf({ opened, deps, plan }: Planned, reason: ForgetReason): ForgetAnswer {
  const { erased } = beginForget(deps, plan, true);
  return answerOf(plan, { derived: derivedOf(opened, plan, erased), applied: false, complete: false, reason });
}

/** A plan with what it was made with. */
export interface Planned {
  /** The app. */
  readonly opened: App;
  /** What planning worked with. */
  readonly deps: ForgetDeps;
  /** What is to be done. */
  readonly plan: ForgetPlan;
  /** The lines that it was made for. */
  readonly chosen: Chosen;
}

/** What was done. */
export interface DoneForget {
  /** The answer. */
  readonly answer: ForgetAnswer;
  /** What stands in the way of completing it, as sentences. */
  readonly notices: readonly string[];
  /** 5 if it is not complete. */
  readonly exitCode: number;
}

/**
 * Does it, and returns what was done. A night that is at work is waited for: what it holds in memory it would write later.
 *
 * @throws {MemoryError} failed, if the lines moved meanwhile; busy, if other writers take longer than a minute; nothing is
 * begun then
 */
export function forgetNow({ opened, deps, chosen, plan: shown }: Planned): DoneForget {
  const { plan, counts } = withoutWriters(opened.layout, () => {
    const now = planAgain(deps, chosen, shown);
    requireStill(opened, now);
    const { row, erased } = beginForget(deps, now);
    const derived = derivedOf(opened, now, erased);
    cutIfPossible(deps, row);
    return { plan: now, counts: derived };
  });
  const sessions = [...new Set(plan.removed.flatMap(({ origin }) => origin?.session ?? []))];
  const finished = finishForgets(opened, () => tracesLeft(opened, plan));
  const reasons = finished?.reasons ?? [];
  const complete = reasons.length === 0;
  const answer = answerOf(plan, {
    derived: { ...counts, vectors: finished?.vectors ?? 0 },
    applied: true,
    complete,
    reason: null,
    deleted: finished?.deleted ?? [],
    outOfReach: outOfReach(opened, sessions),
  });
  return { answer, notices: incompleteNotices(reasons), exitCode: complete ? 0 : EXIT_CODES.partial };
}

/** Returns who asks, with what the connection that is served has written. */
export function askerOf({ caller, connection }: App): Caller & Asker {
  return { ...caller(), ...(connection === null ? {} : { hasWritten: connection.hasWritten }) };
}

/** A copy that somebody made since the plan was asked about must be the caller's to forget, and writable, too. */
function requireStill(opened: App, plan: ForgetPlan): void {
  requireWritable(plan, opened.layout);
  if (mayForget(plan, askerOf(opened))) return;
  throw new MemoryError("Cannot forget this: lines of others say the same since it was asked for; nothing was done", {
    hint: "say it again, and the owner is asked",
  });
}

/** What cannot be cut now is told, and done, by what completes the forget. */
function cutIfPossible(deps: ForgetDeps, row: ForgetRow): void {
  try {
    cutFiles(deps, row);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
  }
}

/** Looks for the text itself, byte by byte: what the steps say of themselves is no proof. */
function tracesLeft({ layout }: App, plan: ForgetPlan): string[] {
  const known = new Set(plan.left.map(({ path }) => path));
  const stays = plan.left.map(({ text }) => text.replace(/\s+/g, " ")).join("\n");
  // What stays on purpose stands in the databases, too.
  const lost = plan.texts.filter((text) => !stays.includes(text.replace(/\s+/g, " ")));
  const found = lost.length === plan.texts.length
    ? tracesOf(layout, plan.texts)
    : [...tracesOf(layout, lost), ...tracesOf(layout, plan.texts).filter((path) => !/\.sqlite(?:-wal)?$/.test(path))];
  const traces = [...new Set(found)].filter((path) => ![...known].some((name) => path.endsWith(name)));
  return traces.map((path) => `"${path}" still holds the text`);
}

type Outcome = Pick<ForgetAnswer, "derived" | "applied" | "complete" | "reason"> & Partial<ForgetAnswer>;

function answerOf({ removed, stored, token, left, near }: ForgetPlan, outcome: Outcome): ForgetAnswer {
  return {
    removed: removed.map(({ origin, ...lines }) => ({ ...lines, origin: origin?.origin ?? null })),
    stored: stored.map(({ kind, key, text, why, origin }) => ({ kind, key, text, why, origin })),
    token,
    left,
    similar: near,
    deleted: [],
    outOfReach: [],
    ...outcome,
  };
}

function derivedOf({ index }: App, { cuts }: ForgetPlan, erased: BegunForget["erased"]): DerivedCounts {
  let chunks = 0;
  for (const { file, passages } of cuts) {
    chunks += index.chunks.ofPath(file.path).filter((chunk) =>
      passages.some((it) =>
        it.startLine <= chunk.endLine && it.endLine >= chunk.startLine
      )
    ).length;
  }
  return { ...erased, chunks, vectors: 0 };
}
