/**
 * Notices that a client puts in the place of a prompt, about what ran beside the turn.
 *
 * @module
 */

/**
 * Returns whether a prompt holds what a task, a sub-agent or another agent gave back, which may come from anywhere: a turn
 * that it opens is tainted (SPEC 4.5). Who only writes of such a notice taints one turn for nothing.
 */
export function isOutsideNote(prompt: string): boolean {
  return NOTICES.test(prompt) || BEGINNINGS.test(prompt.trimStart());
}

/** Tags around them; what stands before a tag makes it no better. */
const NOTICES =
  /<(?:task-notification|teammate-message|subagent_notification|bash-(?:input|stdout|stderr)|local-command-std(?:out|err))\b/i;

/** Words with which runtimes announce them. */
const BEGINNINGS =
  /^(?:\[subagent (?:context|task)\]|agent-to-agent announce|an async command completion|a subagent )/i;
