import { describe, expect, test } from "bun:test";
import { redact } from "../../../src/capture/redact/redact.ts";
import { drawn } from "./drawn_numbers.ts";

const TOKEN = drawn("abcdefghijkmnpqrstuvwxyz23456789", 32, 4);

function redacted(text: string): string {
  return redact(text, { enabled: true, allow: [] }).text;
}

describe("a password in an address", () => {
  test("goes, and the user and the host stay", () => {
    expect(redacted(`postgres://app:${TOKEN}@db.example.com:5432/x`)).toBe(
      "postgres://app:[redacted: url-password]@db.example.com:5432/x",
    );
    expect(redacted(`redis://:${TOKEN}@10.0.0.5:6379`)).toBe("redis://:[redacted: url-password]@10.0.0.5:6379");
  });

  test("goes if it stands for the user", () => {
    expect(redacted(`https://${TOKEN}@git.example.com/a.git`)).toBe(
      "https://[redacted: url-password]@git.example.com/a.git",
    );
  });

  test("stays if it stands for one", () => {
    for (
      const text of [
        "postgres://app:$PASSWORD@db/x",
        "postgres://app:${DB_PASSWORD}@db/x",
        "postgres://app:<password>@db/x",
        "postgres://user:password@localhost/x",
        "ssh://git@git.example.com/a.git",
      ]
    ) expect(redacted(text)).toBe(text);
  });
});

describe("a value of a query", () => {
  test("goes if its name lets somebody in", () => {
    expect(redacted(`https://a.example.com/?access_token=${TOKEN}&page=2`)).toBe(
      "https://a.example.com/?access_token=[redacted: url-secret]&page=2",
    );
  });

  test("stays if it is a word or a number", () => {
    for (const text of ["https://a.example.com/?key=gateway", "https://a.example.com/?code=404", "?sig=none"]) {
      expect(redacted(text)).toBe(text);
    }
  });
});

describe("headers", () => {
  test("lose their value and keep their name and scheme", () => {
    expect(redacted(`Authorization: Bearer ${TOKEN}`)).toBe("Authorization: Bearer [redacted: bearer-token]");
    expect(redacted(`authorization: token ${TOKEN}`)).toBe("authorization: token [redacted: bearer-token]");
    expect(redacted(`Cookie: sid=${TOKEN}; a=b`)).toBe("Cookie: sid=[redacted: cookie]; a=b");
  });

  test("are told from words", () => {
    for (const text of ["the bearer of unpleasantness", "Authorization: Bearer $TOKEN", "Cookie: <cookie>"]) {
      expect(redacted(text)).toBe(text);
    }
  });
});

describe("a private key", () => {
  const line = drawn("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 64, 5);
  const begin = ["-----BEGIN", "RSA PRIVATE KEY-----"].join(" ");
  const end = ["-----END", "RSA PRIVATE KEY-----"].join(" ");

  test("goes as a whole, however its lines are joined", () => {
    for (const gap of ["\n", "\r\n", "\\n", " "]) {
      expect(redacted(`a ${[begin, line, line, end].join(gap)} b`)).toBe("a [redacted: private-key] b");
    }
  });

  test("goes as far as it was copied", () => {
    expect(redacted(`${begin}\n${line}\n${line.slice(0, 40)}\nand some words`)).toBe(
      "[redacted: private-key]\nand some words",
    );
  });

  test("that is only spoken of stays", () => {
    const text = `The file begins with ${begin} and must not be committed`;
    expect(redacted(text)).toBe(text);
  });
});
