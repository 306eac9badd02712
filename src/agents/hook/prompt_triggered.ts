import { answerTurn } from "../../lanes/answer_turn.ts";
import { logTurn } from "../../lanes/log_turn.ts";
import { outsideNoteOf } from "../../capture/chat/outside_note.ts";
import type { HookDeps } from "./hook_deps.ts";
import { promptEscalate } from "./prompt_escalated.ts";
import { NO_ANSWER, type PromptAnswer, type PromptMoment, type PromptRoom } from "./prompt_part.ts";

/**
 * Returns the entries that a prompt brings up (SPEC 9.2), what is found of earlier days if it asks for them (9.3), and logs what it gives credit to (SPEC 6). A notice of a task
 * that ran beside is nobody's prompt.
 */
export async function promptTriggered(
  deps: HookDeps,
  { input, sessionKind, chat }: PromptMoment,
  room: PromptRoom,
): Promise<PromptAnswer> {
  const message = input.prompt ?? "";
  if (outsideNoteOf(message) !== null) return NO_ANSWER;
  const { app: { layout, originsOf, index, state, clock, config, projectKey } } = deps;
  const live = { layout, originsOf, clock, state };
  const { session } = input;
  const answer = await answerTurn(
    { ...live, index, activeProjects: deps.projects() },
    { message, session, sessionKind, chat, escalate: "auto", roomChars: room.chars, deadlineMs: room.ms },
    promptEscalate(deps, input),
  );
  if (answer.triggered === null) return { text: null, outcome: answer.reason };
  const { recalls } = logTurn({ ...live, settings: config.recall, project: projectKey }, answer, session);
  const given = answer.triggered.entries.length;
  const found = answer.escalated.hits.length;
  const words = [
    ...(given > 0 ? [`${given} triggered`] : []),
    ...(answer.escalated.ran ? [`${found} looked up`] : []),
    ...(recalls > 0 ? [`${recalls} recalled`] : []),
  ];
  const { context } = answer;
  return { text: context === "" ? null : context, outcome: words.length === 0 ? null : words.join(", ") };
}
