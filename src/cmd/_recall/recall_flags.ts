import { ESCALATE_MODES, QUERY_MODES, RECALL_STYLES } from "../../lanes/turn.ts";
import type { CommandContext } from "../_declare.ts";
import { CHAT_FLAG, SESSION_FLAGS } from "../_session_flags.ts";

/** What `memory recall` does when it is not asked about a message. */
export const RECALL_ACTIONS = ["status", "on", "off"] as const;
/** One of {@linkcode RECALL_ACTIONS}. */
export type RecallAction = (typeof RECALL_ACTIONS)[number];

/** The flags of `memory recall` (SPEC 9.2, 9.3). */
export const RECALL_FLAGS = {
  escalate: {
    type: "string",
    value: "WHEN",
    choices: ESCALATE_MODES,
    description: "Look deeper: if the message asks for the past and no trigger answers it, always, or never",
    default: "auto",
  },
  queryMode: {
    type: "string",
    value: "HOW-MUCH",
    choices: QUERY_MODES,
    description: "What a model is told: the message, with the last words before it, or with all that fits",
    default: "recent",
  },
  style: {
    type: "string",
    value: "STYLE",
    choices: RECALL_STYLES,
    description: "How a model weighs what is found; needs recall.model",
  },
  transcript: {
    type: "string",
    value: "FILE",
    description: "The client's own transcript, already taken up, from which a model is told what was said before",
  },
  explain: { type: "boolean", description: "Show how each entry came about; nothing is logged then" },
  exitCode: { type: "boolean", description: "Exit with 4 if there is nothing to give" },
  global: { type: "boolean", description: "Of status, on and off: in every session" },
  ...SESSION_FLAGS,
  ...CHAT_FLAG,
} as const;

/** What the answers are made from. */
export type RecallContext = CommandContext<typeof RECALL_FLAGS>;
