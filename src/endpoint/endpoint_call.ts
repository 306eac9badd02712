/**
 * One HTTP call of an endpoint. This is the only place in the program that sends anything anywhere, and it does so only to
 * the addresses of the settings `embed.endpoint.baseUrl` and `model.endpoint.baseUrl`, which count in the user's own
 * settings alone (SPEC 3.1, 10).
 *
 * @module
 */
import { causeChain, errorCode } from "../base/errors.ts";
import { stripControls } from "../base/text/display.ts";
import { EndpointFault } from "./endpoint_fault.ts";

/** What is sent, and how much may come back. */
export interface EndpointCall {
  /** Full address. */
  readonly url: string;
  /** Value for `Authorization: Bearer`, or `null`. */
  readonly key: string | null;
  /** Proxy to send through, or `null` for none. */
  readonly proxy: string | null;
  /** Sent as JSON. */
  readonly body: object;
  /** Longest answer that is read, in bytes. */
  readonly maxBytes: number;
  /** Takes secrets out of what the server says; before it is cut, since half a key is one, too. */
  readonly strike: (text: string) => string;
  /** Ends the call. */
  readonly signal: AbortSignal;
}

/** Status codes that ask to come back later, beside 500 and above. */
const TRY_LATER: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Chars of an answer that an error shows. */
const SHOWN_CHARS = 200;

/** Bytes of an error's answer that are read. */
const ERROR_BYTES = 65_536;

/**
 * Sends a call and returns the text of its answer.
 *
 * @throws {EndpointFault} if there is no connection, the answer is an error, a redirection or too long
 */
export async function callEndpoint(call: EndpointCall): Promise<string> {
  const response = await send(call);
  if (response.ok) return await readText(response, call.maxBytes);
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    // Following it would hand text and key to an address that nobody configured.
    throw new EndpointFault(`answered with a redirection (status ${status}), which is not followed`, {
      isTransient: false,
    });
  }
  // An explanation that cannot be read changes nothing about the status.
  const text = await readText(response, ERROR_BYTES).catch(() => "");
  const brief = `answered with status ${status}`;
  throw new EndpointFault(`${brief}${said(text, call.strike)}`, {
    brief,
    isTransient: status >= 500 || TRY_LATER.has(status),
    status,
    retryAfterMs: retryAfterMs(response.headers.get("retry-after")),
  });
}

async function send({ url, key, proxy, body, signal }: EndpointCall): Promise<Response> {
  // The runtime would take a proxy from the environment: `false` keeps it from doing so.
  const way: object = { proxy: proxy ?? false };
  const headers = { "content-type": "application/json", accept: "application/json", ...authorization(key) };
  try {
    return await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "manual",
      signal,
      ...way,
    });
  } catch (cause) {
    // The runtime's own sentence asks the reader a question; the system's code says which case it is.
    const why = errorCode(cause) ?? causeChain(cause).join(": ");
    throw new EndpointFault(`cannot be reached (${why})`, { isTransient: true, cause });
  }
}

function authorization(key: string | null): Readonly<Record<string, string>> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) {
        throw new EndpointFault(`answered with more than ${maxBytes} bytes`, { isTransient: false });
      }
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof EndpointFault) throw cause;
    const why = causeChain(cause).join(": ");
    throw new EndpointFault(`broke off in the middle of its answer: ${why}`, { isTransient: true, cause });
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Returns what an error says, for a person: the message of OpenAI's form, else the beginning of the text. */
function said(text: string, strike: (text: string) => string): string {
  const plain = strike(stripControls(messageIn(text) ?? text).replace(/\s+/g, " ").trim());
  if (plain === "") return "";
  return `: ${plain.length > SHOWN_CHARS ? `${plain.slice(0, SHOWN_CHARS)}…` : plain}`;
}

function messageIn(text: string): string | null {
  try {
    const answer: { error?: { message?: unknown } | string } | null = JSON.parse(text);
    const error = answer?.error;
    const message = typeof error === "string" ? error : error?.message;
    return typeof message === "string" ? message : null;
  } catch {
    // Then it is no JSON, and the text itself is shown.
    return null;
  }
}

/** Seconds are understood; a date is not, since its clock is another one. */
function retryAfterMs(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}
