/** What a server of language models was sent. */
export interface ModelCallSeen {
  /** Path with query. */
  readonly path: string;
  /** Headers, lower-cased. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server of language models on the loopback, whose answers a test decides. */
export interface ModelServer {
  /** Up to and with the version. */
  readonly baseUrl: string;
  /** What came so far. */
  readonly calls: readonly ModelCallSeen[];
  /** Ends it, also answers that are still going on. */
  stop(): Promise<void>;
}

/** Returns what OpenAI's form wraps a text in. */
export function completion(content: unknown, extra: object = {}): Response {
  return Response.json({ choices: [{ index: 0, message: { role: "assistant", content }, ...extra }] });
}

/** Starts a server that answers as told; `at` counts from 0. */
export function startModelServer(
  answer: (call: ModelCallSeen, at: number) => Response | Promise<Response>,
): ModelServer {
  const calls: ModelCallSeen[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const call: ModelCallSeen = {
        path: pathname + search,
        headers: request.headers.toJSON(),
        body: Object(await request.json()),
      };
      calls.push(call);
      return await answer(call, calls.length - 1);
    },
  });
  return { baseUrl: `http://127.0.0.1:${server.port}/v1`, calls, stop: () => server.stop(true) };
}
