import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { secretsOfUrl, strikeSecrets, strikeUrl } from "../../../src/base/text/strike_secrets.ts";

describe("an address is shown", () => {
  test.each([
    ["http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"],
    ["https://models.example/v1/", "https://models.example/v1/"],
    ["https://user:s3cret@models.example/v1", "https://***@models.example/v1"],
    ["https://user@models.example", "https://***@models.example"],
    ["https://models.example/v1?api-key=s3cret&a=b", "https://models.example/v1?api-key=***&a=***"],
    ["https://models.example/v1?s3cret", "https://models.example/v1?***"],
    ["https://models.example/v1#s3cret", "https://models.example/v1#***"],
    ["user:s3cret@models.example/v1", "***@models.example/v1"],
    ["https://user:s3/cret@models.example/v1", "https://***@models.example/v1"],
    ["https://user:s3?cret#x@models.example/v1", "https://***@models.example/v1"],
    ["ftp://user:密码密码@models.example", "ftp://***@models.example"],
    ["", ""],
  ])("%p as %p", (address, shown) => {
    expect(strikeUrl(address)).toBe(shown);
  });

  test("without its password and query values, whatever they are", () => {
    const secret = fc.string({ minLength: 1 }).map((text) => `Geheim-${encodeURIComponent(text.toWellFormed())}`);
    fc.assert(fc.property(secret, (word) => {
      for (const address of [`https://u:${word}@h.example/v1?k=${word}`, `u:${word}@h`, `https://h.example/?${word}`]) {
        expect(strikeUrl(address)).not.toContain("Geheim");
      }
    }));
  });
});

describe("what a server says back", () => {
  test("is shown without the key, as it is or as another notation has it", () => {
    expect(strikeSecrets("wrong key sk-1/2 3 (sk-1%2F2%203, sk-1\\/2 3)", ["sk-1/2 3"])).toBe(
      "wrong key *** (***, ***)",
    );
  });

  test("loses no word to a value that is too short for a secret", () => {
    expect(strikeSecrets("status 401: no such model x", ["x", "401"])).toBe("status 401: no such model x");
  });

  test("may quote user, password and query of the address", () => {
    expect(secretsOfUrl("http://u:p@h/v1?a=b&c=&d=e%20f")).toEqual(["u", "p", "b", "e f"]);
    expect(secretsOfUrl("no address")).toEqual([]);
  });
});
