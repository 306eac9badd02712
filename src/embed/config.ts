/**
 * The slice `embed`: what turns text into vectors (SPEC 5, step 7; 10; 11.2). It counts in the user's own settings only:
 * a model's folder is a place to read from, and an endpoint one that text is sent to (SPEC 3.1).
 *
 * @module
 */
import * as z from "zod/mini";

/** Which adapter makes the vectors. */
export type EmbedProvider = "auto" | "bundled" | "folder" | "openai-compatible" | "none";

/** An endpoint that speaks OpenAI's `/v1/embeddings`. */
export interface EndpointConfig {
  /** `http:` or `https:`, up to and with the version, such as `http://127.0.0.1:11434/v1`. @default null */
  readonly baseUrl: string | null;
  /** Name of the model, as the endpoint calls it. @default null */
  readonly model: string | null;
  /** Length of the vectors to ask for; `null` takes what comes. 1 to 8,192. @default null */
  readonly dimensions: number | null;
  /** Name of the environment variable that holds the key; `null` sends none. @default null */
  readonly keyVariable: string | null;
  /** Texts in one call, 1 to 256. @default 32 */
  readonly batch: number;
  /** Deadline of one call with its repetitions and pauses, in ms, 100 to 600,000. @default 30000 */
  readonly timeoutMs: number;
  /** Attempts in all, 1 to 10. @default 3 */
  readonly attempts: number;
  /** Address of an HTTP proxy to send through; `null` sends directly, whatever the environment says. @default null */
  readonly proxy: string | null;
}

/** What turns text into vectors. */
export interface EmbedConfig {
  /**
   * `auto` is the folder of {@linkcode EmbedConfig.model} if one is set, else the bundled model; an endpoint is used only
   * if it is named here; `none` is keyword only. @default "auto"
   */
  readonly provider: EmbedProvider;
  /** Absolute folder of a Hugging Face ONNX model; `null` is the bundled one. @default null */
  readonly model: string | null;
  /** Put before a question; `null` is what the model is known to want, else nothing. @default null */
  readonly queryPrefix: string | null;
  /** Put before a passage; `null` as above. @default null */
  readonly passagePrefix: string | null;
  /** How a folder's token vectors become one; `null` is what its files say, else the mean. @default null */
  readonly pooling: "mean" | "cls" | null;
  /** Texts in one run of a local model, 1 to 256. @default 16 */
  readonly batch: number;
  /** Processor threads of a local model, 0 to 64; 0 is one for each core. @default 0 */
  readonly threads: number;
  /** After how many idle seconds a long-lived process gives the model's memory back, 1 to 86,400. @default 300 */
  readonly idleSeconds: number;
  /** See {@linkcode EndpointConfig}. */
  readonly endpoint: EndpointConfig;
}

/** Texts in one run or call. */
const BATCH = z.int().check(z.gte(1), z.lte(256));
/** A prefix is a word or two; a long one would eat the 512 tokens that a model reads. */
const PREFIX = z.nullable(z.string().check(z.maxLength(200)));
/** Completes "it should be …". */
const URL_WANTED = 'an http or https address without user and password, such as "http://127.0.0.1:11434/v1"';
/** A name that systems allow for a variable. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The slice `embed`. */
export const embedConfig = z.prefault(
  z.strictObject({
    provider: z._default(z.enum(["auto", "bundled", "folder", "openai-compatible", "none"]), "auto"),
    model: z._default(z.nullable(z.string()), null),
    queryPrefix: z._default(PREFIX, null),
    passagePrefix: z._default(PREFIX, null),
    pooling: z._default(z.nullable(z.enum(["mean", "cls"])), null),
    batch: z._default(BATCH, 16),
    threads: z._default(z.int().check(z.gte(0), z.lte(64)), 0),
    idleSeconds: z._default(z.int().check(z.gte(1), z.lte(86_400)), 300),
    endpoint: z.prefault(
      z.strictObject({
        baseUrl: z._default(z.nullable(z.string().check(z.refine(isPlainUrl, URL_WANTED))), null),
        model: z._default(z.nullable(z.string()), null),
        dimensions: z._default(z.nullable(z.int().check(z.gte(1), z.lte(8_192))), null),
        keyVariable: z._default(
          z.nullable(z.string().check(z.regex(VARIABLE_NAME, "the name of an environment variable"))),
          null,
        ),
        batch: z._default(BATCH, 32),
        timeoutMs: z._default(z.int().check(z.gte(100), z.lte(600_000)), 30_000),
        attempts: z._default(z.int().check(z.gte(1), z.lte(10)), 3),
        proxy: z._default(z.nullable(z.string().check(z.refine(isPlainUrl, URL_WANTED))), null),
      }),
      {},
    ),
  }),
  {},
);

/** Credentials belong in a variable: settings are shown, copied and kept under version control. */
function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
