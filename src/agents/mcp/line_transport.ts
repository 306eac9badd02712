/**
 * One JSON-RPC message a line, over streams (integrations: MCP over stdio). The SDK's own transport ends the connection at
 * a line that is too long and drops what it cannot read; this one answers both, and lets what was asked before the end of
 * standard input be answered.
 *
 * @module
 */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  type Transport,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { causeChain } from "../../base/errors.ts";
import { isRecord } from "../../base/record.ts";
import { MAX_LINE_BYTES, messageLines } from "./message_lines.ts";
import { withParameterError } from "./parameter_error.ts";

/** Where messages come from and go to. */
export interface LineStreams {
  /** Returns standard input. */
  input(): ReadableStream<Uint8Array>;
  /** Writes to standard output; resolves to `false` if nobody reads it any more. */
  write(text: string): Promise<boolean>;
}

/** JSON-RPC 2.0, section 5.1. */
const CODES = { parse: -32_700, invalid: -32_600 };

/** How long what was asked before the end of standard input may still take, in milliseconds: a client waits to be rid of us. */
const GRACE_MS = 3_000;

/** The transport. It is closed by the end of its input, or when nobody reads its output. */
export class LineTransport implements Transport {
  /** See `Transport.onmessage`. */
  onmessage?: Transport["onmessage"];
  /** See `Transport.onerror`. */
  onerror?: Transport["onerror"];
  /** See `Transport.onclose`. */
  onclose?: Transport["onclose"];
  /** Resolves when it is closed. */
  readonly closed: Promise<void>;
  readonly #streams: LineStreams;
  readonly #setClosed: () => void;
  /** Requests without an answer. */
  readonly #open = new Set<RequestId>();
  #whenSettled: (() => void) | null = null;
  #isClosed = false;
  /** One after the other, so that lines stay whole. */
  #written: Promise<unknown> = Promise.resolve();

  /** Reads nothing before {@linkcode LineTransport.start}. */
  constructor(streams: LineStreams) {
    this.#streams = streams;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#setClosed = resolve;
  }

  /** Begins to read. */
  start(): Promise<void> {
    void this.#read();
    return Promise.resolve();
  }

  /** Writes a message as one line. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    if ("id" in message && !("method" in message) && message.id !== undefined) this.#settle(message.id);
    await this.#write(withParameterError(message));
    this.#tellIfSettled();
  }

  /** Closes it. */
  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#setClosed();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    const lines = messageLines({
      onLine: (line) => this.#receive(line),
      onTooLong: () =>
        void this.#refuse(null, CODES.invalid, `A message may have ${MAX_LINE_BYTES} bytes, and this one is longer`),
    });
    try {
      for await (const bytes of this.#streams.input()) {
        if (this.#isClosed) return;
        lines.push(bytes);
      }
      lines.end();
    } catch (error) {
      // An input that cannot be read any more has ended.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    await this.#settled();
    await this.close();
  }

  #receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      void this.#refuse(null, CODES.parse, `Not a JSON value: ${causeChain(error)[0]}`);
      return;
    }
    if (Array.isArray(value)) {
      void this.#refuse(null, CODES.invalid, "Batches are not supported: send one message a line");
    } else if (isJSONRPCRequest(value) && isOfOtherRevision(value.params)) {
      void this.#write({ jsonrpc: "2.0", id: value.id, error: otherRevision(value.params) });
    } else if (isJSONRPCRequest(value)) {
      this.#open.add(value.id);
      this.onmessage?.(value);
    } else if (isJSONRPCNotification(value) || isJSONRPCResponse(value)) {
      if (isJSONRPCNotification(value) && value.method === "notifications/cancelled") {
        this.#settle(value.params?.["requestId"]);
      }
      this.onmessage?.(value);
    } else {
      void this.#refuse(idOf(value), CODES.invalid, "Not a JSON-RPC 2.0 message");
    }
  }

  #refuse(id: RequestId | null, code: number, message: string): Promise<void> {
    return this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  async #write(message: object): Promise<void> {
    const text = `${JSON.stringify(message)}\n`;
    const written = this.#written.then(() => this.#streams.write(text));
    this.#written = written.catch(() => undefined);
    try {
      if (!await written) await this.close();
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      await this.close();
    }
  }

  #settle(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") this.#open.delete(id);
    if (id !== undefined && this.#open.size === 0) queueMicrotask(() => this.#tellIfSettled());
  }

  #tellIfSettled(): void {
    if (this.#open.size === 0) this.#whenSettled?.();
  }

  /** Resolves when everything asked was answered and written, or the time for that is over. */
  async #settled(): Promise<void> {
    if (this.#open.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#whenSettled = resolve;
      const timer = setTimeout(resolve, GRACE_MS);
      await promise;
      clearTimeout(timer);
    }
    await Promise.race([this.#written, Bun.sleep(GRACE_MS)]);
  }
}

/** Revisions of the era in which each request says its own; what one says later is not looked at by the SDK again. */
const MODERN_REVISIONS = ["2026-07-28"];

function revisionOf(params: unknown): unknown {
  const meta = isRecord(params) ? params["_meta"] : undefined;
  return isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
}

function isOfOtherRevision(params: unknown): boolean {
  const revision = revisionOf(params);
  return typeof revision === "string" && !MODERN_REVISIONS.includes(revision);
}

function otherRevision(params: unknown): object {
  const { code, message, data } = new UnsupportedProtocolVersionError({
    supported: MODERN_REVISIONS,
    requested: String(revisionOf(params)),
  });
  return { code, message, data };
}

/** The id of a broken request, if it can be told. */
function idOf(value: unknown): RequestId | null {
  if (!isRecord(value)) return null;
  const { id } = value;
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : null;
}
