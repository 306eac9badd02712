import { listOf, orNull, record, VALUE } from "../../agents/mcp/output_schema.ts";
import { defineTool, type McpTool } from "../../agents/mcp/tool.ts";
import type { Status } from "../../app/status/gather_status.ts";
import { command } from "../status.ts";
import { runCommand, type ToolDeps } from "./run_command.ts";
import { dataText } from "./data_text.ts";

/** Returns `memory_status`: facts and counts only, none of the lines. */
export function statusTool(deps: ToolDeps): McpTool {
  return defineTool({
    name: "memory_status",
    title: "State of the memory",
    description:
      "Tell where the memory lies, whether search works in full, when it last dreamt, and what waits for the owner.",
    fields: {},
    output: record(
      {
        workspace: VALUE.text,
        lostSince: VALUE.textOrNull,
        index: record({
          files: VALUE.count,
          chunks: VALUE.count,
          behind: VALUE.count,
          failures: listOf(record({ path: VALUE.text, reason: VALUE.text })),
        }),
        lanes: record({ keyword: VALUE.text, vector: VALUE.text, embedder: VALUE.textOrNull }),
        openTurns: VALUE.count,
        candidates: VALUE.count,
        lastSweep: orNull(record({ day: VALUE.text, status: VALUE.text, promoted: VALUE.count })),
        waiting: record({ forgetRequests: VALUE.count, pendingLines: VALUE.count, untrustedLines: VALUE.count }),
        intents: record({
          open: VALUE.count,
          events: VALUE.count,
          due: VALUE.count,
          late: VALUE.count,
          held: VALUE.count,
          next: VALUE.textOrNull,
        }),
        caller: record({ client: VALUE.textOrNull, sessionKind: VALUE.text, ceiling: VALUE.text }),
        notices: VALUE.texts,
      },
      { simulated: VALUE.flag },
    ),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run(_, call) {
      const answer = await runCommand(deps, { command, words: [], flags: { deep: false } }, call);
      const structured = { ...summaryOf(answer.json as Status), ...answer.marks };
      return { structured, text: JSON.stringify(structured) };
    },
  });
}

function summaryOf(status: Status) {
  const { workspace, lostSince, index, lanes, listed, lastSweep, caller, openTurns, candidates, notices } = status;
  return {
    workspace,
    lostSince,
    index: {
      files: index.files,
      chunks: index.chunks,
      behind: index.added + index.changed + index.gone,
      failures: index.failures.map(({ path, reason }) => ({ path: dataText(path), reason: dataText(reason) })),
    },
    lanes: { keyword: lanes.keyword, vector: lanes.vector, embedder: lanes.embedder.name },
    openTurns: openTurns.length,
    candidates,
    lastSweep: lastSweep === null
      ? null
      : { day: lastSweep.day, status: lastSweep.status, promoted: lastSweep.promoted },
    waiting: {
      forgetRequests: status.forgetRequests.length,
      pendingLines: listed.pending.length,
      untrustedLines: listed.untrusted.length,
    },
    intents: status.intents,
    caller: { client: caller.client, sessionKind: caller.sessionKind, ceiling: caller.ceiling },
    notices,
  };
}
