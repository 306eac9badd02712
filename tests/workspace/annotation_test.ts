import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MemoryError } from "../../src/base/errors.ts";
import {
  type Annotations,
  formatAnchor,
  formatAnnotations,
  NO_ANNOTATIONS,
  parseAnchor,
  parseAnnotations,
  stripAnnotations,
} from "../../src/workspace/annotation.ts";
import { anyNote, anyText, SEED } from "../support/any_text.ts";

function parsed(fields: Partial<Annotations>): Annotations {
  return { ...NO_ANNOTATIONS, ...fields };
}

describe("parseAnnotations", () => {
  test.each<[string, Partial<Annotations>]>([
    ["<!-- importance: 7 -->", { importance: 7 }],
    ["<!--importance:10-->", { importance: 10 }],
    ["<!-- Importance: 3 --> <!-- IMPORTANCE: 5 -->", { importance: 5 }],
    ["<!-- trigger: deploy, 部署；上线、发布; deploy -->", { triggers: ["deploy", "部署", "上线", "发布"] }],
    ["<!-- trigger: a --><!-- trigger: b c -->", { triggers: ["a", "b c"] }],
    ["<!-- project: GitHub.com/Foo/Bar; path:/srv/app -->", { projects: ["github.com/Foo/Bar", "path:/srv/app"] }],
    ["<!-- project: Billing -->", { projects: ["billing"] }],
    ["<!-- key: gateway.port -->", { key: "gateway.port" }],
    ["<!-- key: 数据库 -->", { key: "数据库" }],
    ["<!-- source: memory/2026-08-19.md#L3-L5; a b.md#L7 -->", {
      sources: [
        { path: "memory/2026-08-19.md", startLine: 3, endLine: 5 },
        { path: "a b.md", startLine: 7, endLine: 7 },
      ],
    }],
    ["<!-- observed: 2026-08-19 -->", { observed: "2026-08-19" }],
    ["<!-- observed: 2026-08-19 | Status: Superseded -->", { observed: "2026-08-19", status: "superseded" }],
    ["<!-- expires: 2026-12-01 --> <!-- expires: 2026-09-01 -->", { expires: "2026-09-01" }],
    ["<!-- origin: untrusted -->", { isUntrusted: true }],
    ["`<!-- origin: untrusted -->`", { isUntrusted: true }],
  ])("reads %s", (line, fields) => {
    expect(parseAnnotations(`- a ${line}`)).toEqual(parsed(fields));
  });

  test.each([
    "importance: 11",
    "importance: 0",
    "importance: -1",
    "importance: 1e1",
    "importance: 07",
    "importance: ７",
    "importance: 十",
    "importance: high",
    "importance:",
    "importance",
    "trigger: ,;",
    "key: two words",
    "key:",
    "source: somewhere",
    "source: a.md#L5-L3",
    "source: a.md#L0",
    "observed: yesterday",
    "observed: 2026-02-30",
    "observed: 2026-08-19 | status: maybe",
    "expires: soon",
    "origin: owner",
  ])("keeps %j as malformed, without effect", (content) => {
    expect(parseAnnotations(`- a <!-- ${content} -->`)).toEqual(parsed({ malformed: [content] }));
  });

  test.each([
    ["is empty", "<!-- project: -->"],
    ["has no colon", "<!-- project -->"],
    ["is a pattern", "<!-- project: * -->"],
    ["has blanks", "<!-- project: my app -->"],
    ["is a relative path", "<!-- project: path:src -->"],
    ["holds a sign of HTML", "<!-- project: a<b -->"],
    ["holds a zero-width character", "<!-- project: a\u200bb -->"],
    ["is the sentinel of another program", "<!-- project: !invalid-project-annotation -->"],
    ["stands beside a good one", "<!-- project: a.example/b; path:x -->"],
    ["stands before a good comment", "<!-- project: * --> <!-- project: a.example/b -->"],
    ["stands behind a good comment", "<!-- project: a.example/b --> <!-- project: * -->"],
    ["is never closed", "<!-- project: a.example/b"],
    ["is closed on the next line", "<!-- project: a.example/b\n-->"],
    ["is cut off by another comment", "<!-- project: a.example/b <!-- importance: 3 -->"],
  ])("a project that %s is invalid, never everywhere", (_, line) => {
    const { projects, malformed } = parseAnnotations(`- a ${line}`);
    expect(projects).toBe("invalid");
    expect(malformed.length).toBe(1);
  });

  test.each([
    ["comments in code spans", "`<!-- importance: 3 -->`"],
    ["comments in longer code spans", "``a ` <!-- importance: 3 -->``"],
    ["other comments", "<!-- consolidated --> <!-- openclaw-memory-promotion:ab12 --> <!-- important: 3 -->"],
    ["a remark that begins with a known word", "<!-- source of truth --> <!-- key takeaways follow -->"],
    ["comments that are never closed", "<!-- importance 3 --"],
    ["empty comments", "<!--> importance: 3 --> <!---> <!---->"],
    ["text", "importance: 3"],
  ])("takes no notice of %s", (_, line) => {
    expect(parseAnnotations(`- a ${line}`)).toBe(NO_ANNOTATIONS);
  });

  test("reads a comment behind an open one, so that text cannot swallow what is written behind it", () => {
    expect(parseAnnotations("text <!-- x <!-- origin: untrusted -->").isUntrusted).toBe(true);
    expect(parseAnnotations("text <!-- a <!-- importance: 9 --> -->").importance).toBe(9);
    expect(parseAnnotations("text ` <!-- importance: 9 -->").importance).toBe(9);
  });

  test("takes the first of two keys and reports the second", () => {
    expect(parseAnnotations("<!-- key: a --> <!-- key: b -->")).toEqual(parsed({ key: "a", malformed: ["key: b"] }));
  });

  test("puts the lines of an entry together", () => {
    const entry = "- a <!-- importance: 3 -->\n  - b <!-- importance: 8 -->\n  `\n  <!-- key: k --> `";
    expect(parseAnnotations(entry)).toEqual(parsed({ importance: 8, key: "k" }));
  });

  test("accepts any text", () => {
    fc.assert(
      fc.property(anyNote(), (text) => {
        const { importance, projects, malformed } = parseAnnotations(text);
        expect(importance === null || (importance >= 1 && importance <= 10)).toBe(true);
        expect(projects === null || projects === "invalid" || projects.length > 0).toBe(true);
        expect(malformed.every((content) => content !== "")).toBe(true);
      }),
      { seed: SEED },
    );
  });

  test("reads a hostile line in linear time", () => {
    for (const bit of ["<!--", "<!-- project: ", "`<!--", "``", "<!-- importance: 3 -->", "--> <!--"]) {
      // Quadratic time would run into the timeout.
      expect(parseAnnotations(bit.repeat(50_000)).triggers).toEqual([]);
      expect(stripAnnotations(bit.repeat(50_000)).length).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("stripAnnotations", () => {
  test.each([
    ["- a <!-- importance: 3 --> <!-- key: b -->  ", "- a"],
    ["- a <!-- importance: 99 -->", "- a"],
    ["- a <!-- importance: 3 --> b", "- a b"],
    ["- a<!-- importance: 3 -->b", "- ab"],
    ["<!-- key: a --> b", "b"],
    ["- a <!-- consolidated -->", "- a <!-- consolidated -->"],
    ["- `<!-- key: a -->` <!-- key: a -->", "- `<!-- key: a -->`"],
    ["- a <!-- project: b", "- a <!-- project: b"],
    ["- a <!-- <!-- origin: untrusted -->", "- a <!--"],
    ["- a <!-- key: k -->\n  b <!-- importance: 3 -->", "- a\n  b"],
  ])("makes %j to %j", (line, expected) => {
    expect(stripAnnotations(line)).toBe(expected);
  });

  test("leaves nothing that is an annotation, but what stands in code or is put together by it", () => {
    fc.assert(
      fc.property(anyText(), annotations(), (text, fields) => {
        const plain = text.replaceAll(/[<>`\n-]/g, "");
        const line = `${plain} ${formatAnnotations(fields)}`;
        expect(stripAnnotations(line)).toBe(plain.trimEnd());
      }),
      { seed: SEED },
    );
  });
});

describe("formatAnnotations", () => {
  test("writes the order of the grammar", () => {
    const text = formatAnnotations({
      isUntrusted: true,
      expires: "2026-12-31",
      status: "active",
      observed: "2026-08-19",
      projects: ["example.com/a", "path:/b c"],
      importance: 7,
      triggers: ["网关 端口", "gateway port"],
      key: "gateway.port",
      sources: [{ path: "memory/2026-08-19.md", startLine: 3, endLine: 3 }],
    });
    expect(text).toBe(
      "<!-- source: memory/2026-08-19.md#L3-L3 --> <!-- key: gateway.port --> <!-- trigger: 网关 端口, gateway port --> " +
        "<!-- importance: 7 --> <!-- project: example.com/a; path:/b c --> <!-- observed: 2026-08-19 | status: active --> " +
        "<!-- expires: 2026-12-31 --> <!-- origin: untrusted -->",
    );
  });

  test("writes nothing for nothing", () => {
    expect(formatAnnotations({})).toBe("");
    expect(formatAnnotations(NO_ANNOTATIONS)).toBe("");
  });

  test("keeps an invalid project invalid", () => {
    expect(parseAnnotations(formatAnnotations({ projects: "invalid" })).projects).toBe("invalid");
  });

  test.each<[string, Partial<Annotations>]>([
    ["a trigger that ends the comment", { triggers: ["a --> b"] }],
    ["a trigger of two", { triggers: ["a, b"] }],
    ["a trigger with a backtick", { triggers: ["`a"] }],
    ["a key of two words", { key: "a b" }],
    ["a project in another form", { projects: ["Example.com/a"] }],
    ["a project of two", { projects: ["path:/a;b"] }],
    ["an importance out of range", { importance: 11 }],
    ["a day that does not exist", { expires: "2026-02-30" }],
    ["a status without its day", { status: "active" }],
  ])("refuses %s", (_, fields) => {
    expect(() => formatAnnotations(fields)).toThrow(MemoryError);
  });

  test("is read back as it was written", () => {
    fc.assert(
      fc.property(annotations(), (fields) => {
        expect(parseAnnotations(`- a ${formatAnnotations(fields)}`)).toEqual(fields);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("is read back behind any text that does not open code", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const line = `${text.replaceAll(/[`\n]/g, "")} <!--${formatAnnotations({ importance: 4, isUntrusted: true })}`;
        expect(parseAnnotations(line)).toMatchObject({ importance: 4, isUntrusted: true });
      }),
      { seed: SEED },
    );
  });
});

describe("parseAnchor", () => {
  test("is the inverse of formatAnchor for every path", () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText(), fc.constantFrom("a%b;c", "#x#L3", "`a`", "a-->b")),
        fc.nat(9),
        fc.nat(9),
        (text, line, more) => {
          const path = text.trim();
          fc.pre(path !== "" && !path.startsWith("\ufeff"));
          const anchor = { path, startLine: line + 1, endLine: line + 1 + more };
          expect(parseAnchor(formatAnchor(anchor))).toEqual(anchor);
          expect(formatAnchor(anchor)).not.toMatch(/[;<>`\n]/);
        },
      ),
      { seed: SEED },
    );
  });
});

/** Values that an annotation can hold. */
function annotations(): fc.Arbitrary<Annotations> {
  const word = fc.constantFrom("deploy", "部署 上线", "C++", "a-b--", "2026.4.10", "it's");
  const day = fc.constantFrom("2026-08-19", "2024-02-29", "1999-12-31");
  const project = fc.constantFrom("example.com/Foo/bar", "billing", "path:/srv/my app", "path:C:\\x", "项目");
  const path = fc.constantFrom("memory/2026-08-19.md", "memory/a b;c.md", "notes/100%.md", "memory/会议#1.md");
  const source = fc.record({
    path,
    startLine: fc.integer({ min: 1, max: 9 }),
    endLine: fc.integer({ min: 9, max: 99 }),
  });
  const base = fc.record({
    importance: fc.option(fc.integer({ min: 1, max: 10 })),
    triggers: fc.uniqueArray(word),
    projects: fc.option(fc.uniqueArray(project, { minLength: 1 })),
    key: fc.option(fc.constantFrom("gateway.port", "数据库", "a/b:c-")),
    sources: fc.array(source, { maxLength: 3 }),
    observed: fc.option(day),
    status: fc.option(fc.constantFrom("active" as const, "superseded" as const)),
    expires: fc.option(day),
    isUntrusted: fc.boolean(),
  });
  return base.map((fields) => ({ ...fields, status: fields.observed === null ? null : fields.status, malformed: [] }));
}
