import { serveTools } from "../agents/mcp/serve_tools.ts";
import { openApp } from "../app/app.ts";
import { openConnection } from "../app/connection.ts";
import { TOOL_GUIDE } from "../lanes/bootstrap/guide.ts";
import { defineCommand } from "./_declare.ts";
import { addTool } from "./_mcp/add_tool.ts";
import { forgetTool } from "./_mcp/forget_tool.ts";
import { getTool } from "./_mcp/get_tool.ts";
import { intentTool } from "./_mcp/intent_tool.ts";
import { logAnswer, withKnownAnswers } from "./_mcp/known_answers.ts";
import { protectStdout } from "./_mcp/protect_stdout.ts";
import { searchTool } from "./_mcp/search_tool.ts";
import { statusTool } from "./_mcp/status_tool.ts";
import { warmApp } from "./_mcp/warm_app.ts";
import { processStreams, STDERR, STDOUT } from "./_streams.ts";
import { suggest } from "./_suggest.ts";

/** `memory mcp`. */
export const command = defineCommand({
  details:
    "Serves the memory to an agent's client over standard input and output until the input ends. Tools: memory_search, " +
    "memory_get, memory_add, memory_forget, memory_status, memory_intent. Whoever starts it, its caller counts as an agent: " +
    "what is added is the agent's at most, and untrusted text is shown only to those who ask for its lines. Speaks the " +
    "revisions 2024-11-05 to 2025-11-25 and 2026-07-28 of the Model Context Protocol.",
  arguments: [],
  flags: {},
  examples: [
    { command: "claude mcp add memory -- memory mcp", about: "register it with Claude Code" },
    { command: "memory mcp --workspace ~/notes", about: "for a workspace wherever the client is started" },
  ],
  output: "text",
  async run({ program, request }) {
    const streams = processStreams();
    protectStdout();
    const connection = openConnection();
    const asked = { ...request(), isMcpServer: true, connection };
    const warm = warmApp({ open: () => openApp(asked), request: () => asked });
    const deps = { warm, request: () => asked, program };
    await serveTools({
      tools: [searchTool, getTool, addTool, forgetTool, statusTool, intentTool].map((tool) =>
        withKnownAnswers(tool(deps), { warm, connection })
      ),
      instructions: TOOL_GUIDE,
      version: program.version,
      streams: { input: program.input, write: (text) => streams.write(STDOUT, text) },
      suggest,
      failed: (text) => logAnswer(warm, [text]),
      log: (line) => void streams.write(STDERR, `memory mcp: ${line}\n`),
    });
    await warm.release();
    return { json: {}, text: () => "" };
  },
});
