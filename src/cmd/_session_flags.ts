import { CHAT_TYPES, SESSION_KINDS } from "../provenance/origin.ts";

/** Flags of commands that are called within a session (SPEC 4.1). */
export const SESSION_FLAGS = {
  session: {
    type: "string",
    value: "ID",
    description: "The session that calls",
    default: "the client's own variable",
    completion: "session",
    isStoredName: true,
  },
  sessionKind: {
    type: "string",
    value: "KIND",
    choices: SESSION_KINDS,
    description: "Declare the kind of session; it can lower trust, never raise it",
  },
} as const;

/** The flag for the kind of conversation (SPEC 4.1). */
export const CHAT_FLAG = {
  chat: {
    type: "string",
    value: "TYPE",
    choices: CHAT_TYPES,
    description: "Who can read the conversation; no flag makes a group direct",
    default: "MEMORY_CHAT, else direct",
  },
} as const;
