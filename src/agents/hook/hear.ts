/**
 * Notes what was said where the client names no transcript (SPEC 7.4): the prompt and the reply, as its hooks tell of them.
 * What is noted is read as a transcript is at the end of the turn.
 *
 * @module
 */
import { emptyPrivate } from "../../capture/redact/private_spans.ts";
import { redactShown } from "../../capture/redact/redact.ts";
import { shortHash } from "../../base/hash.ts";
import type { SessionRow } from "../../store/state/sessions.ts";
import { appendHeard, type HeardMessage, heardPath } from "../../workspace/heard_words.ts";
import type { HookDeps } from "./hook_deps.ts";
import type { HookInput } from "./hook_input.ts";

/** Of a longer text the rest is not noted. In UTF-16 units. */
const MOST_CHARS = 100_000;

/** Returns words as they are noted: nothing that is secret or private is ever written. */
export function heardText({ app: { config } }: Pick<HookDeps, "app">, words: string): string {
  // A word that is cut in two would not be known for what it is.
  const kept = words.length <= MOST_CHARS ? words : words.slice(0, MOST_CHARS).replace(/\S*$/, "");
  return redactShown(emptyPrivate(kept), config.redact).text;
}

/** Notes a prompt, by the turn that it opened. @param text by {@linkcode heardText} */
export function hearPrompt(deps: HookDeps, input: HookInput, text: string): void {
  const session = sessionOf(deps, input);
  const turn = session === null ? null : deps.app.state.turns.latestOf(session.id);
  if (session === null || turn === null || text.trim() === "") return;
  append(deps, session, [{ role: "user", id: `turn-${turn.id}`, at: turn.openedAt, text }]);
}

/** Notes a reply, and its prompt where only the reply tells of it. Returns the file, or `null` if there is nothing in it. */
export function hearReply(deps: HookDeps, input: HookInput, isThere: (path: string) => boolean): string | null {
  const { app: { layout, state, clock } } = deps;
  const session = sessionOf(deps, input);
  if (session === null) return null;
  const path = heardPath(layout, input);
  const turn = state.turns.latestOf(session.id);
  const words = input.prompt === null || isThere(path) ? "" : heardText(deps, input.prompt);
  const reply = input.reply === null ? "" : heardText(deps, input.reply);
  const messages: HeardMessage[] = [];
  if (words.trim() !== "" && turn !== null) {
    messages.push({ role: "user", id: `turn-${turn.id}`, at: turn.openedAt, text: words });
  }
  if (reply.trim() !== "") {
    const id = `reply-${turn?.id ?? "none"}-${shortHash(reply)}`;
    messages.push({ role: "assistant", id, at: clock.now().iso, text: reply });
  }
  if (messages.length > 0) append(deps, session, messages);
  return isThere(path) ? path : null;
}

/** Only what is said between a person and the agent is evidence (SPEC 7.4): nothing else is noted. */
function sessionOf({ app: { state } }: HookDeps, { client, session, isSubagent }: HookInput): SessionRow | null {
  const row = isSubagent || state.isReadonly ? null : state.sessions.find(client, session);
  return row?.kind === "interactive" && row.chat === "direct" ? row : null;
}

function append({ app: { layout }, cwd }: HookDeps, session: SessionRow, messages: readonly HeardMessage[]): void {
  const { client, name, startedAt, projectDir } = session;
  appendHeard(layout, { client, session: name, startedAt, folder: projectDir ?? cwd }, messages);
}
