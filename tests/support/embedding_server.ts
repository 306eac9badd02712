/**
 * An embedding endpoint on this machine that answers as a test wants, well or badly.
 *
 * @module
 */

/** One call as the server saw it. */
export interface SeenCall {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}

/** What a server does with a call; `number` counts from 1. */
export type Behaviour = (call: SeenCall, number: number) => Response | Promise<Response>;

/** A server that listens on loopback until it is stopped. */
export interface EmbeddingServer {
  readonly baseUrl: string;
  readonly host: string;
  readonly calls: readonly SeenCall[];
  stop(): Promise<void>;
}

/** Returns the vector that {@linkcode goodAnswer} gives for a text: length and number of vowels, and a constant. */
export function serverVector(text: string, dimensions = 3): number[] {
  const vowels = [...text].filter((each) => "aeiou".includes(each)).length;
  return Array.from({ length: dimensions }, (_, at) => [text.length, vowels, 1][at] ?? 0);
}

/** Answers as OpenAI does. */
export function goodAnswer({ body }: Pick<SeenCall, "body">, dimensions = 3): Response {
  const data = body.input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: serverVector(text, dimensions),
  }));
  return Response.json({ object: "list", data, model: body.model });
}

/** Starts a server. */
export function startEmbeddingServer(behaviour: Behaviour = (call) => goodAnswer(call)): EmbeddingServer {
  const calls: SeenCall[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const body: SeenCall["body"] = JSON.parse(await request.text());
      const call: SeenCall = {
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
        body,
      };
      calls.push(call);
      return behaviour(call, calls.length);
    },
  });
  const host = `127.0.0.1:${server.port}`;
  return { baseUrl: `http://${host}/v1`, host, calls, stop: () => server.stop(true) };
}
