/**
 * What every model is asked through: the budget of a local day, the pause after failures in a row, and one kind of error.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import { estimateTokens } from "../base/text/measure.ts";
import { EndpointFault } from "../endpoint/endpoint_fault.ts";
import type { ModelOutcome, ModelUse, ModelUseRow, ModelUses } from "../store/state/model_uses.ts";
import type { LanguageModel, ModelQuestion } from "./model.ts";

/** A model as its adapter makes it. */
export interface RawModel {
  /** See {@linkcode LanguageModel.name}. */
  readonly name: string;
  /** Asks. @throws {EndpointFault} whatever goes wrong */
  ask(question: ModelQuestion): Promise<unknown>;
  /** Returns the next step after a fault. */
  hintOf(fault: EndpointFault): string;
}

/** How much may be asked. */
export interface ModelLimits {
  /** Questions a local day. */
  readonly callsPerDay: number;
  /** Estimated tokens a local day. */
  readonly tokensPerDay: number;
}

/** What a model is guarded with. */
export interface Guard {
  /** What the model serves. */
  readonly use: ModelUse;
  /** See {@linkcode ModelLimits}. */
  readonly limits: ModelLimits;
  /** What was asked so far, by all processes. */
  readonly log: ModelUses;
  /** The program's time: it says which day it is. */
  readonly clock: Clock;
}

/** Failures in a row after which the model is left alone (SPEC 9.3). */
const FAILURES_UNTIL_PAUSE = 3;

/** How long it is left alone then, in ms (SPEC 9.3). */
const PAUSE_MS = 60_000;

/** Returns the model with its guard. */
export function guardedModel(model: RawModel, { use, limits, log, clock }: Guard): LanguageModel {
  const refuse = (message: string, hint: string) => new MemoryError(`The model "${model.name}" ${message}`, { hint });
  return {
    name: model.name,
    async ask(question) {
      const { day, ms, iso } = clock.now();
      const tokens = estimateTokens(question.prompt);
      const spent = log.spent(use, day);
      if (spent.calls >= limits.callsPerDay) {
        throw refuse(`may be asked ${limits.callsPerDay} times a day for ${use}, and was`, "see model.callsPerDay");
      }
      if (spent.tokens + tokens > limits.tokensPerDay) {
        throw refuse(
          `may be given ${limits.tokensPerDay} tokens a day for ${use}; ${spent.tokens} are used, and this takes ${tokens}`,
          "see model.tokensPerDay",
        );
      }
      const leftMs = pauseLeftMs(log.find(use), ms);
      if (leftMs > 0) {
        throw refuse(
          `failed ${FAILURES_UNTIL_PAUSE} times in a row and is left alone for ${Math.ceil(leftMs / 1_000)} s`,
          "see model in: memory config",
        );
      }
      log.begin(use, { day, tokens, model: model.name, at: iso });
      const end = (outcome: Pick<ModelOutcome, "tokens" | "failure" | "isSilence">) =>
        log.end(use, { day, at: clock.now().iso, ...outcome });
      try {
        const answer = await model.ask(question);
        end({ tokens: estimateTokens(JSON.stringify(answer) ?? ""), failure: null, isSilence: false });
        return answer;
      } catch (error) {
        if (!(error instanceof EndpointFault)) throw error;
        end({ tokens: 0, failure: error.brief, isSilence: error.isTransient });
        throw new MemoryError(`The model "${model.name}" ${error.message}`, {
          hint: model.hintOf(error),
          cause: error,
        });
      }
    },
  };
}

/** How long a use is left alone yet, in ms; a clock that went back ends the pause. */
function pauseLeftMs(row: ModelUseRow | null, nowMs: number): number {
  if (row === null || row.failedAt === null || row.silentInARow < FAILURES_UNTIL_PAUSE) return 0;
  const sinceMs = nowMs - Date.parse(row.failedAt);
  return sinceMs < 0 ? 0 : PAUSE_MS - sinceMs;
}

/** Returns a model that cannot be asked, since its settings are wrong: every question says why. */
export function unusableModel(
  name: string,
  { reason, hint }: { readonly reason: string; readonly hint: string },
): LanguageModel {
  return { name, problem: reason, ask: () => Promise.reject(new MemoryError(reason, { hint })) };
}
