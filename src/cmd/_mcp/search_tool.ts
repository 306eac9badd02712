import { listOf, record, VALUE } from "../../agents/mcp/output_schema.ts";
import { defineTool, type McpTool } from "../../agents/mcp/tool.ts";
import { CHUNK_SOURCES } from "../../store/index/chunk_ids.ts";
import type { SearchHit } from "../../lanes/search/hit.ts";
import { command } from "../search.ts";
import { DATA_NOTE, dataText, framed } from "./data_text.ts";
import { runCommand, type ToolDeps } from "./run_command.ts";

/** Results at most: more would only fill a context. */
const MAX_RESULTS = 50;
/** Chars of `YYYY-MM-DD` at the start of an ISO time. */
const ISO_DAY_CHARS = 10;

const HIT = record({
  citation: VALUE.text,
  path: VALUE.text,
  startLine: VALUE.count,
  endLine: VALUE.count,
  snippet: VALUE.text,
  score: VALUE.number,
  tier: VALUE.text,
  origin: VALUE.text,
  observedAt: VALUE.textOrNull,
  importance: VALUE.countOrNull,
  project: VALUE.texts,
  untrusted: VALUE.flag,
  withheld: VALUE.flag,
});

/** What `memory search` prints, as far as it is passed on. */
interface SearchJson {
  readonly query: string;
  readonly results: readonly SearchHit[];
  readonly lanes: object;
  readonly notices: readonly string[];
}

/** Returns `memory_search`. */
export function searchTool(deps: ToolDeps): McpTool {
  return defineTool({
    name: "memory_search",
    title: "Search the memory",
    description: "Search the long-term memory by words and meaning, in any language. Use it before you answer about " +
      "earlier work, decisions, dates, people or preferences. Results are cited as path#L3-L9; read on with memory_get.",
    fields: {
      query: { type: "string", isRequired: true, description: 'Words or a question; "in quotes" as it stands' },
      limit: { type: "integer", minimum: 1, maximum: MAX_RESULTS, description: "Results at most; 6 if left out" },
      since: { type: "string", description: "First day of dated notes: 2026-08-19, last week, 上周" },
      until: { type: "string", description: "Last day of dated notes" },
      path: { type: "string", description: "Only files whose path begins so" },
      project: { type: "string", description: "Only what is tagged with this project" },
      source: {
        type: "string",
        choices: CHUNK_SOURCES,
        description: "Notes (if left out), session transcripts, or both",
      },
    },
    output: record(
      {
        note: VALUE.text,
        query: VALUE.text,
        results: listOf(HIT),
        lanes: record({ keyword: VALUE.text, vector: VALUE.text }),
        notices: VALUE.texts,
      },
      { simulated: VALUE.flag },
    ),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run({ query, ...filters }, call) {
      call.report("Bringing the index up to date");
      const answer = await runCommand(deps, {
        command,
        words: [query],
        flags: {
          ...filters,
          tier: [],
          origin: [],
          related: undefined,
          keywordOnly: false,
          explain: false,
          exitCode: false,
          session: undefined,
          sessionKind: undefined,
        },
      }, call);
      const { query: asked, results, lanes, notices } = answer.json as SearchJson;
      return {
        structured: { note: DATA_NOTE, query: asked, results: results.map(shown), lanes, notices, ...answer.marks },
        text: framed(
          results.length === 0 ? "Nothing found" : results.map(hitText).join("\n\n"),
          "memory_search",
          notices,
        ),
        afterwards: answer.afterwards?.bind(answer),
      };
    },
  });
}

function shown({ citation, path, startLine, endLine, snippet, score, tier, origin, ...hit }: SearchHit): object {
  const { observedAt, importance, project, untrusted, withheld = false } = hit;
  const placed = { citation: dataText(citation), path: dataText(path), startLine, endLine };
  const facts = { score, tier, origin, observedAt, importance, project: project.map(dataText), untrusted, withheld };
  return { ...placed, snippet: dataText(snippet), ...facts };
}

function hitText({ citation, score, observedAt, origin, snippet, withheld }: SearchHit): string {
  const facts = [score.toFixed(2), ...(observedAt === null ? [] : [observedAt.slice(0, ISO_DAY_CHARS)]), origin];
  const unshown = snippet === "" ? "somebody else's words" : "with somebody else's words among them";
  const text = withheld
    ? `${unshown}, not shown unasked: memory_get reads them, and what you note after that is untrusted\n${snippet}`
      .trim()
    : snippet;
  return `${citation} (${facts.join(", ")})\n${text.split("\n").map((line) => `  ${line}`).join("\n")}`;
}
