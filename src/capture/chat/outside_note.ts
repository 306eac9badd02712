/**
 * Notices that a client puts in the place of a prompt, about what ran beside the turn.
 *
 * @module
 */

/** `task`: of a task, a sub-agent or another agent. `command`: of a command that the person ran at the prompt. */
export type OutsideNote = "task" | "command";

/**
 * Returns of what a prompt tells that may hold text from anywhere, or `null`: a turn that it opens is tainted
 * (SPEC 4.5). Who only writes of such a notice taints one turn for nothing.
 */
export function outsideNoteOf(prompt: string): OutsideNote | null {
  // Building the expressions costs more than the rest, and few prompts have a tag or begin so.
  const isTagged = prompt.includes("<");
  const start = prompt.trimStart();
  const mayAnnounce = FIRST.has(start.charAt(0));
  if ((isTagged && TASKS.test(prompt)) || (mayAnnounce && BEGINNINGS.test(start))) return "task";
  return isTagged && COMMANDS.test(prompt) ? "command" : null;
}

/** Tags around them; what stands before a tag makes it no better. */
const TASKS = /<(?:task-notification|teammate-message|subagent_notification)\b/i;
const COMMANDS = /<(?:bash-(?:input|stdout|stderr)|local-command-std(?:out|err))\b/i;

/** Words with which runtimes announce them. */
const BEGINNINGS =
  /^(?:\[subagent (?:context|task)\]|agent-to-agent announce|an async command completion|a subagent )/i;
/** What those begin with. */
const FIRST: ReadonlySet<string> = new Set(["[", "a", "A"]);
