/**
 * The slice `model`: which language model may be asked (SPEC 10). It counts in the user's own settings only, as do the
 * settings that override the name: an endpoint is a place that text is sent to, and a command is a program that runs
 * (SPEC 3.1).
 *
 * @module
 */
import * as z from "zod/mini";

/** Which adapter asks. */
export type ModelProvider = "none" | "openai-compatible" | "command";

/** A server that speaks OpenAI's `/v1/chat/completions`. */
export interface ModelEndpointConfig {
  /** `http:` or `https:`, up to and with the version, such as `http://127.0.0.1:11434/v1`. @default null */
  readonly baseUrl: string | null;
  /** Name of the environment variable that holds the key; `null` sends none. @default null */
  readonly keyVariable: string | null;
  /** Attempts in all for one question, 1 to 10. @default 2 */
  readonly attempts: number;
  /** Whether JSON is asked for by `response_format`; a server that refuses it is asked without. @default true */
  readonly jsonMode: boolean;
  /** Address of an HTTP proxy to send through; `null` sends directly, whatever the environment says. @default null */
  readonly proxy: string | null;
}

/** Which language model may be asked. */
export interface ModelConfig {
  /** `none`: nothing is ever asked, and nothing is worse but what a model would add. @default "none" */
  readonly provider: ModelProvider;
  /** Name of the model, as the endpoint calls it; takes the place of `{model}` in a command. @default null */
  readonly name: string | null;
  /** See {@linkcode ModelEndpointConfig}. */
  readonly endpoint: ModelEndpointConfig;
  /**
   * The program and its words; the prompt goes to its standard input, one JSON value comes from its standard output. No
   * shell reads them. `{model}` in a word stands for the model's name. @default []
   */
  readonly command: readonly string[];
  /** Deadline of a question of the dream or the flush, in ms, 100 to 600,000. @default 60000 */
  readonly timeoutMs: number;
  /** Questions a local day for each of dream, flush and recall, 0 to 100,000. @default 300 */
  readonly callsPerDay: number;
  /** Estimated tokens a local day, prompts and answers, for each of them, 0 to 1,000,000,000. @default 1000000 */
  readonly tokensPerDay: number;
}

/** Completes "it should be …". */
const URL_WANTED = 'an http or https address without user and password, such as "http://127.0.0.1:11434/v1"';
/** A name that systems allow for a variable. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words of a command: more is a mistake. */
const MAX_WORDS = 64;

/**
 * A model's name: printable, up to 200 chars. `null` is no name of its own, and in the settings that override it the word
 * `none` means that nothing is asked for that use.
 */
export const modelName = z.nullable(
  z.string().check(z.refine((text) => /^[^\p{C}]{1,200}$/u.test(text), "a name of 1 to 200 printable characters")),
);

/** The slice `model`. */
export const modelConfig = z.prefault(
  z.strictObject({
    provider: z._default(z.enum(["none", "openai-compatible", "command"]), "none"),
    name: z._default(modelName, null),
    endpoint: z.prefault(
      z.strictObject({
        baseUrl: z._default(z.nullable(z.string().check(z.refine(isPlainUrl, URL_WANTED))), null),
        keyVariable: z._default(
          z.nullable(z.string().check(z.regex(VARIABLE_NAME, "the name of an environment variable"))),
          null,
        ),
        attempts: z._default(z.int().check(z.gte(1), z.lte(10)), 2),
        jsonMode: z._default(z.boolean(), true),
        proxy: z._default(z.nullable(z.string().check(z.refine(isPlainUrl, URL_WANTED))), null),
      }),
      {},
    ),
    command: z._default(
      z.array(z.string().check(z.refine((word) => !word.includes("\0"), "a word without a NUL"))).check(
        z.maxLength(MAX_WORDS),
      ),
      [],
    ),
    timeoutMs: z._default(z.int().check(z.gte(100), z.lte(600_000)), 60_000),
    callsPerDay: z._default(z.int().check(z.gte(0), z.lte(100_000)), 300),
    tokensPerDay: z._default(z.int().check(z.gte(0), z.lte(1_000_000_000)), 1_000_000),
  }),
  {},
);

/** Credentials belong in a variable: settings are shown, copied and kept under version control. */
function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
