import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { classifyLine, type LedgerRow, type LineFacts } from "../../src/provenance/classify_line.ts";
import { LINE_STATES, type LineState, ORIGIN_CLASSES, type OriginClass } from "../../src/provenance/origin.ts";
import { mayPromote } from "../../src/provenance/predicates.ts";
import { pathRule } from "../../src/provenance/tier.ts";

const DIARY = "memory/2026-08-19.md";
const IMPORT = "memory/imports/chatgpt/notes.md";

function row(origin: OriginClass | null, state: LineState = "booked"): LedgerRow {
  return {
    path: DIARY,
    hash: "0",
    origin,
    sessionKind: origin === null ? null : "interactive",
    state,
    observedAt: "2026-08-19T10:00:00+08:00",
    session: "s1",
    channel: null,
    sender: null,
    supersessionKey: null,
    writer: "note",
    bookedAt: "2026-08-19T10:00:00+08:00",
  };
}

function facts(path: string, changes: Partial<LineFacts> = {}): LineFacts {
  const policy = { unbooked: "agent", isLost: false } as const;
  return { rule: pathRule(path), line: "- The port is 18789", row: null, copyOf: null, policy, ...changes };
}

describe("an unbooked line", () => {
  test.each([DIARY, "memory/topics.md", "MEMORY.md", "USER.md", "AGENTS.md"])("of %s counts as the agent's", (path) => {
    expect(classifyLine(facts(path))).toMatchObject({ origin: "agent", sessionKind: "interactive", state: "unbooked" });
  });

  test("is no different if it was seen before", () => {
    expect(classifyLine(facts(DIARY, { row: row(null, "unbooked") }))).toMatchObject({
      origin: "agent",
      sessionKind: "interactive",
      state: "unbooked",
    });
  });

  test("has the class of what it copies, and never more than the agent's", () => {
    const classes = [...ORIGIN_CLASSES].map((copyOf) => classifyLine(facts(DIARY, { copyOf })).origin);
    expect(classes).toEqual(["agent", "agent", "system", "untrusted"]);
  });

  test("is held where settings say so, but not in AGENTS.md, which is never searched", () => {
    const policy = { unbooked: "hold", isLost: false } as const;
    expect(classifyLine(facts(DIARY, { policy })).origin).toBe("untrusted");
    expect(classifyLine(facts("MEMORY.md", { policy })).origin).toBe("untrusted");
    expect(classifyLine(facts("AGENTS.md", { policy })).origin).toBe("agent");
  });

  test("is held everywhere once the state was lost", () => {
    const policy = { unbooked: "agent", isLost: true } as const;
    expect(["AGENTS.md", "MEMORY.md", DIARY].map((path) => classifyLine(facts(path, { policy })).origin)).toEqual([
      "untrusted",
      "untrusted",
      "untrusted",
    ]);
  });
});

describe("a booked line", () => {
  test("has the class, kind, time and session of its row", () => {
    expect(classifyLine(facts(DIARY, { row: row("owner") }))).toEqual({
      origin: "owner",
      sessionKind: "interactive",
      state: "booked",
      observedAt: "2026-08-19T10:00:00+08:00",
      session: "s1",
      isImport: false,
      why: "booked by note",
    });
  });

  test("is never lowered by a less trusted duplicate that comes later", () => {
    expect(classifyLine(facts(DIARY, { row: row("agent"), copyOf: "untrusted" })).origin).toBe("agent");
  });

  test("keeps its class when the state of others was lost or is held", () => {
    const policy = { unbooked: "hold", isLost: true } as const;
    expect(classifyLine(facts(DIARY, { row: row("agent"), policy })).origin).toBe("agent");
  });

  test("without a kind is of an unknown one", () => {
    expect(classifyLine(facts(DIARY, { row: { ...row("agent"), sessionKind: null } })).sessionKind).toBe("unknown");
  });
});

describe("path rules", () => {
  test("keep imports untrusted, booked or not", () => {
    for (const origin of [null, ...ORIGIN_CLASSES]) {
      expect(classifyLine(facts(IMPORT, { row: origin === null ? null : row(origin) }))).toMatchObject({
        origin: "untrusted",
        isImport: true,
        why: "path rule: imports",
      });
    }
  });

  test("let an attested line of an import be what the owner said, and no import any more", () => {
    const line = classifyLine(facts(IMPORT, { row: row("agent", "attested") }));
    expect(line).toMatchObject({ origin: "agent", state: "attested", isImport: false });
    expect(mayPromote({ ...line, isExpired: false }).passes).toBe(true);
  });

  test("keep reports at system or below, even attested", () => {
    const classes = ORIGIN_CLASSES.map((origin) =>
      classifyLine(facts("DREAMS.md", { row: row(origin, "attested") })).origin
    );
    expect(classes).toEqual(["system", "system", "system", "untrusted"]);
  });

  test("trust nothing outside the workspace", () => {
    expect(classifyLine(facts("/srv/notes.md")).origin).toBe("untrusted");
  });
});

describe("the mark in the file", () => {
  test.each([
    "- The port is 18789 <!-- origin: untrusted -->",
    "- The port is 18789 <!--ORIGIN:Untrusted-->",
    "- `<!-- origin: untrusted -->` in code",
    "- entry\n  - child <!-- origin: untrusted -->",
    "- wrapped by an editor <!-- origin: untrusted",
    "- wrapped by an editor <!-- origin:\n  untrusted -->",
  ])("lowers %j whatever was booked", (line) => {
    for (const origin of ORIGIN_CLASSES) {
      for (const state of ["booked", "attested"] as const) {
        expect(classifyLine(facts(DIARY, { line, row: row(origin, state) })).origin).toBe("untrusted");
      }
    }
  });

  test.each([
    "- x <!-- origin: owner -->",
    "- x <!-- origin: agent -->",
    "- x <!-- origin: untrusted? -->",
    "- origin: untrusted",
  ])(
    "is not seen in %j",
    (line) => {
      expect(classifyLine(facts(DIARY, { line })).origin).toBe("agent");
    },
  );
});

test("no text and no path makes an owner: only a row does", () => {
  const law = fc.property(
    fc.oneof(fc.constantFrom(DIARY, IMPORT, "MEMORY.md", "AGENTS.md", "DREAMS.md", "/x.md"), fc.string()),
    fc.string(),
    fc.constantFrom(null, ...ORIGIN_CLASSES),
    (path, line, copyOf) => classifyLine(facts(path, { line, copyOf })).origin !== "owner",
  );
  fc.assert(law, { seed: 20260819 });
});

test("a pending or echoing line is never promotable, whatever its class", () => {
  for (const origin of ORIGIN_CLASSES) {
    for (const state of LINE_STATES.filter((each) => each === "pending" || each === "echo")) {
      const line = classifyLine(facts(DIARY, { row: row(origin, state) }));
      expect(line.state).toBe(state);
      expect(mayPromote({ ...line, isExpired: false }).passes).toBe(false);
    }
  }
});
