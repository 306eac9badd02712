/**
 * Transcripts of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, one entry a line, each with its own id and
 * that of the one before. What is known of the format, and how, stands in docs/transcripts.md.
 *
 * @module
 */
import { allProse, contentText, type Fields, recordField, recordsField, textField, timeOf } from "./fields.ts";
import { attachmentEvents, system } from "./claude_code_attachment.ts";
import { progressEvents, queueEvents } from "./claude_code_progress.ts";
import { isSameSession, sessionOf } from "./claude_code_session.ts";
import { broughtIn, malformed, type ReaderState, type TranscriptReader } from "./transcript_reader.ts";
import type { MessageEvent, TranscriptEvent, TranscriptPlace, TranscriptSession } from "./transcript_event.ts";

/** Returns the reader. @param state of an earlier one, or `null` at the beginning of a file */
export function claudeCodeReader(state: ReaderState | null): TranscriptReader {
  let told = recordField(state ?? {}, "told") as TranscriptSession | null;
  return {
    mayLeaveOut: (head) => LEFT_OUT.test(head),
    read(record, place) {
      const session = sessionOf(record, told);
      const events = eventsOf(record, place);
      if (session === null || events.length === 0 || isSameSession(session, told)) return events;
      told = session;
      return [{ type: "session", place, session }, ...events];
    },
    told: () => told,
    heldFrom: () => null,
    state: () => ({ told }),
  };
}

/**
 * Entries that hold no words of the conversation, by how their line begins. Snapshots of files are most of the bytes of a
 * transcript.
 */
const LEFT_OUT =
  /^\{"type":"(?:file-history-snapshot|file-history-delta|last-prompt|custom-title|ai-title|agent-name|mode|permission-mode|summary|pr-link|tag|api-request|api-request-blob|api-request-shape|atis-latch|cost-state|tools-used)"/;

/** Types of entries without words of the conversation; titles come in any number. */
const WORDLESS: ReadonlySet<string> = new Set([
  "file-history-snapshot",
  "file-history-delta",
  "last-prompt",
  "custom-title",
  "ai-title",
  "agent-name",
  "mode",
  "permission-mode",
  "summary",
  // What was sent to the model once more, in the model's own form: each part of it has its own entry.
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "atis-latch",
  "cost-state",
  "tools-used",
]);

function eventsOf(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const type = textField(record, "type");
  switch (type) {
    case "user":
      return userEvents(record, place);
    case "assistant":
      return assistantEvents(record, place);
    case "attachment":
      return attachmentEvents(record, place);
    case "system":
      return systemEvents(record, place);
    case "progress":
      return progressEvents(record, place);
    case "queue-operation":
      return queueEvents(record, place);
    case null:
      return [malformed(place, "it has no type")];
    default:
      if (WORDLESS.has(type)) return [];
      // A type of a newer client may hold words of anybody; one that holds a message is not passed over.
      return isEntry(record) && record["message"] === undefined
        ? unknownEntry(record, type, place)
        : [malformed(place, "its type is not known")];
  }
}

/** An entry of a newer client: words in it are not those of person or agent as far as anybody knows. */
function unknownEntry(record: Fields, type: string, place: TranscriptPlace): readonly TranscriptEvent[] {
  const text = allProse(record);
  return text === "" ? [] : [broughtIn({ place, at: timeOf(record["timestamp"]), name: `entry ${type}`, text })];
}

/** Whatever this client writes belongs to a session or to another entry. */
function isEntry(record: Fields): boolean {
  return ["sessionId", "uuid", "leafUuid", "messageId"].some((name) => textField(record, name) !== null);
}

function userEvents(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const message = recordField(record, "message");
  const content = message?.["content"];
  if (typeof content !== "string" && !Array.isArray(content)) return [malformed(place, "its message has no content")];
  if (record["isCompactSummary"] === true) {
    return [{ type: "compaction", place, at: timeOf(record["timestamp"]), summary: contentText(content) }];
  }
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : recordsField({ content }, "content");
  const why = whyNoPerson(record, blocks);
  const events = blocks.flatMap((block, nth) => {
    if (block["type"] === "tool_result") return [toolResult(record, block, place)];
    const text = textField(block, "text");
    return block["type"] === "text" && text !== null ? [said(record, place, { role: "user", text, nth, why })] : [];
  });
  // Behind the words, which may begin a turn: what a document or a picture says is not what the person typed.
  return [...events, ...blocks.filter(isBroughtIn).map((block) => broughtIn(blockPart(record, block, place)))];
}

function isBroughtIn(block: Fields): boolean {
  return block["type"] !== "tool_result" && (block["type"] !== "text" || typeof block["text"] !== "string");
}

function blockPart(record: Fields, block: Fields, place: TranscriptPlace) {
  const name = `block ${textField(block, "type") ?? "unknown"}`;
  return { place, at: timeOf(record["timestamp"]), name, text: allProse(block) };
}

/** Returns why an entry of role user holds nobody's words, or `null`. */
function whyNoPerson(record: Fields, blocks: readonly Fields[]): string | null {
  if (isOfSubAgent(record)) return "a side chain";
  if (record["isMeta"] === true || record["isVisibleInTranscriptOnly"] === true) return "a meta entry";
  if (record["toolUseResult"] !== undefined || blocks.some((block) => block["type"] === "tool_result")) {
    return "a tool result";
  }
  const origin = recordField(record, "origin");
  if (origin !== null && origin["kind"] !== "human") return "sent by something else";
  const source = textField(record, "promptSource");
  return source === null || TYPED.has(source) ? null : "a prompt that nobody typed";
}

function isOfSubAgent(record: Fields): boolean {
  return record["isSidechain"] === true || textField(record, "agentId") !== null;
}

/** Ways of a prompt by which a person gave it. */
const TYPED: ReadonlySet<string> = new Set(["typed", "queued"]);

/** What the client itself writes in the name of the user. */
const SCAFFOLDING =
  /^\s*(?:<(?:command-name|command-message|command-args|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification|system-reminder|user-memory-input|ide_\w+|teammate-message)\b|Caveat: The messages below|\[Request interrupted|This session is being continued from a previous conversation)/;

interface Words {
  readonly role: "user" | "assistant" | "system";
  readonly text: string;
  /** Which block of its entry it is. */
  readonly nth: number;
  readonly why: string | null;
}

function said(record: Fields, place: TranscriptPlace, { role, text, nth, why }: Words): MessageEvent {
  const uuid = textField(record, "uuid");
  const at = timeOf(record["timestamp"]);
  const reason = why ?? (role === "user" && SCAFFOLDING.test(text) ? "scaffolding of the client" : null);
  const isSideChain = isOfSubAgent(record);
  return {
    type: "message",
    place,
    role,
    id: `${uuid ?? `line-${place.line}`}${nth === 0 ? "" : `#${nth}`}`,
    keys: keysOf(record, { role, text, nth, uuid, at }),
    at,
    text,
    isPerson: role === "user" && reason === null && uuid !== null,
    sender: null,
    isSideChain,
    ...(reason === null ? {} : { why: reason }),
  };
}

/**
 * The same words come again in forks (with the id they had, or the same moment), in turns that were redone (behind the
 * same entry), and when an answer is written again (with the same id of the answer).
 */
function keysOf(
  record: Fields,
  { role, text, nth, uuid, at }: Omit<Words, "why"> & { uuid: string | null; at: string | null },
): readonly string[] {
  const answer = textField(recordField(record, "message") ?? {}, "id");
  const parent = textField(record, "parentUuid") ?? textField(record, "logicalParentUuid") ??
    (record["parentUuid"] === null ? `the beginning of ${textField(record, "sessionId")}` : null);
  const forked = textField(recordField(record, "forkedFrom") ?? {}, "messageUuid");
  return [
    ...[uuid, forked].flatMap((id) => id === null ? [] : [`id ${id} ${nth}`]),
    ...(at === null ? [] : [`at ${at} ${role} ${text}`]),
    ...(parent === null || role !== "user" ? [] : [`after ${parent} ${text}`]),
    ...(answer === null ? [] : [`answer ${answer} ${text}`]),
    ...(uuid === null && at === null ? [`words ${textField(record, "sessionId")} ${role} ${text}`] : []),
  ];
}

function toolResult(record: Fields, block: Fields, place: TranscriptPlace): TranscriptEvent {
  return {
    type: "tool-result",
    place,
    callId: textField(block, "tool_use_id"),
    at: timeOf(record["timestamp"]),
    name: null,
    text: contentText(block["content"]),
    isError: block["is_error"] === true,
  };
}

function assistantEvents(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const message = recordField(record, "message");
  const content = message?.["content"];
  if (typeof content !== "string" && !Array.isArray(content)) return [malformed(place, "its message has no content")];
  const at = timeOf(record["timestamp"]);
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : recordsField({ content }, "content");
  const isNotice = record["isApiErrorMessage"] === true || message?.["model"] === "<synthetic>";
  return blocks.flatMap((block, nth): TranscriptEvent[] => {
    const text = textField(block, "text");
    if (block["type"] === "text" && text !== null) {
      const why = isNotice ? "a notice of the client" : null;
      return [said(record, place, { role: isNotice ? "system" : "assistant", text, nth, why })];
    }
    if (block["type"] === "tool_use" || block["type"] === "server_tool_use" || block["type"] === "mcp_tool_use") {
      const name = textField(block, "name") ?? "";
      return [{
        type: "tool-call",
        place,
        id: textField(block, "id") ?? "",
        at,
        name,
        input: recordField(block, "input") ?? {},
        ...(isOfSubAgent(record) ? { isSideChain: true } : {}),
      }];
    }
    // Results of tools that ran elsewhere come within the answer.
    if (typeof block["type"] === "string" && block["type"].endsWith("_tool_result")) {
      return [toolResult(record, block, place)];
    }
    return SILENT_BLOCKS.has(textField(block, "type") ?? "text") ? [] : [broughtIn(blockPart(record, block, place))];
  });
}

/** Blocks of an answer in which nothing came in. */
const SILENT_BLOCKS: ReadonlySet<string> = new Set(["text", "thinking", "redacted_thinking", "fallback"]);

function systemEvents(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const at = timeOf(record["timestamp"]);
  if (record["subtype"] === "compact_boundary") return [{ type: "compaction", place, at, summary: null }];
  const text = allProse(record["content"]);
  return text === "" ? [] : [system(record, place, { text, why: "a notice of the client" })];
}
