import { listOf, record, VALUE } from "../../agents/mcp/output_schema.ts";
import { defineTool, type McpTool } from "../../agents/mcp/tool.ts";
import type { GetResult } from "../../lanes/get.ts";
import { command } from "../get.ts";
import { getText } from "../_text/get_text.ts";
import { textStyle } from "../_style.ts";
import { DATA_NOTE, dataText, framed } from "./data_text.ts";
import { runCommand, type ToolDeps } from "./run_command.ts";

/** Returns `memory_get`. */
export function getTool(deps: ToolDeps): McpTool {
  return defineTool({
    name: "memory_get",
    title: "Read the memory",
    description: "Read lines that memory_search cited, or a file such as MEMORY.md: at most 120 lines at once.",
    fields: {
      selector: {
        type: "string",
        isRequired: true,
        description: "path#L3-L9, path:3 (from line 3 on), path, a key, or words of a line",
      },
    },
    output: record(
      {
        note: VALUE.text,
        path: VALUE.text,
        startLine: VALUE.count,
        endLine: VALUE.count,
        totalLines: VALUE.count,
        text: VALUE.text,
        truncated: VALUE.flag,
        nextFrom: VALUE.countOrNull,
        citation: VALUE.text,
        origin: VALUE.text,
        untrusted: listOf(record({ startLine: VALUE.count, endLine: VALUE.count })),
        notices: VALUE.texts,
      },
      { simulated: VALUE.flag },
    ),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run({ selector }, call) {
      const answer = await runCommand(deps, { command, words: [selector], flags: {} }, call);
      const { notices, ...result } = answer.json as GetResult & { readonly notices: readonly string[] };
      const { path, text, citation } = result;
      return {
        structured: {
          note: DATA_NOTE,
          ...result,
          path: dataText(path),
          text: dataText(text),
          citation: dataText(citation),
          notices,
          ...answer.marks,
        },
        text: framed(getText(result, textStyle(false)), citation, notices),
        afterwards: answer.afterwards?.bind(answer),
      };
    },
  });
}
