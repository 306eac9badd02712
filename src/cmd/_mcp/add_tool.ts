import { record, VALUE } from "../../agents/mcp/output_schema.ts";
import { defineTool, type McpTool } from "../../agents/mcp/tool.ts";
import { DERIVED_FROM, type NoteResult } from "../../capture/note.ts";
import { command } from "../note.ts";
import { textStyle } from "../_style.ts";
import { noteText } from "../_text/note_text.ts";
import { framed } from "./data_text.ts";
import { runCommand, type ToolDeps } from "./run_command.ts";

/** Returns `memory_add`. */
export function addTool(deps: ToolDeps): McpTool {
  return defineTool({
    name: "memory_add",
    title: "Note a fact",
    description:
      "Note one durable fact, decision or preference in today's diary; the nightly dream decides what stays. " +
      "One fact a call. Say where the text is from if it was not said in this conversation.",
    fields: {
      text: { type: "string", isRequired: true, description: "The fact in one sentence that stands by itself" },
      derivedFrom: { type: "string", choices: DERIVED_FROM, description: "Where it was taken from, if it was" },
      key: { type: "string", description: "Name of what it is about; a later note with the same key replaces it" },
      importance: { type: "integer", minimum: 1, maximum: 10, description: "1 to 10" },
      triggers: { type: "strings", description: "Phrases that shall bring it up" },
      until: { type: "string", description: "Last day on which it holds: 2026-12-31, Friday, 月底" },
      noProject: { type: "boolean", description: "It holds beyond the present project" },
    },
    output: record(
      {
        path: VALUE.text,
        line: VALUE.countOrNull,
        text: VALUE.text,
        origin: VALUE.text,
        sessionKind: VALUE.text,
        state: VALUE.text,
        written: VALUE.flag,
        reason: VALUE.textOrNull,
        redacted: VALUE.counts,
        notices: VALUE.texts,
      },
      { simulated: VALUE.flag },
    ),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run({ text, derivedFrom, key, importance, triggers = [], until, noProject = false }, call) {
      const answer = await runCommand(deps, {
        command,
        words: [text],
        flags: {
          derivedFrom,
          key,
          importance,
          trigger: triggers,
          until,
          noProject,
          project: [],
          date: undefined,
          session: undefined,
          sessionKind: undefined,
        },
      }, call);
      const result = answer.json as NoteResult & { readonly notices: readonly string[] };
      return {
        structured: { ...result, ...answer.marks },
        text: framed(noteText(result, textStyle(false)), "memory_add", result.notices),
        afterwards: answer.afterwards?.bind(answer),
      };
    },
  });
}
