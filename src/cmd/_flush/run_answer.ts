import type { App } from "../../app/app.ts";
import { flushDeps } from "../../app/flush_deps.ts";
import { MemoryError } from "../../base/errors.ts";
import type { ReadPart } from "../../capture/flush/covered_part.ts";
import type { FlushRequest } from "../../capture/flush/write_flush.ts";
import type { LanguageModel } from "../../model/model.ts";
import type { Caller } from "../../provenance/caller.ts";
import type { Answer } from "../_declare.ts";
import { writeAnswer } from "./answers.ts";

/** What notes are taken of. */
export interface RunRequest extends Omit<FlushRequest, "notes" | "part"> {
  /** The part of the transcript, or `null` if none was named. */
  readonly part: ReadPart | null;
  /** Who has them written. */
  readonly caller: Caller;
}

/**
 * Has a language model write the notes, and answers what was written.
 *
 * @throws {MemoryError} usage, without a transcript; failed, if the model fails: somebody else has to write them then
 */
export async function runAnswer(
  app: App,
  model: LanguageModel,
  { part, caller, ...request }: RunRequest,
): Promise<Answer> {
  if (part === null) {
    throw new MemoryError('Cannot have notes written without a transcript: "memory flush run" needs --transcript', {
      kind: "usage",
      hint: "as in: memory flush run --transcript FILE",
    });
  }
  const { runFlush } = await import("../../capture/flush/run_flush.ts");
  const session = request.session ?? part.session;
  const { model: { timeoutMs }, flush: { modelTokens: maxTokens } } = app.config;
  const outcome = await runFlush(flushDeps(app), { ...request, session, part }, { model, timeoutMs, maxTokens });
  if (outcome.kind === "failed") {
    throw new MemoryError(`Cannot have notes written: ${outcome.reason}`, {
      hint: `have the agent save them: memory flush write${outcome.hint === null ? "" : `; ${outcome.hint}`}`,
    });
  }
  const cycle = session === null ? null : request.cycle ?? app.state.flushCycles.current(session);
  return writeAnswer(
    app,
    caller,
    outcome.kind === "ran" ? outcome.result : { session, cycle, lines: [], reason: "done", redacted: {} },
  );
}
