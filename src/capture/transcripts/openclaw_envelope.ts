/**
 * What OpenClaw puts before the words of a message: blocks that say who sent it and where, a time, the name of what made
 * the turn, and words of others. It is a list of what is let through: words are a person's own only if nothing stands
 * before them but known blocks of a direct chat, in which every key is known and harmless (SPEC 4.4).
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import { whyForeign } from "./openclaw_marks.ts";
import { type Fields, textField } from "./fields.ts";

/** What stands before the words, and the words. */
export interface Envelope {
  /** What is left without what is known; of a message that is foreign all from the first unknown part on. */
  readonly text: string;
  /** What kind of turn it is. */
  readonly kind: SessionKind;
  /** A block names a group, a channel or a forum, or cannot be read and may have done so. */
  readonly isGroup: boolean;
  /** Id or name of who sent it, as the gateway tells it; `null` if it does not. */
  readonly sender: string | null;
  /** The id alone. */
  readonly senderId: string | null;
  /** Why nobody typed it; `null`: nothing speaks against a person. */
  readonly made: string | null;
  /** Why these are not the words of who sent it, as a short clause, or `null`. */
  readonly foreign: string | null;
  /** Words of others in blocks that were taken off: names, and messages that were replied to or forwarded. */
  readonly others: string;
}

/** Returns whether a message has a block of metadata, which clients other than OpenClaw do not write. */
export function hasEnvelope(text: string): boolean {
  return /\(untrusted[^)\n]{0,60}\):?[ \t\r]*$|^\s*\[Queued messages while agent was busy\]/m.test(text);
}

/** Reads a message of role user; of several blocks that disagree the graver counts. */
export function readEnvelope(message: string): Envelope {
  const found = new Found();
  let rest = message.replace(/\r\n?/g, "\n").trimStart();
  for (let block = BLOCK.exec(rest); block !== null; block = BLOCK.exec(rest)) {
    found.take(block);
    rest = rest.slice(block[0].length).trimStart();
  }
  // What stands behind something unknown may be forged: it can still say that this is a group.
  for (const block of rest.slice(0, MOST_LOOKED_UNITS).matchAll(INNER_BLOCK)) found.take(block);
  rest = rest.replace(TIME, "");
  found.foreign ??= whyForeign(rest);
  const starts = found.foreign === null ? [rest] : rest.split("\n");
  const made = MADE.find(({ pattern }) => starts.some((line) => pattern.test(line.replace(TIME, ""))));
  return {
    text: rest,
    kind: made?.kind ?? "interactive",
    isGroup: found.isGroup,
    sender: found.senderId ?? found.name,
    senderId: found.senderId,
    made: made?.why ?? null,
    foreign: found.foreign,
    others: found.others.join("\n"),
  };
}

/** A block of metadata; its JSON stands in a fence. */
const BLOCK = /^([^\n:(]{1,60}) (\(untrusted[^)\n]{0,60}\)):[ \t]*\n+```(?:json)?[ \t]*\n([^]*?)\n?```[ \t]*(?:\n|$)/;
const INNER_BLOCK = new RegExp(BLOCK.source, "gm");
/** What a gateway puts before the words is shorter, in UTF-16 units. */
const MOST_LOOKED_UNITS = 20_000;

const TIME =
  /^\s*\[(?:mon|tue|wed|thu|fri|sat|sun) \d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?(?: [a-z0-9+:/_-]{1,20})?\]\s*/i;

/** Turns that nobody typed, by how they begin. */
const MADE: readonly { readonly pattern: RegExp; readonly kind: SessionKind; readonly why: string }[] = [
  { pattern: /^\s*\[cron:[^\]\n]*\]/, kind: "cron", why: "a timer's turn" },
  { pattern: /^\s*\[Subagent (?:Context|Task)\]/, kind: "subagent", why: "a sub-agent's turn" },
  { pattern: /^\s*Read HEARTBEAT\.md if it exists/, kind: "heartbeat", why: "a heartbeat" },
  { pattern: /^\s*Pre-compaction memory flush\./, kind: "unknown", why: "scaffolding of the gateway" },
  {
    pattern: /^\s*A new session was started via \/new or \/reset\./,
    kind: "unknown",
    why: "scaffolding of the gateway",
  },
  {
    pattern: /^\s*An async command completion event was triggered/,
    kind: "unknown",
    why: "scaffolding of the gateway",
  },
  { pattern: /^\s*Agent-to-agent announce step\./, kind: "subagent", why: "a sub-agent's turn" },
  {
    pattern: /^\s*Note: The previous agent run was aborted by the user\.\s*$/,
    kind: "unknown",
    why: "scaffolding of the gateway",
  },
];

/** Whether a value of a key says nothing but what is true of a direct chat; the whole block is there to compare with. */
type IsHarmless = (value: unknown, block: Fields) => boolean;

const isId: IsHarmless = (value) =>
  typeof value === "number" ? value >= 0 : typeof value === "string" && /^[\w.@+=][\w.:@+=-]{0,127}$/.test(value);
const isName: IsHarmless = (value) => typeof value === "string" && /^[^\p{Cc}\u2028\u2029]{0,120}$/u.test(value);
const isMoment: IsHarmless = (value) =>
  typeof value === "number" || (typeof value === "string" && /^[\w :+.,/-]{1,60}$/.test(value));
const isOff: IsHarmless = (value) => value === false || value === null;
/** The chat of two people has the id of the other one. */
const isOwnChat: IsHarmless = (value, { sender_id: sender }) =>
  isId(value, {}) && isId(sender, {}) && String(value).replace(/^[a-z][a-z-]{0,30}:/, "") === String(sender);

/** By title of its block, the keys that are let through. Seen in files of version 3 (docs/transcripts.md). */
const HARMLESS: Readonly<Record<string, Readonly<Record<string, IsHarmless>>>> = {
  "Conversation info": {
    message_id: isId,
    reply_to_id: isId,
    sender_id: isId,
    sender: isName,
    timestamp: isMoment,
    chat_id: isOwnChat,
    chat_type: (value) => value === "direct",
    is_group_chat: isOff,
    is_forum: isOff,
    was_mentioned: isOff,
    has_reply_context: isOff,
    has_forwarded_context: isOff,
    group_subject: isOff,
    topic_id: isOff,
  },
  "Sender": { label: isName, id: isId, name: isName, username: isName },
};

/** Keys that tell of a group, whatever they say, unless they deny it. */
const OF_GROUP = /group|forum|topic|channel|space|guild|room|thread|label|mentioned|^chat_(?:id|type)$/;

/** What the blocks of a message say together. */
class Found {
  isGroup = false;
  senderId: string | null = null;
  name: string | null = null;
  foreign: string | null = null;
  readonly others: string[] = [];
  readonly #titles = new Set<string>();

  take([, title = "", , body = ""]: RegExpExecArray): void {
    const known = Object.hasOwn(HARMLESS, title) ? HARMLESS[title] : undefined;
    if (this.#titles.has(title)) this.foreign ??= "a second envelope inside of the message";
    this.#titles.add(title);
    const block = parsed(body);
    if (block === null) {
      // Nobody knows what it said: it may have said that this is a group.
      this.isGroup = true;
      this.foreign ??= "an envelope that cannot be read";
      this.others.push(body);
      return;
    }
    if (known === undefined) this.foreign ??= reasonOf(title);
    for (const [key, value] of Object.entries(block)) this.#takeKey(key, value, { known, block });
    if (known !== undefined) this.#takeSender(block);
  }

  #takeKey(
    key: string,
    value: unknown,
    { known, block }: { known: typeof HARMLESS[string] | undefined; block: Fields },
  ) {
    const isKnown = known !== undefined && Object.hasOwn(known, key);
    if (isKnown && known[key]?.(value, block) === true) {
      if (known[key] === isName) this.others.push(String(value));
      return;
    }
    this.others.push(typeof value === "string" ? value : JSON.stringify(value));
    if (known === undefined) return;
    this.isGroup ||= (OF_GROUP.test(key) && !isOff(value, block)) && !(key === "label" && isKnown);
    this.foreign ??= /^has_forwarded/.test(key)
      ? "forwarded"
      : /^has_reply/.test(key)
      ? "an answer to somebody's message"
      : `its envelope says something that no direct chat does: ${isKnown ? key : "an unknown key"}`;
  }

  #takeSender(block: Fields): void {
    const id = block["sender_id"] ?? block["id"];
    const given = typeof id === "number" ? String(id) : typeof id === "string" && id !== "" ? id : null;
    if (given !== null && this.senderId !== null && given !== this.senderId) {
      this.foreign ??= "its envelope names two senders";
    }
    this.senderId ??= given;
    this.name ??= textField(block, "sender") ?? textField(block, "label");
  }
}

function reasonOf(title: string): string {
  if (/^forward|^转发/i.test(title)) return "forwarded";
  return /^repl|^quot|^引用|^回复/i.test(title) ? "an answer to somebody's message" : "an envelope of an unknown kind";
}

function parsed(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : null;
  } catch {
    // Whoever wrote the words may have written this block as well; what cannot be read is told by `null`.
    return null;
  }
}
