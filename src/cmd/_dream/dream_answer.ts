/**
 * From the words of `memory dream` to what is done.
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { NIGHT_LOCK, quietMoment } from "../../app/quiet_moment.ts";
import { withheldFrom } from "../../app/withheld.ts";
import { MemoryError } from "../../base/errors.ts";
import { noteDepartures } from "../../pipeline/note_departures.ts";
import { sync } from "../../pipeline/sync.ts";
import { type LockHolder, takeLock } from "../../store/lock.ts";
import { type Answer, type CommandContext, flagName } from "../_declare.ts";
import { failureNotices } from "../_text/failure_notices.ts";
import type { DreamCall } from "./dream_call.ts";
import { DREAM_ACTIONS, DREAM_FLAGS, type DreamAction, FLAGS_OF } from "./dream_flags.ts";

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
  const forgotten = isSweep ? await forgetsFinished(opened) : [];
  const report = sync(opened);
  // What a night wrote and a person took out before any look at the files is no change to the index.
  noteDepartures(opened);
  const { layout, state, index, clock, originsOf, config } = opened;
  const { keepSupersededDays } = config.remember;
  const hasFailed = report.failures.length > 0;
  const call: DreamCall = {
    context,
    words,
    deps: {
      ...{ layout, state, index, clock, originsOf, keepSupersededDays },
      config: config.dream,
      withheld: withheldFrom(opened),
    },
    notices: [...opened.notices, ...forgotten, ...report.notices, ...failureNotices(report)],
    hasFailed,
    isIndexWhole: !hasFailed && !report.isBehind,
  };
  const answer = await ANSWERS[action](call);
  return { ...answer, notices: answer.notices ?? call.notices };
}

/** Each is loaded when it is called for: a night that finds nothing to do needs a third of what there is. */
const ANSWERS: Readonly<Record<DreamAction | "sweep", (call: DreamCall) => Promise<Answer>>> = {
  sweep: async (call) =>
    call.context.flags.explain === undefined
      ? (await import("./sweep_answers.ts")).sweepAnswer(call)
      : (await import("./look_answers.ts")).explainAnswer(call),
  preview: async (call) => (await import("./look_answers.ts")).previewAnswer(call),
  promote: async (call) => (await import("./sweep_answers.ts")).promoteAnswer(call),
  status: async (call) => (await import("./status_answers.ts")).statusAnswer(call),
  history: async (call) => (await import("./status_answers.ts")).historyAnswer(call),
  enable: async (call) => (await import("./status_answers.ts")).consentAnswer(call, true),
  disable: async (call) => (await import("./status_answers.ts")).consentAnswer(call, false),
  undo: async (call) => (await import("./order_answers.ts")).orderAnswer(call, "undo"),
  reject: async (call) => (await import("./order_answers.ts")).orderAnswer(call, "reject"),
  accept: async (call) => (await import("./order_answers.ts")).orderAnswer(call, "accept"),
  restore: async (call) => (await import("./order_answers.ts")).orderAnswer(call, "restore"),
  replay: async (call) => (await import("./replay_answer.ts")).replayAnswer(call),
  backfill: async (call) => (await import("./backfill_answer.ts")).backfillAnswer(call),
};

/** Completes forgets that were interrupted; what that takes is loaded only if there are any. */
async function forgetsFinished(opened: App): Promise<string[]> {
  if (opened.state.forgets.pending().length === 0) return [];
  const { finishForgets, forgetNotices } = await import("../_forget/finish_forgets.ts");
  return forgetNotices(finishForgets(opened));
}

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
