/**
 * What OpenClaw puts before the words of a message: notices, blocks of metadata, other people's words, a time. It is read
 * for the class of the message first, and only then taken off.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import { type Scaffolding, scaffoldingOf } from "./scaffolding.ts";

/** An envelope that was taken off. */
export interface Envelope {
  /** What is left. */
  readonly text: string;
  /** A block names a group, a channel or a forum. */
  readonly isGroup: boolean;
  /** There was a block about the conversation. */
  readonly hasMetadata: boolean;
  /** Why these are not the words of who sent it, as a short clause, or `null`. */
  readonly foreign: string | null;
  /** Words of others in the envelope: a message that was replied to, or forwarded. */
  readonly others: string;
  /** The runtime itself began the turn. */
  readonly scaffolding: Scaffolding | null;
  /** As a block names who sent it, or `null`. */
  readonly sender: string | null;
}

/** Returns what an envelope says, and the message without it. */
export function readEnvelope(message: string): Envelope {
  let rest = message.replace(/\r\n?/g, "\n");
  const found = { isGroup: false, hasMetadata: false, foreign: null as string | null, sender: null as string | null };
  const others: string[] = [];
  let scaffolding: Scaffolding | null = null;
  for (;;) {
    rest = rest.replace(/^\s+/, "");
    const notice = /^System(?: \(untrusted\))?: [^\n]*(?:\n|$)/.exec(rest)?.[0];
    const block = BLOCK.exec(rest);
    const time = TIME.exec(rest)?.[0];
    scaffolding ??= scaffoldingOf(rest);
    if (notice !== undefined) rest = rest.slice(notice.length);
    else if (block !== null) {
      const [whole, title = "", body = ""] = block;
      rest = rest.slice(whole.length);
      found.hasMetadata = true;
      if (/^(?:repl|forward|quot|引用|转发|回复)/i.test(title)) others.push(body);
      else readBlock(body, found);
    } else if (QUEUED.test(rest)) {
      found.foreign = "queued messages, whose senders are not told apart";
      break;
    } else if (time !== undefined) rest = rest.slice(time.length);
    else break;
  }
  if (METADATA.test(rest)) found.foreign ??= "a second envelope inside of the message";
  return { ...found, text: rest.replace(REPLY_TAG, ""), others: others.join("\n"), scaffolding };
}

/** `Conversation info (untrusted metadata):` with a block of JSON below. */
const BLOCK = /^([^\n:(]{1,60}) \((?:untrusted[^)\n]{0,40})\):[ \t]*\n+```(?:json)?[ \t]*\n([^]*?)\n```[ \t]*(?:\n|$)/;
const METADATA = /^[^\n]{0,60}\(untrusted[^)\n]{0,40}\):?\s*$/m;
const TIME = /^\[(?:mon|tue|wed|thu|fri|sat|sun) \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]{0,20}\][ \t]*/i;
const QUEUED = /^\[Queued messages while agent was busy\]/i;
/** A mark of the runtime, at the start of what an assistant sends. */
const REPLY_TAG = /^\[\[reply_to(?:_current|:[^\]\n]{1,80})\]\]\s*/;

/** What says that more than two people talk. */
const GROUP_FIELDS = ["is_group_chat", "group_subject", "is_forum", "topic_id", "group_id"] as const;

function readBlock(body: string, found: { isGroup: boolean; foreign: string | null; sender: string | null }): void {
  const value = parsed(body);
  if (value === null) {
    // Nobody knows what it said: it may have said that this is a group.
    found.foreign ??= "an envelope that cannot be read";
    return;
  }
  if (GROUP_FIELDS.some((field) => value[field] !== undefined && value[field] !== false && value[field] !== null)) {
    found.isGroup = true;
  }
  if (value["has_forwarded_context"] === true) found.foreign ??= "forwarded";
  const sender = value["sender_id"] ?? value["id"];
  if (typeof sender === "string" && found.sender === null) found.sender = sender;
}

function parsed(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
