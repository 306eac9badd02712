/**
 * How clients name the tools of MCP servers.
 *
 * @module
 */

/** What the name of a tool tells. */
export interface McpTool {
  /** The server, where the name says which it is beyond doubt; else `null`. */
  readonly server: string | null;
  /** It may be one of the tools of `memory mcp`: by its name, which alone proves nothing (SPEC 4.5). */
  readonly mayBeOwn: boolean;
}

/** Returns what the name of a tool tells of an MCP server, or `null` if it is none of a server as far as it can be told. */
export function mcpToolOf(client: string, tool: string): McpTool | null {
  const server = /^mcp__(.+?)__(.+)$/.exec(tool)?.[1];
  if (server !== undefined) return { server, mayBeOwn: server === OWN_SERVER };
  const own = Object.hasOwn(OWN_NAMES, client) ? OWN_NAMES[client] : undefined;
  return own?.test(tool) === true ? { server: null, mayBeOwn: true } : null;
}

/** The server that `memory mcp` is, by the name under which it is entered in the client. */
const OWN_SERVER = "memory";

/**
 * Clients that part server and tool by a character which both may hold, or that leave the server out: only our own tools
 * are told there, by their whole names (SPEC 11.7).
 */
const OWN_NAMES: Readonly<Record<string, RegExp>> = {
  // `mcp_<server>_<tool>`
  gemini: /^mcp_memory_memory_(?:search|get|add|forget|status|intent)$/,
  // `MCP:<tool>`
  cursor: /^MCP:memory_(?:search|get|add|forget|status|intent)$/,
  // `<server>_<tool>`
  opencode: /^memory_memory_(?:search|get|add|forget|status|intent)$/,
};
