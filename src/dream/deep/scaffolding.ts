/**
 * Text that programs leave in diaries and that no person meant as a memory: prompts of heartbeats and flushes, markers of
 * other memory systems, and our own reports and fences (SPEC 8.1; seen in real workspaces).
 *
 * @module
 */

/** Returns whether a line is scaffolding or a report. Looks for fixed wording, in any position where it is a sure sign. */
export function isScaffolding(line: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(line));
}

const PATTERNS: readonly RegExp[] = [
  // Answers and prompts of unattended turns.
  /\b(?:HEARTBEAT_OK|NO_REPLY)\b|^\[cron:|Read HEARTBEAT\.md/,
  // The save before a compaction, and the instruction to store memories.
  /pre-compaction memory flush|store durable memories|compaction (?:is near|imminent)/i,
  // Metadata blocks that wrap messages of a chat.
  /\((?:untrusted )?metadata\)\s*:|^(?:session (?:key|id)|message_id|sender_id|conversation (?:info|summary|label))\b/i,
  // Candidate and reflection lines of a dream, also nested, and the list of their numbers.
  /^(?:candidate|reflections?|possible lasting (?:truths|updates)|what happened)\s*:/i,
  /^(?:(?:confidence|recalls)\s*:\s*\d|evidence\s*:\s*memory\/|status\s*:\s*(?:staged|promoted))/i,
  /\[score=|\bscore[=:]\s*0?\.\d+|\brecalls[=:]\s*\d|\bconfidence[=:]\s*0?\.\d+/i,
  // Markers of a promotion or of a managed block, also when their comment signs are gone.
  /openclaw[:-](?:memory|dream|promot|managed|short|diary|deep|light|rem)|promoted from short-term memory|consolidated memory \(\d|memory consolidation history/i,
  // Our own fence.
  /<\/?memory-data\b/i,
  // The prompt of a dream diary.
  /write a dream diary entry|you are keeping a dream diary/i,
];
