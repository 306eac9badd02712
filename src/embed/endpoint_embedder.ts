/**
 * An endpoint that speaks OpenAI's `/v1/embeddings`: Ollama, llama.cpp, LM Studio, a service (SPEC 10, 11.2).
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { endpointAddress } from "../endpoint/endpoint_address.ts";
import { type EndpointClient, endpointClient } from "../endpoint/endpoint_client.ts";
import { EndpointFault } from "../endpoint/endpoint_fault.ts";
import type { EmbedConfig } from "./config.ts";
import type { Embedder, EmbedderAnswer, TextRole } from "./embedder.ts";
import { readVectors } from "./endpoint_answer.ts";
import { inBatches } from "./in_batches.ts";
import type { RememberedText } from "./remembered_text.ts";

/** What it is made from. */
export interface EndpointRequest {
  /** The slice `embed`. */
  readonly settings: EmbedConfig;
  /** Environment variables: the key is looked up here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the length of its vectors is kept from one process to the next, by the endpoint's identity. */
  remembered(identity: string): RememberedText;
}

/** Sent once to learn the length of the vectors; nothing of the user's. */
const PROBE = "dimensions";

/** Longest text that is sent, in UTF-16 units: more than any embedding model reads, and no flood. */
const MAX_TEXT_UNITS = 65_536;

/** Bytes that one number of an answer may take, as text with its comma. */
const BYTES_PER_NUMBER = 32;

/** Bytes of an answer around its vectors. */
const SPARE_BYTES = 65_536;

/** Longest vector that is expected where none was asked for; the same as the setting's limit. */
const MAX_DIMENSIONS = 8_192;

/** Status of an address, or of a model, that the server does not know. */
const NOT_FOUND = 404;

/** Everything that does not change between calls. */
interface Endpoint {
  readonly url: string;
  readonly host: string;
  readonly model: string;
  readonly settings: EmbedConfig;
  readonly client: EndpointClient;
}

/** Returns the embedder; where the length of the vectors is not known yet, the endpoint is asked for one. */
export async function openEndpoint(request: EndpointRequest): Promise<EmbedderAnswer> {
  const { settings } = request;
  const endpoint = endpointOf(request);
  if ("reason" in endpoint) return { kind: "failed", isExplicit: true, ...endpoint };
  const identity = identityOf(endpoint);
  const remembered = request.remembered(identity);
  try {
    const known = settings.endpoint.dimensions ?? remembered.get();
    const dimensions = known === null ? await probe(endpoint) : Number(known);
    if (settings.endpoint.dimensions === null) remembered.set(String(dimensions));
    return { kind: "ready", embedder: embedderOf(endpoint, { identity, dimensions, remembered }) };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { kind: "failed", isExplicit: true, reason: error.message, hint: error.hint ?? null, cause: error.cause };
  }
}

function endpointOf({ settings, environment }: EndpointRequest): Endpoint | { reason: string; hint: string } {
  const { model, proxy, attempts } = settings.endpoint;
  const address = endpointAddress(settings.endpoint, { section: "embed.endpoint", call: "/embeddings", environment });
  if ("reason" in address) return address;
  if (model === null) {
    return {
      reason: 'The setting embed.provider is "openai-compatible", and embed.endpoint.model is not set',
      hint: "memory config set embed.endpoint.model VALUE --user",
    };
  }
  const client = endpointClient({ address, proxy, attempts });
  return { url: address.url, host: address.host, model, settings, client };
}

/** Without the query, which may hold a secret, and without the key. */
function identityOf({ url, model, settings }: Endpoint): string {
  const { origin, pathname } = new URL(url);
  const [query, passage] = [settings.queryPrefix ?? "", settings.passagePrefix ?? ""];
  return `endpoint ${origin}${pathname} model=${JSON.stringify(model)} query=${JSON.stringify(query)} ` +
    `passage=${JSON.stringify(passage)} v1`;
}

interface Known {
  readonly identity: string;
  readonly dimensions: number;
  readonly remembered: RememberedText;
}

function embedderOf(endpoint: Endpoint, { identity, dimensions, remembered }: Known): Embedder {
  const { settings } = endpoint;
  const prefixes: Readonly<Record<TextRole, string>> = {
    query: settings.queryPrefix ?? "",
    passage: settings.passagePrefix ?? "",
  };
  return {
    name: `${endpoint.model} at ${endpoint.host}`,
    fingerprint: `${identity} dimensions=${dimensions}`,
    dimensions,
    isExplicit: true,
    batch: settings.endpoint.batch,
    embed: (texts, role) =>
      inBatches(texts.map((text) => toSend(prefixes[role] + text)), {
        sizeOf: (text) => text.length,
        batch: settings.endpoint.batch,
        run: async (part) => {
          try {
            return await ask(endpoint, part, dimensions);
          } catch (error) {
            const fault = error instanceof MemoryError ? error.cause : null;
            // The next process looks anew, gets another fingerprint, and the vectors are not mixed.
            if (fault instanceof EndpointFault && fault.isOtherLength) remembered.forget();
            throw error;
          }
        },
      }),
    close: () => Promise.resolve(),
  };
}

async function probe(endpoint: Endpoint): Promise<number> {
  const [vector] = await ask(endpoint, [PROBE], null);
  return vector?.length ?? 0;
}

async function ask(endpoint: Endpoint, input: readonly string[], dimensions: number | null): Promise<Float32Array[]> {
  const { host, model, settings, client } = endpoint;
  const { timeoutMs, dimensions: asked } = settings.endpoint;
  const body = { model, input, "encoding_format": "float", ...(asked === null ? {} : { dimensions: asked }) };
  const maxBytes = SPARE_BYTES + input.length * (dimensions ?? MAX_DIMENSIONS) * BYTES_PER_NUMBER;
  const read = (text: string) => readVectors(text, { count: input.length, dimensions: dimensions ?? asked });
  try {
    return await client.ask({ body, maxBytes, timeoutMs, read });
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error;
    throw new MemoryError(`The embedding endpoint "${host}" ${error.message}`, {
      hint: error.status === NOT_FOUND
        ? "embed.endpoint.baseUrl should end with the version, as in http://127.0.0.1:11434/v1, and embed.endpoint.model " +
          "be a model of that server"
        : "see embed.endpoint in: memory config",
      cause: error,
    });
  }
}

/** Halves of surrogate pairs have no form in JSON that all servers take; endpoints refuse an empty text. */
function toSend(text: string): string {
  const sent = text.slice(0, MAX_TEXT_UNITS).toWellFormed();
  return sent.trim() === "" ? "." : sent;
}
