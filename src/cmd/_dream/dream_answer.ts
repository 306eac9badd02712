/**
 * From the words of `memory dream` to what is done.
 *
 * @module
 */
import { NIGHT_LOCK, quietMoment } from "../../app/quiet_moment.ts";
import { MemoryError } from "../../base/errors.ts";
import { sync } from "../../pipeline/sync.ts";
import { type LockHolder, takeLock } from "../../store/lock.ts";
import { type Answer, type CommandContext, flagName } from "../_declare.ts";
import { finishForgets, forgetNotices } from "../_forget/finish_forgets.ts";
import { failureNotices } from "../_text/failure_notices.ts";
import { backfillAnswer } from "./backfill_answer.ts";
import type { DreamCall } from "./dream_call.ts";
import { DREAM_ACTIONS, DREAM_FLAGS, type DreamAction, FLAGS_OF } from "./dream_flags.ts";
import { explainAnswer, historyAnswer, previewAnswer, statusAnswer } from "./look_answers.ts";
import { consentAnswer, orderAnswer } from "./order_answers.ts";
import { replayAnswer } from "./replay_answer.ts";
import { promoteAnswer, sweepAnswer } from "./sweep_answers.ts";

/** Returns the answer to one call of `memory dream`. */
export async function dreamAnswer(context: CommandContext<typeof DREAM_FLAGS>): Promise<Answer> {
  const [word, ...words] = context.arguments;
  const action = word === undefined ? "sweep" : DREAM_ACTIONS.find((each) => each === word) ?? "sweep";
  checkFlags(action, context.flags);
  checkWords(action, words);
  if (!context.flags.wait) return await answered(context, action, words);
  const opened = await context.app();
  const { locksDir } = opened.layout;
  const release = takeLock({ locksDir, name: NIGHT_LOCK, waitMs: 0, onBusy: waitsAlready });
  try {
    context.program.progress("Waiting for open turns …");
    await quietMoment(opened);
    return await answered(context, action, words);
  } finally {
    release();
  }
}

type DreamContext = CommandContext<typeof DREAM_FLAGS>;

async function answered(context: DreamContext, action: DreamAction | "sweep", words: string[]): Promise<Answer> {
  const opened = await context.app();
  context.program.progress("Reading the memory …");
  const { dryRun, explain } = context.flags;
  const isSweep = action === "sweep" && !dryRun && explain === undefined;
  const forgotten = isSweep ? forgetNotices(finishForgets(opened)) : [];
  const report = sync(opened);
  const { layout, state, index, clock, originsOf, config } = opened;
  const { keepSupersededDays } = config.remember;
  const hasFailed = report.failures.length > 0;
  const call: DreamCall = {
    context,
    words,
    deps: { layout, state, index, clock, originsOf, config: config.dream, keepSupersededDays },
    notices: [...opened.notices, ...forgotten, ...report.notices, ...failureNotices(report)],
    hasFailed,
    isIndexWhole: !hasFailed && !report.isBehind,
  };
  const answer = await ANSWERS[action](call);
  return { ...answer, notices: answer.notices ?? call.notices };
}

const ANSWERS: Readonly<Record<DreamAction | "sweep", (call: DreamCall) => Answer | Promise<Answer>>> = {
  sweep: (call) => call.context.flags.explain === undefined ? sweepAnswer(call) : explainAnswer(call),
  preview: previewAnswer,
  promote: promoteAnswer,
  status: statusAnswer,
  history: historyAnswer,
  enable: (call) => consentAnswer(call, true),
  disable: (call) => consentAnswer(call, false),
  undo: (call) => orderAnswer(call, "undo"),
  reject: (call) => orderAnswer(call, "reject"),
  accept: (call) => orderAnswer(call, "accept"),
  restore: (call) => orderAnswer(call, "restore"),
  replay: replayAnswer,
  backfill: backfillAnswer,
};

function waitsAlready(holder: LockHolder | null): MemoryError {
  const who = holder === null ? "another process" : `process ${holder.pid}, since ${holder.since},`;
  return new MemoryError(`Cannot wait for a sweep: ${who} does so already`, { kind: "busy", hint: "one is enough" });
}

function checkFlags(action: DreamAction | "sweep", flags: DreamContext["flags"]): void {
  // The flags of every command are among the values too.
  const given = Object.entries(flags).filter(([key, value]) =>
    Object.hasOwn(DREAM_FLAGS, key) && value !== undefined && value !== false &&
    !(Array.isArray(value) && value.length === 0)
  );
  const allowed: readonly string[] = FLAGS_OF[action];
  const wrong = given.find(([key]) => !allowed.includes(key));
  if (wrong !== undefined) {
    const command = action === "sweep" ? "memory dream" : `memory dream ${action}`;
    throw usage(`Cannot use "--${flagName(wrong[0])}" with "${command}"`);
  }
  if (flags.explain !== undefined && given.length > 1) {
    throw usage('Cannot use "--explain" together with another flag of "memory dream": it runs no sweep');
  }
  if (flags.phase !== undefined && (flags.scheduled || flags.force)) {
    throw usage('Cannot use "--phase" with "--scheduled" or "--force": a phase by itself is no night');
  }
  if (flags.wait && !flags.scheduled) {
    throw usage('Cannot use "--wait" without "--scheduled": only a sweep that nobody watches waits');
  }
}

function checkWords(action: DreamAction | "sweep", words: readonly string[]): void {
  const takes = action === "undo" || action === "reject" || action === "accept" || action === "restore";
  if (!takes && words.length > 0) throw usage(`Unexpected argument "${words[0]}" of "memory dream ${action}"`);
  const needs = action === "reject" || action === "accept";
  if (needs && words.length === 0) throw usage(`Missing argument SELECTOR of "memory dream ${action}"`);
  const isId = words.length === 1 && /^\d{1,9}$/.test(words[0] ?? "");
  if (action === "undo" && words.length > 0 && !isId) {
    throw usage(
      `Cannot undo "${words.join(" ")}": it should be the number of a sweep, as "memory dream history" lists them`,
    );
  }
}

function usage(message: string): MemoryError {
  return new MemoryError(message, { kind: "usage", hint: '"memory help dream" shows how it is used' });
}
