/**
 * Talks to an MCP server in lines, as a client does that checks nothing: for what a proper client never sends.
 *
 * @module
 */

/** A message that came back. */
export interface McpMessage {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Both ends of a connection. */
export interface McpLines {
  /** What the server reads. */
  readonly input: () => ReadableStream<Uint8Array>;
  /** What the server writes with. */
  readonly write: (text: string) => Promise<boolean>;
  /** Sends a value as one line. */
  send(value: unknown): void;
  /** Sends bytes as they are. */
  raw(text: string | Uint8Array): void;
  /** Ends the input. */
  end(): void;
  /** Resolves with the first message that came, or comes, of which this is true. */
  next(isWanted: (message: McpMessage) => boolean): Promise<McpMessage>;
  /** Resolves with the answer to a request. */
  answer(id: string | number | null): Promise<McpMessage>;
  /** Everything that was written, line by line. */
  readonly lines: string[];
  /** The same, read. */
  messages(): McpMessage[];
  /** Takes text that a process wrote. */
  take(text: string): void;
}

/** Returns a connection without a server. */
export function mcpLines(): McpLines {
  const lines: string[] = [];
  const waiting: { isWanted: (message: McpMessage) => boolean; resolve: (message: McpMessage) => void }[] = [];
  let rest = "";
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const raw = (text: string | Uint8Array) =>
    controller?.enqueue(typeof text === "string" ? new TextEncoder().encode(text) : text);
  const messages = () => lines.map((line) => JSON.parse(line) as McpMessage);
  const take = (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      const message = JSON.parse(line) as McpMessage;
      for (const waiter of waiting.filter(({ isWanted }) => isWanted(message))) {
        waiting.splice(waiting.indexOf(waiter), 1);
        waiter.resolve(message);
      }
    }
  };
  const next: McpLines["next"] = (isWanted) => {
    const found = messages().find(isWanted);
    if (found !== undefined) return Promise.resolve(found);
    const { promise, resolve } = Promise.withResolvers<McpMessage>();
    waiting.push({ isWanted, resolve });
    return promise;
  };
  return {
    input: () => stream,
    write(text) {
      take(text);
      return Promise.resolve(true);
    },
    send: (value) => raw(`${JSON.stringify(value)}\n`),
    raw,
    end: () => controller?.close(),
    next,
    answer: (id) => next((message) => message.id === id && message.method === undefined),
    lines,
    messages,
    take,
  };
}

/** The first two messages of the handshake era. */
export const HANDSHAKE = [
  {
    jsonrpc: "2.0",
    id: "hello",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
] as const;

/** What every request of the stateless era carries. */
export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
} as const;
