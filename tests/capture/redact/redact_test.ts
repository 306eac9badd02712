import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { redact, type RedactionPolicy, redactShown } from "../../../src/capture/redact/redact.ts";
import { labelledSecrets } from "./labelled_secrets.ts";

const POLICY: RedactionPolicy = { enabled: true, allow: [] };

describe("redact", () => {
  test("puts a placeholder in the place of each finding and counts by kind", () => {
    const number = ["138", "1234", "5678"].join("");
    expect(redact(`手机 ${number}，邮箱 a.b@corp.example.org。`, POLICY)).toEqual({
      text: "手机 [redacted: phone]，邮箱 [redacted: email]。",
      counts: { phone: 1, email: 1 },
    });
  });

  test("returns a text without findings as it is", () => {
    const text = "The gateway listens on port 18789\n网关监听 18789 端口";
    expect(redact(text, POLICY)).toEqual({ text, counts: {} });
  });

  test("lets stay what the settings allow, by text and by domain", () => {
    const policy = { enabled: true, allow: ["@corp.example.org", "billing@shop.example.net"] };
    const text = "a@corp.example.org billing@shop.example.net b@shop.example.net";
    expect(redact(text, policy).text).toBe("a@corp.example.org billing@shop.example.net [redacted: email]");
  });

  test("takes nothing out when it is switched off", () => {
    expect(redact("a@corp.example.org", { enabled: false, allow: [] }).text).toBe("a@corp.example.org");
  });

  test("looks through characters that nobody sees", () => {
    expect(redactShown("a\u200b@corp\u202e.example.org", POLICY).text).toBe("[redacted: email]");
    for (
      const hidden of [
        "\u00ad",
        "\u034f",
        "\u061c",
        "\u180e",
        "\u2060",
        "\u206f",
        "\u3164",
        "\ufe0e",
        "\ufeff",
        "\u{e0041}",
        "\u0007",
      ]
    ) {
      expect(redactShown(`a${hidden}@corp.example.org`, POLICY).text).toBe("[redacted: email]");
    }
    const plain = "nothing\u200b here";
    expect(redactShown(plain, POLICY).text).toBe(plain);
  });

  test("finds nothing in what it returned", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(...labelledSecrets().map(({ text }) => text)),
      fc.constantFrom(" ", "\n", "@", "=", ":", "密码：", "password=", "-----BEGIN ", "[redacted: ", "]", "1", "a.b"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = redact(pieces.join(""), POLICY).text;
        expect(redact(once, POLICY)).toEqual({ text: once, counts: {} });
      }),
      { seed: 6, numRuns: 400 },
    );
  });
});
