/**
 * Lines of transcripts, as the clients write them.
 *
 * @module
 */

/** Fields of a line that differ from the usual ones. */
export type LineChanges = Readonly<Record<string, unknown>>;

/** Returns the moment of the n-th line of a session, ISO 8601. */
export function momentOf(n: number): string {
  return new Date(Date.UTC(2026, 7, 10, 9, 0, n)).toISOString();
}

/** Returns a file of lines. */
export function jsonl(lines: readonly unknown[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

/** Returns a line of Claude Code in which a person says something. */
export function claudeUser(n: number, text: string, changes: LineChanges = {}): LineChanges {
  return claude(n, "user", { role: "user", content: text }, changes);
}

/** Returns a line of Claude Code in which the agent says something. */
export function claudeAgent(n: number, text: string, changes: LineChanges = {}): LineChanges {
  const message = { id: `msg_${n}`, role: "assistant", content: [{ type: "text", text }] };
  return claude(n, "assistant", message, { requestId: `req_${n}`, ...changes });
}

/** Returns a line of Claude Code with the answer of a tool. */
export function claudeResult(n: number, id: string, text: string): LineChanges {
  const content = [{ type: "tool_result", tool_use_id: id, content: text, is_error: false }];
  return claude(n, "user", { role: "user", content }, { toolUseResult: { stdout: text } });
}

/** Returns a line of Claude Code. */
export function claude(n: number, type: string, message: unknown, changes: LineChanges = {}): LineChanges {
  return {
    parentUuid: n === 0 ? null : `u${n - 1}`,
    isSidechain: false,
    userType: "external",
    cwd: "/home/ann/app",
    sessionId: "s-1",
    version: "2.1.1",
    type,
    message,
    uuid: `u${n}`,
    timestamp: momentOf(n),
    ...changes,
  };
}

/** Returns the first line of a rollout of Codex. */
export function codexMeta(changes: LineChanges = {}): LineChanges {
  return codex(0, "session_meta", {
    id: "0197-codex",
    timestamp: momentOf(0),
    cwd: "/home/ann/app",
    originator: "codex_cli_rs",
    cli_version: "0.46.0",
    source: "cli",
    ...changes,
  });
}

/** Returns a line of a rollout of Codex. */
export function codex(n: number, type: string, payload: LineChanges): LineChanges {
  return { timestamp: momentOf(n), type, payload };
}

/** Returns both records of what somebody said to Codex. */
export function codexUser(n: number, text: string): LineChanges[] {
  return [
    codex(n, "response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] }),
    codex(n, "event_msg", { type: "user_message", message: text, kind: "plain" }),
  ];
}

/** Returns both records of what Codex answered. */
export function codexAgent(n: number, text: string): LineChanges[] {
  return [
    codex(n, "event_msg", { type: "agent_message", message: text }),
    codex(n, "response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text }] }),
  ];
}
