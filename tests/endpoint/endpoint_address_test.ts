import { describe, expect, test } from "bun:test";
import { type AddressSettings, endpointAddress } from "../../src/endpoint/endpoint_address.ts";

const addressOf = (
  settings: Partial<AddressSettings>,
  environment: Record<string, string> = {},
  call = "/embeddings",
) =>
  endpointAddress({ baseUrl: "http://127.0.0.1:1/v1", keyVariable: null, ...settings }, {
    section: "model.endpoint",
    call,
    environment,
  });

describe("the address of a call", () => {
  test.each([
    ["http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1/chat/completions"],
    ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1/chat/completions"],
    ["http://127.0.0.1:11434/v1//", "http://127.0.0.1:11434/v1/chat/completions"],
    ["http://127.0.0.1:11434", "http://127.0.0.1:11434/chat/completions"],
    ["https://models.example/v1/chat/completions", "https://models.example/v1/chat/completions"],
    ["https://models.example/v1/chat/completions/", "https://models.example/v1/chat/completions"],
    ["https://models.example/v1?version=3", "https://models.example/v1/chat/completions?version=3"],
    ["https://models.example/embeddings/v1", "https://models.example/embeddings/v1/chat/completions"],
  ])("of the base %p is %p", (baseUrl, url) => {
    expect(addressOf({ baseUrl }, {}, "/chat/completions")).toMatchObject({ url, key: null });
  });

  test("names host and port for people", () => {
    expect(addressOf({ baseUrl: "https://models.example:8443/v1?secret=x" })).toMatchObject({
      host: "models.example:8443",
    });
  });

  test("carries the key of the variable that is named, and of no other", () => {
    const environment = { MINE: "k-1", OPENAI_API_KEY: "k-2" };
    expect(addressOf({ keyVariable: "MINE" }, environment)).toMatchObject({ key: "k-1" });
    expect(addressOf({}, environment)).toMatchObject({ key: null });
  });
});

describe("there is none", () => {
  test("without a base: the sentence names the setting, and the hint sets it", () => {
    expect(addressOf({ baseUrl: null })).toEqual({
      reason: 'The setting model.provider is "openai-compatible", and model.endpoint.baseUrl is not set',
      hint: "memory config set model.endpoint.baseUrl VALUE --user",
    });
  });

  test.each([["", "is not set"], ["a b", "blanks"], ["schlüssel", "cannot have"], ["a\r\nx: y", "cannot have"]])(
    "with %p for a key, which is not repeated",
    (key, said) => {
      const address = addressOf({ keyVariable: "MINE" }, { MINE: key });
      if (!("reason" in address)) throw new Error("There is an address");
      expect(address.reason).toContain(said);
      expect(`${address.reason} ${address.hint}`).not.toContain(key === "" ? "\0" : key);
    },
  );
});
