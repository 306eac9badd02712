/**
 * What clients write into the messages of a session themselves. It is nobody's statement, whatever its role (SPEC 7.4).
 *
 * @module
 */

/** `turn`: the message begins a turn that nobody asked for. `note`: it only stands between others. */
export type Scaffolding = "turn" | "note";

/** Returns what kind of scaffolding a whole message is, or `null`. */
export function scaffoldingOf(text: string): Scaffolding | null {
  const start = text.trimStart();
  if (TURNS.test(start)) return "turn";
  return NOTES.test(start) ? "note" : null;
}

/** Returns whether an assistant's whole message is the answer to scaffolding. */
export function isScaffoldAnswer(text: string): boolean {
  return ANSWERS.test(text.trim());
}

/**
 * Returns a message without what clients put inside it. What stands between the first beginning of a kind of frame and its
 * last end goes: a text inside may hold an end of its own.
 */
export function withoutFrames(text: string): string {
  if (!text.includes("<")) return text;
  let rest = text;
  for (const tag of FRAMES) {
    const start = rest.search(new RegExp(`<${tag}(?=[\\s>])`, "i"));
    if (start < 0) continue;
    const ends = [...rest.matchAll(new RegExp(`</${tag}\\s*>`, "gi"))];
    const last = ends.at(-1);
    const end = last === undefined || last.index < start ? rest.length : last.index + last[0].length;
    rest = `${rest.slice(0, start)}\n${rest.slice(end)}`;
  }
  return rest;
}

/** Tags around what clients insert. */
const FRAMES = [
  "system-reminder",
  "system_reminder",
  "ide_opened_file",
  "ide_selection",
  "ide_diagnostics",
  "command-name",
  "command-message",
  "command-args",
  "local-command-stdout",
  "local-command-stderr",
  "local-command-caveat",
  "bash-input",
  "bash-stdout",
  "bash-stderr",
  "task-notification",
  "user-prompt-submit-hook",
  "session-start-hook",
  "environment_context",
  "user_instructions",
  "hook_context",
] as const;

/** Messages with which a runtime begins a turn: heartbeats, jobs of cron, sub-agents, flushes, announcements. */
const TURNS =
  /^(?:\[cron:|\[subagent (?:context|task)\]|read heartbeat\.md|pre-compaction memory flush|agent-to-agent announce|an async command completion|a (?:cron|scheduled) |a new session was started|a subagent |system: \[.*heartbeat)/i;

/** Messages that stand between others. */
const NOTES =
  /^(?:<(?:command-(?:name|message|args)|local-command-[a-z]+|bash-(?:input|stdout|stderr)|system-reminder|task-notification|environment_context|user_instructions|permissions instructions|turn_aborted|skill|instructions|user_shell_command|subagent_notification|teammate-message)\b|caveat:|\[request interrupted|# agents\.md instructions|note: the previous agent run|skills store policy \(operator configured\):\s*$)/i;

const ANSWERS = /^(?:HEARTBEAT_OK|NO_REPLY|ANNOUNCE_SKIP|REPLY_SKIP)[.!]?$/;
