import type { App } from "../../app/app.ts";
import type { AppRequest } from "../../app/app_request.ts";
import { openOwnerTerminal } from "../../app/owner_terminal.ts";
import { selectDeps } from "../../app/select_deps.ts";
import { waitForTurns } from "../../app/wait_for_turns.ts";
import { MemoryError } from "../../base/errors.ts";
import type { ForgetPlan } from "../../capture/forget/forget_plan.ts";
import { mayForget, requestForget } from "../../capture/forget/may_forget.ts";
import { planForget } from "../../capture/forget/plan_forget.ts";
import { requireWritable } from "../../capture/forget/require_writable.ts";
import { liveFiles } from "../../lanes/live_files.ts";
import { sync } from "../../pipeline/sync.ts";
import type { Answer, ProgramFacts } from "../_declare.ts";
import { forgetText } from "../_text/forget_text.ts";
import { UNTRUSTED_LINES } from "../_untrusted_notice.ts";
import { askerOf, type DoneForget, forgetNow, type Planned, previewOf } from "./answer.ts";
import { askToForget } from "./ask_to_forget.ts";
import { chooseLines, type ForgetWish } from "./choose.ts";
import { completedAnswer } from "./completed_answer.ts";
import { finishForgets } from "./finish_forgets.ts";

/** What `memory forget` was called with. */
export interface ForgetCall {
  /** Words of the selector. */
  readonly words: readonly string[];
  /** Its flags. */
  readonly flags: Omit<ForgetWish, "words"> & { readonly apply: boolean; readonly token: string | undefined };
  /** The app, being opened. */
  readonly opened: Promise<App>;
  /** Returns what it is opened with. */
  request(): AppRequest;
  /** The program around the command. */
  readonly program: ProgramFacts;
}

/**
 * Completes what was begun before, then shows, asks, and does.
 *
 * @throws {MemoryError} usage, failed or busy; nothing is half done then, and what was begun is completed by the next call
 */
export async function runForget(call: ForgetCall): Promise<Answer> {
  const { words, flags, program } = call;
  const opened = await call.opened;
  const { layout, state, clock, originsOf } = opened;
  if (state.isReadonly) throw unwritable(state.path);
  program.progress("Reading the memory …");
  const before = finishForgets(opened);
  const deps = { layout, state, clock, originsOf, select: selectDeps(opened) };
  const report = sync(opened);
  const chosen = await chooseLines(deps, { ...flags, words });
  if (chosen.meant === null) return completedAnswer(opened, before);
  const planned = { opened, deps, plan: planForget(deps, chosen.meant), chosen: chosen.meant };
  requireToken(flags, planned.plan.token);
  const done = await decide(call, planned);
  const notices = [...opened.notices, ...report.notices, ...chosen.notices, ...done.notices];
  const { answer, exitCode } = done;
  return { json: { ...answer, notices }, text: (style) => forgetText(answer, style), notices, exitCode };
}

async function decide({ flags, request, program }: ForgetCall, planned: Planned): Promise<DoneForget> {
  const { opened, deps, plan } = planned;
  const leave = (reason: Parameters<typeof previewOf>[1], ...notices: string[]) => ({
    answer: previewOf(planned, reason),
    notices,
    exitCode: 0,
  });
  if (plan.removed.length + plan.stored.length === 0) return leave("nothing");
  const caller = askerOf(opened);
  const { terminals, environment } = request();
  const mayAsk = terminals.stdin && terminals.stdout && caller.ceiling === "owner";
  // The preview shows them.
  if (caller.client !== null && showsUntrusted(opened, plan)) opened.taintWriter(UNTRUSTED_LINES);
  const isAllowed = mayForget(plan, caller);
  if (!mayAsk && !flags.apply) return isAllowed ? leave("preview") : leave("preview", ASKED_OF_OWNER);
  if (!isAllowed) {
    requestForget(deps, plan, caller.session);
    return leave("owner", "The owner has been asked: memory status shows it");
  }
  requireWritable(plan, opened.layout);
  if (caller.ceiling === "owner") await waitForTurns(opened, "forget lines", program.progress);
  if (mayAsk) {
    const terminal = openOwnerTerminal({ app: opened, request: request(), input: program.input });
    try {
      if (!await askToForget(terminal, previewOf(planned, null), environment)) return leave("declined");
    } finally {
      terminal.close();
    }
  }
  program.progress("Forgetting …");
  return forgetNow(planned);
}

function showsUntrusted(opened: App, { removed, stored, left, near }: ForgetPlan): boolean {
  const files = liveFiles(opened);
  const isUntrusted = ({ path, line }: { readonly path: string; readonly line: number }) => {
    // Of what stands in no file nobody knows where it came from.
    if (line === 0) return true;
    const file = files.read(path);
    return file !== null && files.origins(file, line, line).some(({ origin }) => origin === "untrusted");
  };
  if (stored.some(({ origin }) => origin !== "owner" && origin !== "agent")) return true;
  return removed.some(({ origin }) => origin?.origin === "untrusted") || [...left, ...near].some(isUntrusted);
}

const ASKED_OF_OWNER = "This session did not write all of these lines: doing it only asks the owner";

/** What a query means changes with every line that is written: who applies it says which lines were seen. */
function requireToken({ query, token, apply }: ForgetCall["flags"], actual: string): void {
  if (token === undefined && (query === undefined || !apply)) return;
  if (token === actual) return;
  const reason = token === undefined
    ? "it should be given with --token, as the preview shows it"
    : `"${token}" stands for other lines than those that match now`;
  throw new MemoryError(`Cannot forget what was not shown: ${reason}`, {
    kind: "usage",
    hint: "look at the preview: the same command without --apply",
  });
}

function unwritable(path: string): MemoryError {
  return new MemoryError(`Cannot forget anything: "${path}" cannot be written here`, {
    hint: "run it where the data folder can be written",
  });
}
