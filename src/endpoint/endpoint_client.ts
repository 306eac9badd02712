/**
 * Calls of one endpoint under one policy: repeated where that may help, ended by the deadline, and without a secret in
 * what is said about them.
 *
 * @module
 */
import { secretsOfUrl, strikeSecrets } from "../base/text/strike_secrets.ts";
import type { EndpointAddress } from "./endpoint_address.ts";
import { callEndpoint } from "./endpoint_call.ts";
import { EndpointFault } from "./endpoint_fault.ts";
import { endpointPolicy } from "./endpoint_policy.ts";

/** What a client is made from. */
export interface ClientRequest {
  /** Where to call. */
  readonly address: EndpointAddress;
  /** Proxy to send through, or `null` for none. */
  readonly proxy: string | null;
  /** Calls in all for one question, at least 1. */
  readonly attempts: number;
}

/** One question. */
export interface EndpointQuestion<T> {
  /** Sent as JSON. */
  readonly body: object;
  /** Longest answer that is read, in bytes. */
  readonly maxBytes: number;
  /** For all attempts and pauses together, in ms. */
  readonly timeoutMs: number;
  /** Makes something of the answer's text. @throws {EndpointFault} if it is wrong */
  read(text: string): T;
}

/** What asks an endpoint. It remembers how the last calls went. */
export interface EndpointClient {
  /**
   * Returns what `read` made of the answer.
   *
   * @throws {EndpointFault} of the last attempt; of the deadline; or because the endpoint is being left alone
   */
  ask<T>(question: EndpointQuestion<T>): Promise<T>;
}

/** Returns a client; nothing is sent before it is asked. */
export function endpointClient({ address, proxy, attempts }: ClientRequest): EndpointClient {
  const { url, key } = address;
  const policy = endpointPolicy(attempts);
  const secrets = [key ?? "", ...secretsOfUrl(url), ...secretsOfUrl(proxy ?? "")];
  const strike = (text: string) => strikeSecrets(text, secrets);
  return {
    ask: ({ body, maxBytes, timeoutMs, read }) =>
      policy.run(async (signal) => {
        try {
          return read(await callEndpoint({ url, key, proxy, body, maxBytes, strike, signal }));
        } catch (error) {
          throw error instanceof EndpointFault ? error.saying(strike(error.message)) : error;
        }
      }, timeoutMs),
  };
}
