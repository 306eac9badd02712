import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord } from "../../base/record.ts";

/** JSON-RPC 2.0, section 5.1. */
const INTERNAL = -32_603;
const BAD_PARAMETERS = -32_602;

/**
 * Returns a message as it is to be sent. The official server answers a request whose parameters have the wrong shape, such as
 * `initialize` without any, as an error of its own, with the findings of its checker as text: here it is the client's error,
 * in words.
 */
export function withParameterError(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message) || message.error.code !== INTERNAL) return message;
  const findings = findingsIn(message.error.message);
  if (findings === null) return message;
  return { ...message, error: { code: BAD_PARAMETERS, message: `Invalid parameters: ${findings}` } };
}

/** Returns what a list of findings about parameters says, or `null` for any other text. */
function findingsIn(text: string): string | null {
  if (!text.startsWith("[")) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  const found = value.map((each: unknown) => {
    if (!isRecord(each) || !Array.isArray(each["path"]) || each["path"][0] !== "params") return null;
    return `"${each["path"].join(".")}": ${String(each["message"])}`;
  });
  return found.every((each) => each !== null) ? found.join("; ") : null;
}
