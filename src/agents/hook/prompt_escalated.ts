/**
 * Lane 2 in the answer to a prompt (SPEC 9.3, 11.6). A prompt that does not ask for earlier days costs the look for that
 * and nothing else: what looks back is loaded for the others only.
 *
 * @module
 */
import { escalateDeps } from "../../app/escalate_deps.ts";
import { loadedLater } from "../../lanes/escalate/why_look.ts";
import type { Escalate } from "../../lanes/turn.ts";
import type { HookDeps } from "./hook_deps.ts";
import type { HookInput } from "./hook_input.ts";

/** What is left for the client to get the answer, in milliseconds. */
const MARGIN_MS = 250;

/** Returns lane 2 for a prompt. */
export function promptEscalate(deps: HookDeps, { client, session }: HookInput): Escalate {
  return loadedLater(async () => {
    const { escalator } = await import("../../lanes/escalate/escalate.ts");
    const lane = escalator(escalateDeps(deps.app, {
      activeProjects: deps.projects(),
      told: { session, clients: [client] },
      steadyMs: deps.elapsedMs,
    }));
    return (request) => lane({ ...request, deadlineMs: request.deadlineMs - MARGIN_MS });
  });
}
