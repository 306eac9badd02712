/**
 * What a rollout of Codex says of its session.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import { type Fields, textField, timeOf } from "./fields.ts";
import type { TranscriptSession } from "./transcript_event.ts";

/** Returns the session of a line `session_meta`, or `null` if it names none. */
export function wrappedSession(payload: Fields): TranscriptSession | null {
  const session = textField(payload, "id") ?? textField(payload, "session_id");
  if (session === null) return null;
  const folder = textField(payload, "cwd");
  const startedAt = timeOf(payload["timestamp"]);
  const forkedFrom = textField(payload, "forked_from_id");
  return {
    client: "codex",
    session,
    startedAt,
    folder,
    kind: kindOf(payload),
    chat: "direct",
    channel: null,
    isComplete: folder !== null && startedAt !== null && textField(payload, "cli_version") !== null,
    ...(forkedFrom === null ? {} : { forkedFrom }),
  };
}

/** Returns the session of the first generation's first line, or `null` if the line is none. */
export function bareSession(record: Fields): TranscriptSession | null {
  const session = textField(record, "id");
  const startedAt = timeOf(record["timestamp"]);
  if (session === null || startedAt === null) return null;
  return {
    client: "codex",
    session,
    startedAt,
    folder: null,
    // Who gave the prompts is not told, nor when each message was written.
    kind: "unknown",
    chat: "direct",
    channel: null,
    isComplete: false,
  };
}

function kindOf(payload: Fields): SessionKind {
  const { source, thread_source: thread } = payload;
  if (thread === "subagent" || (isRecord(source) && source["subagent"] !== undefined)) return "subagent";
  if (source === "cli" || source === "vscode") return "interactive";
  if (source !== undefined) return "unknown";
  // Before sources were told, the program that wrote says it: `exec` writes for programs.
  return /^codex(?:_cli_rs|-tui|_vscode)$/.test(textField(payload, "originator") ?? "") ? "interactive" : "unknown";
}
