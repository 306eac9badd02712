import { describe, expect, test } from "bun:test";
import { embedConfig } from "../../src/embed/config.ts";

/** Returns whether the slice takes these settings. */
const takes = (settings: object) => embedConfig.safeParse(settings).success;

describe("the slice embed", () => {
  test("needs no settings", () => {
    const { provider, model, endpoint } = embedConfig.parse({});
    expect({ provider, model, baseUrl: endpoint.baseUrl }).toEqual({ provider: "auto", model: null, baseUrl: null });
  });

  test.each(["http://127.0.0.1:11434/v1", "https://models.example/v1/", "http://[::1]:8080/v1"])(
    "takes %s",
    (baseUrl) => {
      expect(takes({ endpoint: { baseUrl } })).toBe(true);
    },
  );

  test.each([
    "",
    "127.0.0.1:11434",
    "file:///etc/passwd",
    "ftp://models.example/v1",
    "https://user:secret@models.example/v1",
    "https://user@models.example/v1",
  ])("refuses the address %p", (baseUrl) => {
    expect(takes({ endpoint: { baseUrl } })).toBe(false);
  });

  test("takes the name of a variable for the key, never what looks like a key", () => {
    expect(takes({ endpoint: { keyVariable: "OPENAI_API_KEY" } })).toBe(true);
    expect(takes({ endpoint: { keyVariable: "sk-abc123" } })).toBe(false);
  });

  test("refuses unknown keys, and counts out of range", () => {
    expect(takes({ provder: "none" })).toBe(false);
    expect(takes({ batch: 0 })).toBe(false);
    expect(takes({ endpoint: { attempts: 11 } })).toBe(false);
    expect(takes({ endpoint: { timeoutMs: 0 } })).toBe(false);
  });
});
