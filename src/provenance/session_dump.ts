/**
 * Session dumps (SPEC 4.2): files into which another program copied a conversation, both speakers, with blocks that say who
 * sent what. They look like notes; most of their lines are somebody else's words. Recognised by what they hold.
 *
 * @module
 */

/** Whose words a line of a dump is: the agent's own, or anybody's, the program's that made the dump included. */
export type Speaker = "agent" | "other";

/**
 * Returns whose words each line of a file is, `null` where it is no part of a dump; or `null` if the file holds none.
 *
 * A dump begins with a heading that names a session and, shortly below, its key or id; with a block of metadata about a
 * sender; or where turns of both speakers alternate, two of each at least. It goes on to the end of the file: whatever
 * could end it may stand in a message. A turn begins with the name of its speaker; what it says may lie in lists, quotes
 * and code. A list of people with the same names, as in `- User: Anna`, is no dump.
 *
 * @param lines of a file, without line ends
 */
export function sessionDump(lines: readonly string[]): readonly (Speaker | null)[] | null {
  if (!lines.some(mayBegin)) return null;
  const starts = [byHeading(lines), bySenderBlock(lines), byTurns(lines)].filter((at) => at >= 0);
  if (starts.length === 0) return null;
  const start = Math.min(...starts);
  let speaker: Speaker = "other";
  return lines.map((line, at) => {
    if (at < start) return null;
    const turn = TURN.exec(line)?.[1];
    if (turn !== undefined) speaker = isAgent(turn) ? "agent" : "other";
    // Metadata is the program's own, whoever speaks, and what follows it is what was sent.
    else if (METADATA.test(line)) speaker = "other";
    return speaker;
  });
}

/** Returns whether a text may hold a dump: one look at all of it, where {@linkcode sessionDump} looks at each line. */
export function mayHoldDump(text: string): boolean {
  return NAMES.test(text);
}

/** What the line with which a dump begins has in it. */
const NAMES = /user|human|session|metadata|会话|對話|对话|用户|用戶|人类|元数据|未经核实/i;

/** The cheapest look at a line: most lines of most files begin with a list mark. */
function mayBegin(line: string): boolean {
  return BEGINNING.test(line) || line.includes("metadata") || line.includes("元数据") || line.includes("未经核实");
}

const BEGINNING = /^[\s>#*_]*(?:\[[^\]]{1,40}\]\s*)?(?:\*\*|__)?(?:user|human|session|会话|對話|对话|用户|用戶|人类)/i;

/** `# Session: 2026-04-11 15:28:11 UTC`, also in Chinese. */
const HEADING = /^#{1,2}\s*(?:session|会话|對話|对话)\s*[:：]?\s*\d{4}-\d{2}-\d{2}/i;
/** What tells one session from another. */
const IDENTITY = /^\s*[-*]?\s*(?:\*\*)?(?:session (?:key|id)|会话(?:键|密钥|编号|\s*id)|對話編號)(?:\*\*)?\s*[:：]/i;
/** Lines below the heading in which the identity stands. */
const IDENTITY_REACH = 12;

function byHeading(lines: readonly string[]): number {
  return lines.findIndex((line, at) =>
    HEADING.test(line) && lines.slice(at + 1, at + 1 + IDENTITY_REACH).some((below) => IDENTITY.test(below))
  );
}

/** A line that announces who sent a message: `Conversation info (untrusted metadata):`. */
const METADATA =
  /\((?:untrusted metadata|untrusted[^()]{0,40}|不可信(?:的)?元数据|未经核实[^()]{0,20})\)\s*[:：]?\s*$|（不可信(?:的)?元数据）\s*[:：]?\s*$/i;
const FENCE_OR_OBJECT = /^\s*(?:`{3,}|~{3,}|\{)/;

/** The block begins a message: where a speaker's name stands before it, on the same line or the last one above. */
function bySenderBlock(lines: readonly string[]): number {
  const block = lines.findIndex((line, at) => METADATA.test(line) && FENCE_OR_OBJECT.test(lines[at + 1] ?? ""));
  if (block < 0) return -1;
  const turn = lines.findIndex((line) => TURN.test(line));
  return turn >= 0 && turn < block ? turn : block;
}

/** The name of a speaker where a turn begins: no list item. */
const TURN =
  /^\s*(?:>\s*)?(?:#{1,6}\s*)?(?:\[[^\]]{1,40}\]\s*)?(?:\*\*|__)?(user|human|assistant|agent|ai|bot|system|tool|用户|用戶|人类|助手|助理|智能体|系统|工具)(?:\*\*|__)?\s*[:：]/i;
const AGENT_NAMES = /^(?:assistant|agent|ai|bot|助手|助理|智能体)$/i;
/** Turns of each speaker that make a conversation: one question and one answer may be an example. */
const LEAST_TURNS = 2;

function isAgent(name: string): boolean {
  return AGENT_NAMES.test(name);
}

function byTurns(lines: readonly string[]): number {
  let first = -1;
  let changes = 0;
  let last: boolean | null = null;
  const count = { agent: 0, other: 0 };
  for (const [at, line] of lines.entries()) {
    const name = TURN.exec(line)?.[1];
    if (name === undefined) continue;
    if (first < 0) first = at;
    const side = isAgent(name);
    count[side ? "agent" : "other"]++;
    if (last !== null && last !== side) changes++;
    last = side;
  }
  const isBoth = count.agent >= LEAST_TURNS && count.other >= LEAST_TURNS;
  return isBoth && changes >= LEAST_TURNS ? first : -1;
}
