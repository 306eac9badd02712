import { describe, expect, test } from "bun:test";
import { MemoryError, systemCode } from "../../src/base/errors.ts";
import { isRecord } from "../../src/base/record.ts";

describe("the code of a failed read", () => {
  const system = Object.assign(new Error("denied"), { code: "EACCES" });

  test("is found in the error and in its causes", () => {
    expect(systemCode(system)).toBe("EACCES");
    expect(systemCode(new MemoryError("Cannot read", { cause: system }))).toBe("EACCES");
    expect(systemCode(new Error("outer", { cause: new MemoryError("Cannot read", { cause: system }) }))).toBe("EACCES");
  });

  test("is in no other error, a database's included", () => {
    expect(systemCode(new MemoryError("Cannot read"))).toBeUndefined();
    expect(systemCode(new TypeError("a mistake"))).toBeUndefined();
    expect(systemCode(Object.assign(new Error("held"), { code: "SQLITE_BUSY" }))).toBeUndefined();
    expect(systemCode("EACCES")).toBeUndefined();
  });
});

test("an object with names is a record; a list, nothing and a text are none", () => {
  expect([{}, { a: 1 }, [], null, undefined, "{}", 1].map(isRecord)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
