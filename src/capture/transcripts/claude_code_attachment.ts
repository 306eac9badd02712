/**
 * Attachments in transcripts of Claude Code: what was put before the model beside the messages.
 *
 * @module
 */
import { contentText, type Fields, recordField, textField, timeOf } from "./fields.ts";
import type { TranscriptEvent, TranscriptPlace } from "./transcript_event.ts";

/** Returns what an entry of type `attachment` tells. */
export function attachmentEvents(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const attachment = recordField(record, "attachment");
  if (attachment === null) return [];
  switch (attachment["type"]) {
    case "queued_command":
      return queued(record, attachment, place);
    case "file":
    case "edited_text_file":
    case "nested_memory":
      return fileRead(record, attachment, place);
    case "hook_additional_context":
      return contextOfHook(record, attachment, place);
    case "mcp_resource":
      return [{ type: "tool-result", place, ...source(record), name: "mcp resource", text: "", isError: false }];
    default:
      // Reminders and lists of the client: what they say is its own.
      return [];
  }
}

function source(record: Fields): { readonly callId: null; readonly at: string | null } {
  return { callId: null, at: timeOf(record["timestamp"]) };
}

/** Words typed while the agent was at work. */
function queued(record: Fields, attachment: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const text = contentText(attachment["prompt"]);
  if (text === "") return [];
  const origin = recordField(attachment, "origin") ?? recordField(record, "origin");
  const isSideChain = record["isSidechain"] === true;
  const uuid = textField(record, "uuid");
  // The same words may come again as an entry of their own, under the id that this one names.
  const ids = [uuid, textField(attachment, "source_uuid")].filter((id) => id !== null);
  const isPerson = origin?.["kind"] === "human" && !isSideChain && uuid !== null;
  return [{
    type: "message",
    place,
    role: "user",
    id: uuid ?? `line-${place.line}`,
    keys: ids.length === 0 ? [`queued ${textField(record, "timestamp")} ${text}`] : ids.map((id) => `id ${id} 0`),
    at: timeOf(record["timestamp"]),
    text,
    isPerson,
    sender: null,
    isSideChain,
    ...(isPerson ? {} : { why: "sent by something else" }),
  }];
}

/** A file that was put before the model: as if it had been read. */
function fileRead(record: Fields, attachment: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const path = textField(attachment, "filename") ?? textField(attachment, "path") ?? "";
  const content = recordField(attachment, "content");
  const file = content === null ? null : recordField(content, "file");
  const text = textField(attachment, "snippet") ??
    contentText(file?.["content"] ?? content?.["content"] ?? attachment["content"]);
  const id = `attachment-${textField(record, "uuid") ?? place.line}`;
  const at = timeOf(record["timestamp"]);
  return [
    { type: "tool-call", place, id, at, name: "Read", input: { file_path: path } },
    { type: "tool-result", place, callId: id, at, name: "Read", text, isError: false },
  ];
}

function contextOfHook(record: Fields, attachment: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const text = contentText(attachment["content"]);
  if (text === "") return [];
  const id = textField(record, "uuid") ?? `line-${place.line}`;
  return [{
    type: "message",
    place,
    role: "system",
    id,
    at: timeOf(record["timestamp"]),
    text,
    isPerson: false,
    sender: null,
    isSideChain: record["isSidechain"] === true,
    why: "context that a hook gave",
  }];
}
