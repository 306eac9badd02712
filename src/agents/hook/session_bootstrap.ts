/**
 * The memory with which a session begins, or goes on after its context was compacted (SPEC 9.1).
 *
 * @module
 */
import { bootstrap } from "../../lanes/bootstrap.ts";
import type { HookDeps } from "./hook_deps.ts";
import { startIntentChars } from "./prompt_intents.ts";
import { NO_ANSWER, type PromptAnswer, type PromptMoment, type PromptRoom } from "./prompt_part.ts";
import { readsInstructions } from "./reads_instructions.ts";

/** Returns the memory within a room, frames included, and remembers that the session was given it. */
export function sessionBootstrap(
  { app: { layout, originsOf, state, clock, config }, client, cwd, projects }: HookDeps,
  { input, sessionKind, chat }: Pick<PromptMoment, "input" | "sessionKind" | "chat">,
  { chars }: Pick<PromptRoom, "chars">,
): string {
  const settings = { ...config.bootstrap, hookChars: chars };
  const places = { folder: input.folder ?? cwd, root: layout.root };
  return bootstrap({ layout, originsOf, state, clock, settings, activeProjects: projects() }, {
    sessionKind,
    session: input.session,
    chat,
    isSenderOwner: false,
    place: "hook",
    hasInstructions: readsInstructions(client.readsInstructions, places),
  }).context;
}

/** Returns the memory once more at the first prompt after a compaction of which no start told. */
export function promptCompacted(deps: HookDeps, moment: PromptMoment, room: PromptRoom): PromptAnswer {
  if (!moment.isCompacted) return NO_ANSWER;
  const text = sessionBootstrap(deps, moment, { chars: room.chars - startIntentChars(deps) });
  return { text, outcome: "memory brought back" };
}
