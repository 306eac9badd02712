/**
 * Where an endpoint is, and with which key, as the settings and the environment say. Nothing is sent here.
 *
 * @module
 */

/** What the settings say of an endpoint. */
export interface AddressSettings {
  /** Up to and with the version, such as `http://127.0.0.1:11434/v1`; `null` if nothing is set. */
  readonly baseUrl: string | null;
  /** Name of the environment variable that holds the key; `null` sends none. */
  readonly keyVariable: string | null;
}

/** What an address is made for. */
export interface AddressPurpose {
  /** Settings under which both stand, such as `embed.endpoint`; named in reasons and hints. */
  readonly section: string;
  /** What is called below the base, such as `/embeddings`. */
  readonly call: string;
  /** Environment variables: the key is looked up here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** An address that can be called. */
export interface EndpointAddress {
  /** Full address of the call. */
  readonly url: string;
  /** Host and port, for people. */
  readonly host: string;
  /** Value for `Authorization: Bearer`, or `null`. */
  readonly key: string | null;
}

/** Why there is no address: a clause that begins a sentence, and the next command. */
export interface AddressFault {
  /** Without a final stop. */
  readonly reason: string;
  /** See `MemoryError.hint`. */
  readonly hint: string;
}

/** Characters that a header may carry. */
const KEY = /^[\x21-\x7e]+$/;

/** Returns the address of a call, or why there is none: no base is set, or the variable holds no key. */
export function endpointAddress(
  { baseUrl, keyVariable }: AddressSettings,
  { section, call, environment }: AddressPurpose,
): EndpointAddress | AddressFault {
  if (baseUrl === null) {
    const hint = `memory config set ${section}.baseUrl VALUE --user`;
    return {
      reason: `The setting ${providerKey(section)} is "openai-compatible", and ${section}.baseUrl is not set`,
      hint,
    };
  }
  const key = keyVariable === null ? null : environment[keyVariable] ?? "";
  if (key !== null && !KEY.test(key)) {
    const state = key === "" ? "is not set" : "holds blanks or characters that a key cannot have";
    return {
      reason: `The variable "${keyVariable}" that ${section}.keyVariable names ${state}`,
      hint: `export ${keyVariable}, or: memory config set ${section}.keyVariable null --user`,
    };
  }
  const url = new URL(baseUrl);
  url.pathname = `${basePath(url.pathname, call)}${call}`;
  return { url: url.href, host: url.host, key };
}

/** The setting that chose the endpoint of a section. */
function providerKey(section: string): string {
  return `${section.split(".")[0]}.provider`;
}

/** Some copy the whole address of the call from the documentation of their server. */
function basePath(path: string, call: string): string {
  const bare = path.replace(/\/+$/, "");
  return (bare.endsWith(call) ? bare.slice(0, -call.length) : bare).replace(/\/+$/, "");
}
