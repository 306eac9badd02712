import { MemoryError } from "../base/errors.ts";
import { CHAT_TYPES, type ChatType } from "../provenance/origin.ts";

/**
 * Returns the type of the conversation that `MEMORY_CHAT` names.
 *
 * @throws {MemoryError} usage, if it is none: what cannot be read must not count as a conversation with the owner alone
 */
export function chatTypeOf(value: string | undefined): ChatType {
  if (value === undefined || value === "") return "direct";
  const chat = CHAT_TYPES.find((each) => each === value);
  if (chat !== undefined) return chat;
  throw new MemoryError(`Invalid value "${value}" of MEMORY_CHAT: it should be one of ${CHAT_TYPES.join(", ")}`, {
    kind: "usage",
  });
}
