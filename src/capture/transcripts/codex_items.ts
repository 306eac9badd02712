/**
 * The items of a Codex rollout: messages, calls of tools, and what came back.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import { allProse, contentText, type Fields, recordField, recordsField, textField } from "./fields.ts";
import { broughtIn } from "./transcript_reader.ts";
import type { MessageEvent, ToolResultEvent, TranscriptEvent, TranscriptPlace } from "./transcript_event.ts";

/** An item with what its line says of it. */
export interface CodexItem {
  /** The item's fields. */
  readonly payload: Fields;
  /** Where its line stands. */
  readonly place: TranscriptPlace;
  /** When it was written. */
  readonly at: string | null;
  /** The client's own account of what happened, rather than what the model was sent. */
  readonly isEvent: boolean;
}

/** Returns what an item tells; nothing if it holds no words of the conversation. */
export function itemEvents(item: CodexItem): readonly TranscriptEvent[] {
  const type = textField(item.payload, "type") ?? "";
  if (item.isEvent) return clientEvents(item, type);
  if (type === "message") return message(item);
  if (type === "agent_letter") {
    return [said(item, { role: "system", text: textOf(item.payload), why: "sent by another agent" })];
  }
  if (SILENT_ITEMS.has(type)) return [];
  if (type === "compaction" || type === "context_compaction") {
    return [{ type: "compaction", place: item.place, at: item.at, summary: null }];
  }
  // Whatever else was sent to the model is the answer of some tool.
  if (!type.endsWith("_call")) return [output(item)];
  // The results of a search go to the model without being written down.
  return type === "web_search_call"
    ? [call(item, type), { ...output(item), text: "", name: "web_search" }]
    : [call(item, type)];
}

const SILENT_ITEMS: ReadonlySet<string> = new Set(["reasoning", "ghost_snapshot", "compaction_trigger", "other", ""]);

function clientEvents(item: CodexItem, type: string): readonly TranscriptEvent[] {
  const { payload, place, at } = item;
  switch (type) {
    case "user_message":
      return words(item, { role: "user", text: textField(payload, "message") });
    case "agent_message":
      return words(item, { role: "assistant", text: textField(payload, "message") });
    case "item_completed":
      return completed(item);
    case "exec_command_end":
      return commandEnd(item);
    case "web_search_end":
    case "mcp_tool_call_end":
      // What was sent to the model tells of it as well; only that something came in matters.
      return [{
        type: "tool-result",
        place,
        callId: textField(payload, "call_id"),
        at,
        name: nameOfEnd(type, payload),
        text: "",
        isError: false,
      }];
    default: {
      const text = SILENT_EVENTS.test(type) ? "" : allProse(payload);
      return text === "" ? [] : [broughtIn({ place, at, name: `event ${type}`, text })];
    }
  }
}

/** Events of the client in which nothing comes in that items do not tell: progress, requests, its own notices. */
const SILENT_EVENTS =
  /^(?:|agent_\w+|reasoning\w*|task_\w+|turn_\w+|thread_\w+|token_count|exec_\w+|apply_patch_\w+|patch_apply_\w+|mcp_\w+|web_search_begin|session_configured|background_event|stream_error|error|warning|deprecation_notice|plan_update|plan_delta|view_image_tool_call|elicitation_request|request_\w+|context_compacted|entered_review_mode|undo_\w+|raw_response_item|item_started|hook_\w+|shutdown_complete|model_\w+|skills_\w+|list_\w+|collab_\w+|dynamic_tool_call_request|image_generation_begin)$/;

/** A command and its output as the client tells of them: the model was sent the same, if the item is there. */
function commandEnd({ payload, place, at }: CodexItem): readonly TranscriptEvent[] {
  const id = textField(payload, "call_id") ?? "";
  const text = ["aggregated_output", "stdout", "stderr"].flatMap((name) => textField(payload, name) ?? []).join("\n");
  const call = { type: "tool-call", place, id, at, name: "shell", input: { command: payload["command"] } } as const;
  if (text === "") return [call];
  const told = { type: "message", place, role: "system", id: `line-${place.line}`, at, text, isPerson: false } as const;
  return [call, { ...told, sender: null, isSideChain: false, why: "a notice of the client" }];
}

function nameOfEnd(type: string, payload: Fields): string {
  if (type === "web_search_end") return "web_search";
  const invocation = recordField(payload, "invocation") ?? {};
  return `mcp__${textField(invocation, "server") ?? "unknown"}__${textField(invocation, "tool") ?? "unknown"}`;
}

/** Items of the newest generation, which the client writes when they are done. */
function completed(item: CodexItem): readonly TranscriptEvent[] {
  const { place, at } = item;
  const inner = recordField(item.payload, "item");
  if (inner === null) return [];
  const id = textField(inner, "id");
  const text = textField(inner, "text") ?? contentText(inner["content"]);
  switch (inner["type"]) {
    case "UserMessage":
      return words(item, { role: "user", text, id });
    case "AgentMessage":
      return inner["channel"] === "analysis" ? [] : words(item, { role: "assistant", text, id });
    case "WebSearch":
      return [{ type: "tool-result", place, callId: id, at, name: "web_search", text: "", isError: false }];
    case "McpToolCall": {
      const name = `mcp__${textField(inner, "server") ?? "unknown"}__${textField(inner, "tool") ?? "unknown"}`;
      const text = contentText(recordField(inner, "result")?.["content"] ?? inner["result"]);
      return [{ type: "tool-result", place, callId: id, at, name, text, isError: false }];
    }
    default:
      return [];
  }
}

interface Words {
  readonly role: "user" | "assistant" | "system";
  readonly text: string | null;
  readonly id?: string | null;
  readonly why?: string;
}

function words(item: CodexItem, { role, text, id }: Words): readonly TranscriptEvent[] {
  return text === null || text === "" ? [] : [said(item, { role, text, ...(id === undefined ? {} : { id }) })];
}

function said({ place, at }: CodexItem, { role, text, id, why }: Words): MessageEvent {
  const reason = why ?? (role === "user" && SCAFFOLDING.test(text ?? "") ? "scaffolding of the client" : undefined);
  return {
    type: "message",
    place,
    role,
    id: id ?? `line-${place.line}`,
    ...(id === undefined || id === null ? {} : { keys: [`id ${id}`] }),
    at,
    text: text ?? "",
    isPerson: role === "user" && reason === undefined,
    sender: null,
    isSideChain: false,
    ...(reason === undefined ? {} : { why: reason }),
  };
}

/** What the client puts before the model in the name of the user. */
const SCAFFOLDING =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|collaboration_mode|multi_agent_mode|apps_instructions|user_shell_command|subagent_notification|INSTRUCTIONS)\b|# AGENTS\.md instructions for |You are `\/root`, the primary agent|Another language model started to solve this problem)/;

function message(item: CodexItem): readonly TranscriptEvent[] {
  const { payload, place, at } = item;
  const role = textField(payload, "role");
  const text = contentText(payload["content"]);
  const files = recordsField(payload, "content").filter((block) => typeof block["text"] !== "string")
    .map((block) => broughtIn({ place, at, name: `block ${textField(block, "type") ?? ""}`, text: allProse(block) }));
  if (text === "") return files;
  if (role === "user" || role === "assistant") return [said(item, { role, text }), ...files];
  return [said(item, { role: "system", text, why: "an instruction of the client" }), ...files];
}

function call({ payload, place, at }: CodexItem, type: string): TranscriptEvent {
  const id = textField(payload, "call_id") ?? textField(payload, "id") ?? "";
  const name = textField(payload, "name") ?? type.replace(/_call$/, "");
  const namespace = textField(payload, "namespace");
  const full = namespace === null || name.startsWith("mcp__") ? name : `${namespace}__${name}`;
  return { type: "tool-call", place, id, at, name: full, input: inputOf(payload) };
}

/** Arguments come as JSON within a text, as the text of a patch, or as an action. */
function inputOf(payload: Fields): Fields {
  const given = payload["arguments"] ?? payload["input"] ?? payload["action"];
  if (isRecord(given)) return given;
  if (typeof given !== "string") return {};
  try {
    const parsed: unknown = JSON.parse(given);
    if (isRecord(parsed)) return parsed;
  } catch {
    // A patch, or arguments that were cut off: what they are is not known, and the text is all there is.
  }
  return { input: given };
}

function output({ payload, place, at }: CodexItem): ToolResultEvent {
  const text = textOf(payload);
  return { type: "tool-result", place, callId: textField(payload, "call_id"), at, name: null, text, isError: false };
}

/** Outputs are a text, which may hold JSON with the text in it, or blocks. */
function textOf(payload: Fields): string {
  const given = payload["output"] ?? payload["content"] ?? payload["message"] ?? payload["result"];
  if (typeof given === "string" && given.startsWith('{"output":')) {
    try {
      const parsed: unknown = JSON.parse(given);
      if (isRecord(parsed) && typeof parsed["output"] === "string") return parsed["output"];
    } catch {
      // It only looks like JSON; then it is the output itself.
    }
  }
  if (isRecord(given)) return contentText(given["content"] ?? given["output"] ?? given);
  return contentText(given).replace(TOOK, "");
}

/** How long a server took is told before what it said. */
const TOOK = /^Wall time: [\d.]+ seconds\nOutput:\n/;
