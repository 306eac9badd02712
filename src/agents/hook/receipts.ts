import { cutCodePoints } from "../../base/text/measure.ts";
import { visibleText } from "../../base/text/display.ts";
import { fence } from "../../lanes/fence.ts";
import { injectedHashes } from "../../workspace/injected_hashes.ts";
import { keepNearForms } from "../../curate/near_echo.ts";
import type { HookDeps } from "./hook_deps.ts";
import type { HookInput } from "./hook_input.ts";

/** Receipts are a line each; a prompt has to leave room for what is recalled. In chars. */
const MOST_CHARS = 240;

/** Receipts told at once. */
const MOST_RECEIPTS = 5;

/**
 * Returns what became of the orders that were given in a session (SPEC 7.2), framed for its agent, or `null`; each is told
 * once, and is no news when the agent repeats it.
 */
export function receiptsFor({ app: { state, clock } }: HookDeps, { client, session }: HookInput): string | null {
  if (state.isReadonly) return null;
  const untold = state.orders.untold(client, session).slice(0, MOST_RECEIPTS);
  if (untold.length === 0) return null;
  const lines = untold.map(({ receipt }) => `- ${cutCodePoints(visibleText(receipt ?? ""), MOST_CHARS)}`);
  const injectedAt = clock.now().iso;
  const shown = lines.join("\n");
  const texts = untold.map(({ text }) => text);
  state.transaction(() => {
    state.orders.tell(untold.map(({ id }) => id), injectedAt);
    const hashes = new Set([shown, ...texts].flatMap(injectedHashes));
    state.injections.add([...hashes].map((hash) => ({ hash, session, injectedAt, place: "prompt" as const })));
    keepNearForms(state, texts);
  });
  return fence(shown, "what was ordered in this chat");
}
