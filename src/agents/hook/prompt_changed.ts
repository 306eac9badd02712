import { changedEntries } from "../../lanes/changed_entries.ts";
import type { HookDeps } from "./hook_deps.ts";
import { NO_ANSWER, type PromptAnswer, type PromptMoment, type PromptRoom } from "./prompt_part.ts";

/** Returns what changed in the curated files since the session was given them (SPEC 9.1), and remembers that it was told. */
export function promptChanged(
  deps: HookDeps,
  { input, sessionKind, chat }: PromptMoment,
  room: PromptRoom,
): PromptAnswer {
  const { app: { layout, originsOf, state, clock, config } } = deps;
  const { text, given, gone } = changedEntries(
    { layout, originsOf, state, clock, settings: config.bootstrap, activeProjects: deps.projects() },
    // The hook does not know who wrote in a group.
    { session: input.session, sessionKind, chat, isSenderOwner: false, roomChars: room.chars },
  );
  if (text === "") return NO_ANSWER;
  const words = [...(given > 0 ? [`${given} changed`] : []), ...(gone > 0 ? [`${gone} gone`] : [])];
  return { text, outcome: words.join(", ") };
}
