/**
 * The MCP server (SPEC 11.7): the SDK speaks the protocol in both eras, this file says what it speaks of.
 *
 * @module
 */
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { causeChain, MemoryError } from "../../base/errors.ts";
import { terminalText } from "../../base/text/display.ts";
import { escapeFence } from "../../lanes/fence.ts";
import { clientRoots } from "./client_roots.ts";
import { type InTurn, inTurn, nextRound } from "./in_turn.ts";
import { inputSchema } from "./input_schema.ts";
import { type LineStreams, LineTransport } from "./line_transport.ts";
import { readArguments, type Suggest } from "./read_arguments.ts";
import type { McpTool, ToolAnswer } from "./tool.ts";
import { toolWords } from "./tool_words.ts";

/** What a server is made of. */
export interface ToolServer {
  /** In the order in which they are listed. */
  readonly tools: readonly McpTool[];
  /** What the model is told about all of them. */
  readonly instructions: string;
  /** Of this program. */
  readonly version: string;
  /** Where messages come from and go to. */
  readonly streams: LineStreams;
  /** Finds the known word that a mistyped one means. */
  readonly suggest: Suggest;
  /** Called with the text of each call that failed, before it is given: it is ours, whoever tells of it later. */
  failed(text: string): Promise<void>;
  /** Writes a line for people who look for what went wrong; never on standard output. */
  log(line: string): void;
}

/** How long a client may keep the list of tools and the answer to `server/discover`: they change with the program only. */
const CACHED = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** How long the last work that nobody waits for may take after the connection ended, in milliseconds. */
const AFTERWARDS_MS = 3_000;

/** Serves until the end of standard input. Nothing that comes in ends it before. */
export async function serveTools(parts: ToolServer): Promise<void> {
  const transport = new LineTransport(parts.streams);
  const queue = inTurn();
  const onerror = (error: Error) => parts.log(causeChain(error).join(": "));
  serveStdio(() => connectionServer(parts, queue), { transport, onerror });
  await transport.closed;
  await Promise.race([queue.idle(), Bun.sleep(AFTERWARDS_MS)]);
}

function connectionServer(parts: ToolServer, queue: InTurn): Server {
  const { tools, instructions, version } = parts;
  const server = new Server({ name: "memory", title: "Memory", version }, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { "tools/list": CACHED, "server/discover": CACHED },
  });
  const roots = clientRoots(server, parts.log);
  const list = tools.map(({ name, title, description, fields, output, annotations }) => ({
    name,
    title,
    description,
    inputSchema: inputSchema(fields),
    outputSchema: output,
    annotations: { title, ...annotations },
  }));
  server.setRequestHandler("tools/list", ({ params }) => {
    if (params?.cursor === undefined) return { tools: list };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown cursor: all tools are in the first answer");
  });
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const known = tools.map(({ name }) => name).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${params.name}": there are ${known}`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
    queue.add(() => runCall(parts, { tool, given: params.arguments, context, roots: roots.folders, resolve, reject }));
    return promise;
  });
  return server;
}

/** What a client gets. */
interface ToolResult {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
  [key: string]: unknown;
}

interface PendingCall {
  readonly tool: McpTool;
  readonly given: unknown;
  readonly context: ServerContext;
  readonly roots: () => Promise<readonly string[]>;
  readonly resolve: (result: ToolResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one call, and what it left for later once its answer is on its way. */
async function runCall(parts: ToolServer, call: PendingCall): Promise<void> {
  const { tool, given, context: { mcpReq: { signal } }, resolve } = call;
  let answer: ToolAnswer;
  try {
    signal.throwIfAborted();
    const values = readArguments(tool, given, parts.suggest);
    answer = await tool.run(values, { signal, roots: await call.roots(), report: reporter(call.context) });
  } catch (error) {
    // Nobody waits for what was taken back.
    if (signal.aborted) return call.reject(error);
    if (!(error instanceof MemoryError)) parts.log(causeChain(error).join(": "));
    const text = failureText(error, Object.keys(tool.fields));
    await parts.failed(text);
    return resolve({ content: [{ type: "text", text }], isError: true });
  }
  resolve({
    content: [{ type: "text", text: answer.text }],
    structuredContent: { ...answer.structured },
    isError: false,
  });
  if (answer.afterwards === undefined || signal.aborted) return;
  await nextRound();
  try {
    await answer.afterwards();
  } catch (error) {
    // The answer stands.
    parts.log(causeChain(error).join(": "));
  }
}

/** Returns what tells the model what to do otherwise. */
function failureText(error: unknown, names: readonly string[]): string {
  const known = error instanceof MemoryError ? error : null;
  const message = known === null ? `Unexpected failure: ${causeChain(error)[0]}` : known.message;
  const hint = known?.hint === undefined ? "" : ` What to do: ${known.hint}.`;
  // A message may quote what stands in files, and is no place to leave the frame of data.
  return escapeFence(terminalText(toolWords(`${message}.${hint}`, names)));
}

/** Progress goes to clients that gave a token for it, and counts steps: how many there will be is not known. */
function reporter({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (message) => {
    progress++;
    // A client that has gone shows at the answer.
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() =>
      undefined
    );
  };
}
