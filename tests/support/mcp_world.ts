/**
 * The built server with a client before it: the official one, or one that sends lines as it likes.
 *
 * @module
 */
import { Client, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { join } from "node:path";
import type { CliWorld } from "./cli_world.ts";
import { type McpLines, mcpLines } from "./mcp_lines.ts";
import { memoryCommand } from "./run_memory.ts";

/** An answer of a tool, as far as tests look at it. */
export interface ToolOutcome {
  readonly isError: boolean;
  readonly structured: Record<string, unknown>;
  readonly text: string;
}

/** The official client, connected. */
export interface McpSession {
  /** The client itself. */
  readonly client: Client;
  /** Calls a tool; the client checks the answer against the tool's output schema. */
  call(name: string, values?: Record<string, unknown>): Promise<ToolOutcome>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** The server as a process. */
export interface McpProcess extends McpLines {
  /** Its id. */
  readonly pid: number;
  /** Ends its input, and resolves with its exit code and what it said on stderr. */
  finish(): Promise<{ readonly code: number; readonly stderr: string }>;
}

/** Starts a server and connects the official client to it. */
export async function openMcpSession(
  world: CliWorld,
  mode: VersionNegotiationMode = "legacy",
  environment: Readonly<Record<string, string>> = {},
): Promise<McpSession> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const [program = "", ...words] = memoryCommand();
  await client.connect(
    new StdioClientTransport({
      command: program,
      args: [...words, "mcp"],
      cwd: join(world.home, "notes"),
      env: { ...world.environment, ...environment },
      stderr: "ignore",
    }),
  );
  return {
    client,
    async call(name, values = {}) {
      const { isError = false, structuredContent = {}, content } = await client.callTool({ name, arguments: values });
      const [first] = content;
      return {
        isError,
        structured: structuredContent as Record<string, unknown>,
        text: first?.type === "text" ? first.text : "",
      };
    },
    close: () => client.close(),
  };
}

/** Starts a server and sends lines to it. */
export function openMcpProcess(
  world: CliWorld,
  environment: Readonly<Record<string, string | undefined>> = {},
): McpProcess {
  const child = Bun.spawn([...memoryCommand(), "mcp"], {
    cwd: join(world.home, "notes"),
    env: { ...world.environment, ...environment },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines = mcpLines();
  const read = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) lines.take(decoder.decode(bytes, { stream: true }));
  })();
  const stderr = new Response(child.stderr).text();
  const raw = (text: string | Uint8Array) => {
    void child.stdin.write(text);
    void child.stdin.flush();
  };
  return {
    ...lines,
    pid: child.pid,
    raw,
    send: (value) => raw(`${JSON.stringify(value)}\n`),
    end: () => void child.stdin.end(),
    async finish() {
      void child.stdin.end();
      await read;
      return { code: await child.exited, stderr: await stderr };
    },
  };
}
