/**
 * Which files a session starts with (SPEC 9.1). What is private to the owner does not go where others read along.
 *
 * @module
 */
import type { ChatType, SessionKind } from "../../provenance/origin.ts";
import { AGENTS_FILE, MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";

/** Where the text goes. */
export type BootstrapPlace = "command" | "hook";

/** What decides about the files. */
export interface SessionFacts {
  /** What kind of session starts. */
  readonly sessionKind: SessionKind;
  /** Who reads along. */
  readonly chat: ChatType;
  /** In a group: whether the person who wrote is the owner. */
  readonly isSenderOwner: boolean;
  /** The command or a hook. */
  readonly place: BootstrapPlace;
  /** The client reads `AGENTS.md` by itself. */
  readonly hasInstructions: boolean;
}

/**
 * Returns the files in the order in which they are put before the agent. The command gives instructions first, as the
 * files are listed in SPEC 9.1. A hook has a much smaller budget, which goes to the directives and facts first.
 */
export function filesFor(session: SessionFacts): string[] {
  const allowed = new Set([AGENTS_FILE, ...curatedFor(session)]);
  if (session.hasInstructions) allowed.delete(AGENTS_FILE);
  const order = session.place === "hook"
    ? [USER_FILE, MEMORY_FILE, AGENTS_FILE]
    : [AGENTS_FILE, USER_FILE, MEMORY_FILE];
  return order.filter((path) => allowed.has(path));
}

function curatedFor({ sessionKind, chat, isSenderOwner }: SessionFacts): string[] {
  if (sessionKind === "subagent") return [];
  if (chat !== "direct") return isSenderOwner ? [USER_FILE] : [];
  return sessionKind === "cron" || sessionKind === "heartbeat" ? [USER_FILE] : [USER_FILE, MEMORY_FILE];
}
