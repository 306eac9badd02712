/**
 * What the key of an OpenClaw session tells: who can read it, and what kind of session it is.
 *
 * @module
 */
import type { SessionKind } from "../../provenance/origin.ts";

/** Groups, channels, and chats whose id is below zero, which of all chats only groups have. */
const GROUP_KEY = /:(?:group|channel|room|space)(?::|$)|:-\d/;

/** The keys of sessions in which a person speaks for themselves: the main one, and direct chats. */
const DIRECT_KEY = /^agent:[^:]+:(?:main$|[^:]+:direct:)/;

/** Returns the kind of session that a key tells, or `null` if each prompt has to; hooks and what is not known are nobody's. */
export function kindOfKey(key: string | null): SessionKind | null {
  if (key === null || DIRECT_KEY.test(key)) return null;
  if (/(?:^|:)cron:/.test(key)) return "cron";
  if (/:subagent:/.test(key)) return "subagent";
  // Of a group each prompt tells what it is; its words are no evidence anyway.
  return GROUP_KEY.test(key) ? null : "unknown";
}

/** Returns whether a key is that of a chat that others can read. */
export function isGroupKey(key: string): boolean {
  return GROUP_KEY.test(key);
}
