import { MemoryError } from "../../base/errors.ts";
import { flagName, type FlagValues } from "../_declare.ts";
import { CHAT_FLAG, SESSION_FLAGS } from "../_session_flags.ts";

/** The flags of `memory intent`. */
export const INTENT_FLAGS = {
  at: { type: "string", value: "WHEN", description: 'When: "Friday 9:00", "every weekday 8:30", 明天早上八点, 每月底' },
  keywords: { type: "string", value: "SETS", description: 'Words that bring it up: all of one set, as in "a b; c"' },
  expires: {
    type: "string",
    value: "DAY",
    description: "Last day on which it fires",
    default: "90 days for words, none for times",
  },
  maxFires: {
    type: "integer",
    value: "N",
    minimum: 1,
    maximum: 1000,
    description: "Fire at most so often",
    default: "3 for words",
  },
  cooldown: { type: "string", value: "TIME", description: "Time between two firings on words", default: "24h" },
  scope: {
    type: "string",
    value: "SCOPE",
    isRepeatable: true,
    description: "Where it may fire: anywhere, channel:NAME, sender:NAME, session:ID",
    default: "anywhere",
    isStoredName: true,
  },
  channel: {
    type: "string",
    value: "NAME",
    description: "The channel that calls",
    default: "the client",
    isStoredName: true,
  },
  sender: { type: "string", value: "NAME", description: "Who wrote the message" },
  all: { type: "boolean", description: "List also what fired, expired or was cancelled" },
  take: { type: "boolean", description: "Count what is due as delivered" },
  dryRun: { type: "boolean", description: "Only show what would fire" },
  ...SESSION_FLAGS,
  ...CHAT_FLAG,
} as const;

/** Actions that a flag is for; one that is not here is for all. */
const ACTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  at: ["add"],
  keywords: ["add"],
  expires: ["add"],
  maxFires: ["add"],
  cooldown: ["add"],
  scope: ["add"],
  channel: ["add", "match"],
  sender: ["match"],
  chat: ["match"],
  all: ["list"],
  take: ["due"],
  dryRun: ["match"],
};

/** Refuses a flag that the action has no use for. @throws {MemoryError} usage */
export function requireOwnFlags(action: string, flags: FlagValues<typeof INTENT_FLAGS>): void {
  for (const [key, value] of Object.entries(flags)) {
    const actions = ACTIONS_OF[key] ?? [action];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    if (!isGiven || actions.includes(action)) continue;
    throw new MemoryError(
      `Cannot use --${flagName(key)} with "memory intent ${action}": it is for ${actions.join(" and ")}`,
      {
        kind: "usage",
        hint: '"memory help intent" shows how it is used',
      },
    );
  }
}
