import { listOf, record, VALUE } from "../../agents/mcp/output_schema.ts";
import { defineTool, type McpTool } from "../../agents/mcp/tool.ts";
import { MemoryError } from "../../base/errors.ts";
import type { ForgetAnswer } from "../_forget/answer.ts";
import { command } from "../forget.ts";
import { dataText, framed } from "./data_text.ts";
import { runCommand, type ToolDeps } from "./run_command.ts";

const LINE = record({ path: VALUE.text, line: VALUE.count, text: VALUE.text });

const FIELDS = {
  selector: { type: "string", description: "path#L3, path:3-5, path, a key, or words of the line" },
  query: { type: "string", description: "Instead: every line that holds all these words" },
  token: { type: "string", description: "Of the preview: do it now" },
} as const;

const OUTPUT = record(
  {
    applied: VALUE.flag,
    complete: VALUE.flag,
    reason: VALUE.textOrNull,
    token: VALUE.textOrNull,
    removed: listOf(LINE),
    left: listOf(record({ path: VALUE.text, text: VALUE.text })),
    derived: VALUE.counts,
    notices: VALUE.texts,
  },
  { simulated: VALUE.flag },
);

/** Returns `memory_forget`. */
export function forgetTool(deps: ToolDeps): McpTool {
  return defineTool({
    name: "memory_forget",
    title: "Forget lines",
    description: "Remove lines and all that was made from them, when the user asks for it. The first call shows what " +
      "would go and gives a token; the second, with the same arguments and that token, does it. What this session did not " +
      "write is only asked of the owner.",
    fields: FIELDS,
    output: OUTPUT,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async run({ selector, query, token }, call) {
      requireOneWay(selector, query, token);
      const answer = await runCommand(deps, {
        command,
        words: selector === undefined ? [] : [selector],
        flags: { query, token, apply: token !== undefined, session: undefined, since: undefined, until: undefined },
      }, call);
      const result = answer.json as ForgetAnswer & { readonly notices: readonly string[] };
      const { applied, complete, reason, derived, notices } = result;
      const removed = result.removed.map(({ path, line, text }) => ({
        path: dataText(path),
        line,
        text: dataText(text),
      }));
      const left = result.left.map(({ path, text }) => ({ path: dataText(path), text: dataText(text) }));
      const shown = removed.map(({ path, line, text }) => `${path}:${line}: ${text}`).join("\n");
      return {
        structured: {
          applied,
          complete,
          reason,
          token: result.token,
          removed,
          left,
          derived,
          notices,
          ...answer.marks,
        },
        text: framed(shown, "memory_forget", [outcome(result), ...notices]),
        afterwards: answer.afterwards?.bind(answer),
      };
    },
  });
}

/** Both calls name the lines: nothing is kept between them. */
function requireOneWay(selector: string | undefined, query: string | undefined, token: string | undefined): void {
  if ((selector === undefined) !== (query === undefined)) return;
  throw new MemoryError("Cannot tell what to forget: give either selector or query", {
    kind: "usage",
    hint: token === undefined
      ? "as in selector: memory/2026-08-19.md#L3"
      : "the token goes with the arguments of the preview",
  });
}

function outcome({ applied, reason, token, removed }: ForgetAnswer): string {
  const what = removed.length === 1 ? "The line" : `The ${removed.length} lines`;
  if (applied) return `${what} above, and all that was made from that, went for good.`;
  if (reason === "nothing") return "No line matches: nothing was forgotten.";
  if (reason === "owner") {
    return `${what} above stay until the owner decides, who was asked: this session did not write all.`;
  }
  return `${what} above would go: call memory_forget with the same arguments and token "${token}" to do it.`;
}
