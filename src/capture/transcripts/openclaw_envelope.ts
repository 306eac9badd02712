/**
 * What OpenClaw puts before the words of a message: notices, blocks that say who sent it and where, a time, and the name of
 * what made the turn.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import { type Fields, textField } from "./fields.ts";

/** What stands before the words. */
export interface Envelope {
  /** What kind of turn it is. */
  readonly kind: SessionKind;
  /** Others can read it. */
  readonly isGroup: boolean;
  /** Id or name of who sent it, as the gateway tells it; `null` if it does not. */
  readonly sender: string | null;
  /** Why nobody typed it; `null`: nothing speaks against a person. */
  readonly why: string | null;
}

/** Reads what stands before the words of a message of role user; of several blocks that disagree the graver counts. */
export function readEnvelope(text: string): Envelope {
  let rest = text;
  let isGroup = false;
  let sender: string | null = null;
  for (;;) {
    const notice = NOTICE.exec(rest);
    if (notice !== null) {
      rest = rest.slice(notice[0].length);
      continue;
    }
    const block = BLOCK.exec(rest);
    if (block === null) break;
    const facts = factsOf(block[2] ?? "");
    if (block[1] === "Conversation info" || block[1] === "Sender") {
      // A block that cannot be read may have said so.
      isGroup ||= facts === null || isOfGroup(facts);
      sender ??= facts === null ? null : senderOf(facts);
    }
    rest = rest.slice(block[0].length);
  }
  rest = rest.replace(TIME, "");
  const made = MADE.find(({ pattern }) => pattern.test(rest));
  return { kind: made?.kind ?? "interactive", isGroup, sender, why: made?.why ?? null };
}

/** Lines that the gateway puts in front of the next message. */
const NOTICE = /^\s*System(?: \(untrusted\))?: [^\n]*(?:\n|$)/;

/** A block of meta data; its JSON stands in a fence. */
const BLOCK =
  /^\s*(Conversation info|Sender|Replied message|Forwarded message context|Thread starter|Chat history[^\n(]{0,40}) \(untrusted[^)\n]{0,40}\):[ \t]*\n```json\n([^]*?)\n```[ \t]*(?:\n|$)/;

const TIME = /^\s*\[[A-Z][a-z]{2} \d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?[^\]\n]{0,20}\]\s*/;

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

function factsOf(json: string): Fields | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    // Whoever wrote the words may have written this block as well; what cannot be read is told by `null`.
    return null;
  }
}

function isOfGroup(facts: Fields): boolean {
  return facts["is_group_chat"] === true || facts["is_forum"] === true || textField(facts, "group_subject") !== null ||
    facts["topic_id"] !== undefined;
}

function senderOf(facts: Fields): string | null {
  return textField(facts, "sender_id") ?? textField(facts, "id") ?? textField(facts, "sender") ??
    textField(facts, "label");
}
