/**
 * Whose format a transcript has, by what its first records hold. Names and folders of files decide nothing.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import { type Fields, recordField, textField } from "./fields.ts";
import { HEARD_FORMAT } from "../../workspace/heard_words.ts";
import { NEUTRAL_FORMAT } from "./neutral.ts";
import type { TranscriptFormat } from "./transcript_event.ts";

/** What the first records say. */
export interface DetectedFormat {
  /** Whose format it is. */
  readonly client: TranscriptFormat;
  /** The whole file is one object, with a list of messages in it. */
  readonly isOneObject: boolean;
}

/**
 * Returns the format that the beginning of a file has, or `null` if it is none that is known. Lines that are no objects are
 * passed over: damage at the beginning does not hide what follows.
 *
 * @param text the first bytes of the file, as text; the last line may be cut off
 */
export function detectFormat(text: string): DetectedFormat | null {
  const head = text.replace(/^\uFEFF/, "").trimStart();
  if (ONE_OBJECT.test(head) && !isWholeLine(head)) return { client: "gemini", isOneObject: true };
  for (const line of head.split("\n", LOOKED_AT)) {
    const record = parsed(line);
    const client = record === null ? null : clientOf(record);
    if (client === null || record === null) continue;
    return { client, isOneObject: client === "gemini" && Array.isArray(record["messages"]) };
  }
  return null;
}

/** Lines that are looked at. */
const LOOKED_AT = 200;

/** The first version of Gemini's chats, as its writer puts it: indented or not. */
const ONE_OBJECT = /^\{\s*"sessionId"\s*:\s*"[^"]*"\s*,\s*"projectHash"\s*:/;

function isWholeLine(head: string): boolean {
  const end = head.indexOf("\n");
  const record = parsed(end < 0 ? head : head.slice(0, end));
  return record !== null && record["messages"] === undefined;
}

function parsed(line: string): Fields | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    // Damaged or cut off; another line decides.
    return null;
  }
}

/** Returns whose record it is, or `null` if it may be anybody's. */
function clientOf(record: Fields): TranscriptFormat | null {
  const type = textField(record, "type");
  if (type === "session") {
    if (record["format"] === NEUTRAL_FORMAT) return "neutral";
    if (record["format"] === HEARD_FORMAT) return "hooks";
    return textField(record, "id") === null ? null : "openclaw";
  }
  if (CODEX_TYPES.has(type ?? "") && recordField(record, "payload") !== null) return "codex";
  if (textField(record, "projectHash") !== null && textField(record, "sessionId") !== null) return "gemini";
  const isEntry = CLAUDE_FIELDS.some((name) => record[name] !== undefined);
  if (isEntry && (CLAUDE_TYPES.has(type ?? "") || record["parentUuid"] !== undefined)) return "claude-code";
  // Codex' first generation: meta data without a type.
  if (type === null && textField(record, "id") !== null && "instructions" in record) return "codex";
  if (record["record_type"] === "state") return "codex";
  return type === "message" && recordField(record, "message") !== null ? "openclaw" : null;
}

const CODEX_TYPES: ReadonlySet<string> = new Set([
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
]);

const CLAUDE_TYPES: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "summary",
  "file-history-snapshot",
  "queue-operation",
  "attachment",
  "progress",
  "permission-mode",
  "mode",
  "last-prompt",
  "custom-title",
  "ai-title",
]);

const CLAUDE_FIELDS = ["sessionId", "uuid", "leafUuid", "messageId", "snapshot"] as const;
