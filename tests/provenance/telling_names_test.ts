import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { tellingNames } from "../../src/provenance/telling_names.ts";

const COMMON = { year: 2026 };

function names(text: string): string[] {
  return [...tellingNames(text, COMMON)].sort();
}

describe("numbers", () => {
  test("tell from four digits on, in any writing", () => {
    for (
      const [text, expected] of [
        ["The port is 18790", ["18790"]],
        ["The port is 18,790", ["18790"]],
        ["The port is 18_790.", ["18790"]],
        ["端口是１８７９０", ["18790"]],
        ["端口18790已打开", ["18790"]],
        ["room 101 and 42", []],
        ["a list: 1,2,3,4", []],
        ["code 0042", ["0042"]],
      ] as const
    ) expect([text, names(text)]).toEqual([text, [...expected]]);
  });

  test("do not tell if they are the present year or a neighbour of it", () => {
    expect(names("in 2026, as in 2025 and 2027")).toEqual([]);
    expect(names("in 2024 and 1999")).toEqual(["1999", "2024"]);
    expect(names("on 2026-11-30")).toEqual([]);
  });
});

describe("addresses", () => {
  test("tell as a whole, without scheme, and by host", () => {
    expect(names("see https://Evil.example/a/b?x=1.")).toEqual([
      "evil.example",
      "evil.example/a/b?x=1",
      "https://evil.example/a/b?x=1",
    ]);
    expect(names("请看 https://evil.example。")).toContain("evil.example");
    expect(names("go to evil.example now")).toEqual(["evil.example"]);
    expect(names("https://user:secret@host.example/x")).toContain("host.example");
  });

  test("tell with their port and without it", () => {
    expect(names("use https://mirror.example:8443/simple")).toContain("mirror.example");
    expect(names("use mirror.example:8443/simple")).toContain("mirror.example");
    expect(names("at mirror.example:8443")).toContain("mirror.example");
    expect(names("at 10:30, see 3:15")).toEqual([]);
  });

  test("of people and machines tell, too", () => {
    expect(names("write to Ann@Example.org")).toEqual(["ann@example.org"]);
    expect(names("at 10.0.0.7.")).toEqual(["10.0.0.7"]);
    expect(names("at 10.0.0.7:8080")).toEqual(["10.0.0.7", "10.0.0.7:8080", "8080"]);
    expect(names("at /etc/passwd or ~/notes")).toContain("/etc/passwd");
  });
});

describe("identifiers", () => {
  test("tell", () => {
    for (
      const name of [
        "max_retry_count",
        "fooBar",
        "left-pad",
        "evil-lib",
        "@scope/pkg",
        "v2.3.1",
        "index.ts",
        "node.js",
        "sha256",
        "a1b2c3d4",
        "$HOME",
        "src/base/text",
        "GITHUB_TOKEN",
      ]
    ) expect([name, names(`we use ${name} here`)]).toEqual([name, expect.arrayContaining([name.toLowerCase()])]);
  });

  test("tell in Chinese text as well, and inside marks", () => {
    expect(names("我们用evil-lib这个库")).toEqual(["evil-lib"]);
    expect(names("use `max_retry_count`, please")).toEqual(["max_retry_count"]);
    expect(names('"fooBar"')).toEqual(["foobar"]);
    expect(names("(index.ts:12)")).toContain("index.ts:12");
  });

  test("are not plain words, also not joined ones", () => {
    for (
      const text of [
        "The gateway listens to everybody",
        "real-time and long-term and well-known",
        "read/write and and/or",
        "e.g. this, i.e. that",
        "HTTP and SQLite",
        "the 3rd of 10ms, 5kb",
        "网关监听所有地址",
      ]
    ) expect([text, names(text)]).toEqual([text, []]);
  });
});

describe("any text", () => {
  test("gives names in lower case, each at least three characters long, at most so many", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        for (const name of tellingNames(text, COMMON)) {
          expect(name).toBe(name.toLowerCase());
          expect(name.length).toBeGreaterThanOrEqual(3);
        }
      }),
      { seed: 20260819, numRuns: 300 },
    );
    const many = Array.from({ length: 60_000 }, (_, at) => `name_${at}`).join(" ");
    expect(tellingNames(many, COMMON).size).toBeLessThanOrEqual(50_003);
  });

  test("has the names of each of its lines", () => {
    const line = fc.constantFrom(
      "port 18790",
      "evil-lib",
      "see https://evil.example",
      "nothing here",
      "max_retry 端口",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const all = tellingNames(lines.join("\n"), COMMON);
        for (const each of lines) for (const name of tellingNames(each, COMMON)) expect(all.has(name)).toBe(true);
      }),
      { seed: 20260819, numRuns: 100 },
    );
  });
});

test("long runs of one character cost no more than their length", () => {
  const runs = ["x", "x" + "!".repeat(10) + "/", ".", "a.", "1,111,", "-", "://"];
  for (const run of runs) {
    const text = `${run.repeat(400_000 / run.length)} db.internal x${"!".repeat(100_000)}x`;
    expect(tellingNames(text, { year: 2026 })).toContain("db.internal");
  }
});

test.each([
  ["a letter that nobody sees", "port 1\u200b8793"],
  ["a space between thousands", "port 18 793"],
  ["a narrow space between thousands", "port 18\u202f793"],
  ["Arabic digits", "port ١٨٧٩٣"],
  ["Persian digits", "port ۱۸۷۹۳"],
  ["digits of Devanagari", "端口 १८७९३"],
])("a number with %s is the same number", (_, text) => {
  expect([...tellingNames(text, { year: 2026 })]).toContain("18793");
});

test("a dash of another kind hides no name", () => {
  expect([...tellingNames("at evil‑gw.example", { year: 2026 })]).toContain("evil-gw.example");
});
