/**
 * Intents in the answers of hooks (SPEC 9.5): at a prompt what is due and what the message brings up, at a start what is due.
 *
 * @module
 */
import { intentDeps } from "../../app/intent_deps.ts";
import { outsideNoteOf } from "../../capture/chat/outside_note.ts";
import { fireIntents, type FireRequest } from "../../intents/fire.ts";
import { settleIntents } from "../../intents/settle.ts";
import { fence, fenceOverhead } from "../../lanes/fence.ts";
import { mayInjectInto } from "../../provenance/predicates.ts";
import type { HookDeps } from "./hook_deps.ts";
import { NO_ANSWER, type PromptAnswer, type PromptMoment, type PromptRoom } from "./prompt_part.ts";

/** Names the block in its frame. */
const SOURCE = "intents that are due";

/** Returns the intents of a prompt in one frame; each fires here and nowhere else. */
export function promptIntents(deps: HookDeps, moment: PromptMoment, room: Pick<PromptRoom, "chars">): PromptAnswer {
  return delivered(deps, moment, { message: typed(moment), place: "prompt", chars: room.chars });
}

/** Returns the time wishes that are due when a session starts, in one frame. */
export function startIntents(
  deps: HookDeps,
  moment: Pick<PromptMoment, "input" | "sessionKind" | "chat">,
  room: Pick<PromptRoom, "chars">,
): PromptAnswer {
  return delivered(deps, moment, { message: null, place: "start", chars: room.chars });
}

/** What nobody typed brings up nothing by its words. */
function typed({ input: { prompt } }: PromptMoment): string | null {
  return prompt === null || outsideNoteOf(prompt) !== null ? null : prompt;
}

/** Returns the chars to keep free for {@linkcode startIntents}: nothing if nothing is due. */
export function startIntentChars({ app: { state, clock, config } }: HookDeps): number {
  return state.intents.awake(clock.now().ms).hasDue ? config.intents.blockChars : 0;
}

/** To be done before turns are forgotten: the class of an intent may hang on them. */
export function tidyIntents({ app }: HookDeps): void {
  settleIntents(intentDeps(app));
  app.state.intents.expire(app.clock.now().ms);
}

interface Delivery extends Pick<FireRequest, "message" | "place"> {
  readonly chars: number;
}

function delivered(
  { app }: HookDeps,
  { input, sessionKind, chat }: Pick<PromptMoment, "input" | "sessionKind" | "chat">,
  { message, place, chars }: Delivery,
): PromptAnswer {
  const deps = intentDeps(app);
  settleIntents(deps);
  // Nothing fires where nobody is told: the wish waits for a session that it may come up in.
  if (app.state.isReadonly || !mayInjectInto(sessionKind, chat).passes) return NO_ANSWER;
  const roomChars = Math.min(chars, deps.config.blockChars) - fenceOverhead(SOURCE);
  const { fired } = fireIntents(deps, {
    message,
    place,
    channel: input.client,
    sender: null,
    session: input.session,
    roomChars,
  });
  if (fired.length === 0) return NO_ANSWER;
  return {
    text: fence(fired.map(({ line }) => line).join("\n"), SOURCE),
    outcome: fired.length === 1 ? "1 intent" : `${fired.length} intents`,
  };
}
