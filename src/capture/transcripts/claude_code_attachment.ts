/**
 * Attachments in transcripts of Claude Code: what was put before the model beside the messages.
 *
 * @module
 */
import { allProse, contentText, type Fields, recordField, textField, timeOf } from "./fields.ts";
import { broughtIn, CONTEXT_FROM_ELSEWHERE } from "./transcript_reader.ts";
import type { MessageEvent, TranscriptEvent, TranscriptPlace } from "./transcript_event.ts";

/** Returns what an entry of type `attachment` tells. */
export function attachmentEvents(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const attachment = recordField(record, "attachment");
  if (attachment === null) return [];
  const type = textField(attachment, "type") ?? "unknown";
  switch (type) {
    case "queued_command":
      return queued(record, attachment, place);
    case "file":
    case "edited_text_file":
    case "nested_memory":
    case "selected_lines_in_ide":
      return fileRead(record, attachment, place);
    case "hook_additional_context":
    case "hook_success":
      return contextOfHook(record, attachment, place);
    case "mcp_instructions_delta":
      return instructionsOfServers(record, attachment, place);
    default: {
      const text = allProse(attachment);
      // Whatever else was put before the model came from somewhere: messages of others, output of hooks, what comes tomorrow.
      if (!OWN.has(type)) {
        return [broughtIn({ place, at: timeOf(record["timestamp"]), name: `attachment ${type}`, text })];
      }
      return text === "" ? [] : [system(record, place, { text, why: "an instruction of the client" })];
    }
  }
}

/** Reminders and lists of the client: what they say is its own, and who repeats it says nothing new. */
const OWN: ReadonlySet<string> = new Set([
  "todo",
  "todo_reminder",
  "task_reminder",
  "plan_mode",
  "plan_mode_reentry",
  "plan_mode_exit",
  "auto_mode",
  "auto_mode_exit",
  "plan_file_reference",
  "date_change",
  "deferred_tools_delta",
  "agent_listing_delta",
  "skill_listing",
  "command_permissions",
  "token_usage",
  "output_token_usage",
  "budget_usd",
  "output_style",
  "critical_system_reminder",
  "verify_plan_reminder",
  "compaction_reminder",
  "max_turns_reached",
  "already_read_file",
  "compact_file_reference",
  "opened_file_in_ide",
  "agent_mention",
  "date",
  "environment",
  "model",
  "prompt_snapshot",
  "remote_session_change",
  "session_context",
  "silent_turn_reminder",
  "hook_cancelled",
  "hook_permission_decision",
]);

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

/** What our own server says of itself is nobody else's. */
function instructionsOfServers(record: Fields, attachment: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const names = Array.isArray(attachment["addedNames"]) ? attachment["addedNames"] : [null];
  const text = allProse(attachment);
  const why = names.every((name) => name === "memory") ? "an instruction of the client" : CONTEXT_FROM_ELSEWHERE;
  return text === "" ? [] : [system(record, place, { text, why })];
}

/** Of what a hook printed only this reaches the model. */
function contextOfHook(record: Fields, attachment: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const text = contentText(attachment["content"]);
  return text === "" ? [] : [system(record, place, { text, why: "context that a hook gave" })];
}

/** Returns what a client itself put before the model. */
export function system(
  record: Fields,
  place: TranscriptPlace,
  { text, why }: { readonly text: string; readonly why: string },
): MessageEvent {
  return {
    type: "message",
    place,
    role: "system",
    id: textField(record, "uuid") ?? `line-${place.line}`,
    at: timeOf(record["timestamp"]),
    text,
    isPerson: false,
    sender: null,
    isSideChain: record["isSidechain"] === true,
    why,
  };
}
