import { MemoryError } from "../base/errors.ts";
import { CHAT_TYPES, type ChatType } from "../provenance/origin.ts";

/**
 * Returns who can read the conversation: what the flag says, if `MEMORY_CHAT` does not say that others read along. A flag can
 * lower trust, never raise it (SPEC 4.4): whoever talks to an agent in a group could have it say `--chat direct`.
 *
 * @param flag of `--chat`
 * @param variable the value of `MEMORY_CHAT`
 * @throws {MemoryError} usage, if the variable names none: what cannot be read must not count as a conversation with the
 * owner alone
 */
export function chatTypeOf(flag: ChatType | undefined, variable: string | undefined): ChatType {
  const declared = variable === undefined || variable === "" ? "direct" : CHAT_TYPES.find((each) => each === variable);
  if (declared === undefined) {
    throw new MemoryError(
      `Invalid value "${variable}" of MEMORY_CHAT: it should be one of ${CHAT_TYPES.join(", ")}`,
      { kind: "usage" },
    );
  }
  return flag === undefined || flag === "direct" ? declared : flag;
}
