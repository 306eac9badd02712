import { creditedSession } from "../../app/credited_session.ts";
import { escalateDeps } from "../../app/escalate_deps.ts";
import { MemoryError } from "../../base/errors.ts";
import { loadedLater } from "../../lanes/escalate/why_look.ts";
import type { Escalated } from "../../lanes/turn.ts";
import { answerTurn } from "../../lanes/answer_turn.ts";
import { explainTrigger } from "../../lanes/trigger/explain_trigger.ts";
import { MOST_CHARS } from "../../lanes/trigger/trigger.ts";
import { unreadNotices } from "../../lanes/unread_files.ts";
import { logTurn } from "../../lanes/log_turn.ts";
import { sync } from "../../pipeline/sync.ts";
import { chatTypeOf } from "../_chat_type.ts";
import { codeOfNothing } from "../_code_of_nothing.ts";
import type { Answer } from "../_declare.ts";
import { rebuildingOnceLater } from "../_rebuilding_once.ts";
import { recallText } from "../_text/recall_text.ts";
import type { RecallContext } from "./recall_flags.ts";
import { sessionOf } from "./session_of.ts";
import { toldSession } from "./told_session.ts";

/** The word that stands for standard input. */
const STDIN_WORD = "-";

/** Of lane 2: what a model has by default (SPEC 9.3), and a search before it. */
const DEADLINE_MS = 17_000;

function needsModel(style: string): MemoryError {
  return new MemoryError(`Cannot weigh in the style "${style}": no language model is configured for recall`, {
    kind: "usage",
    hint: "leave --style out, or see model.provider and recall.model in: memory config",
  });
}

/**
 * Returns what an agent should know at a message.
 *
 * @throws {MemoryError} usage, if there is no message
 */
export async function messageAnswer(context: RecallContext): Promise<Answer> {
  const { flags, app, request } = context;
  const message = await messageOf(context);
  const opened = await app();
  const { layout, originsOf, state, clock, config } = opened;
  const report = sync(opened, { isAwaited: true });
  const declared = { kind: flags.sessionKind, chat: chatTypeOf(flags.chat, request().environment["MEMORY_CHAT"]) };
  const asking = sessionOf(opened, flags.session, declared);
  const { session } = asking;
  // Hooks count the prompts of their sessions; of any other session each message is one.
  const credited = creditedSession(opened, flags.session, opened.caller(declared.kind));
  const isOwn = session === credited;
  if (session !== null && isOwn && !asking.isHooked && !flags.explain && !state.isReadonly) {
    state.shown.advance(session, clock.now().iso);
  }
  const live = { layout, originsOf, state, clock };
  const activeProjects = opened.projectsOf(session);
  const told = toldSession(opened, session, flags.transcript);
  if (flags.style !== undefined && await opened.model("recall") === null) throw needsModel(flags.style);
  const { escalate = "auto", queryMode, style, explain: isExplained } = flags;
  const bounds = { escalate, queryMode, style, isExplained, roomChars: ROOM_CHARS, deadlineMs: DEADLINE_MS };
  const answer = await rebuildingOnceLater(opened, () =>
    answerTurn(
      { ...live, index: opened.index, activeProjects },
      { message, ...asking, ...bounds },
      loadedLater(async () => {
        const { escalator } = await import("../../lanes/escalate/escalate.ts");
        return escalator(escalateDeps(opened, { activeProjects, told, steadyMs: () => performance.now() }));
      }),
    ));
  const { triggered, escalated, context: text, reason } = answer;
  const notices = [...opened.notices, ...report.notices, ...unreadNotices(live)];
  const { context: _, hits, steps, ...deeper } = escalated;
  const explanation = flags.explain ? explainTrigger(answer) : null;
  return {
    json: {
      triggered: (triggered?.entries ?? []).map(({ entryKey: _key, ...entry }) => entry),
      context: text,
      reason,
      escalated: {
        ...deeper,
        hits: hits.map(({ entryKey: _key, ...hit }) => hit),
        ...(flags.explain ? { steps } : {}),
      },
      ...(explanation === null ? {} : { explanation }),
      notices,
    },
    text: (style) => recallText({ text, explanation, escalated }, style),
    notices: [...notices, ...(text === "" && reason !== null ? [nothingNote(reason, escalated)] : [])],
    exitCode: text === "" ? codeOfNothing(report.failures.length, flags.exitCode) : 0,
    afterwards() {
      if (flags.explain) return;
      logTurn({ ...live, settings: config.recall, project: opened.projectKey }, answer, credited);
    },
  };
}

/** Who asks for earlier days wants to know what came of looking back. */
function nothingNote(reason: string, { ran, reason: deeper }: Escalated): string {
  return `Nothing is recalled: ${ran ? `${reason}; looking back: ${deeper}` : reason}`;
}

/** Both lanes together: what a hook may give at most goes to other parts, too. */
const ROOM_CHARS = 2 * MOST_CHARS;

async function messageOf({ arguments: words, program }: RecallContext): Promise<string> {
  const isStdin = words.length === 0 || words.length === 1 && words[0] === STDIN_WORD;
  if (!isStdin) return words.join(" ");
  if (words.length === 0 && program.isInputTerminal) {
    throw new MemoryError("Missing argument MESSAGE: what is said to the agent", {
      kind: "usage",
      hint: '"memory help recall" shows how it is used',
    });
  }
  return await program.readInput();
}
