import { describe, expect, test } from "bun:test";
import type { Candidate } from "../../../src/dream/candidate.ts";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { draftMemory } from "../../../src/dream/deep/draft.ts";
import type { Evaluation } from "../../../src/dream/deep/evaluate.ts";
import type { StandingFile } from "../../../src/curate/read_curated.ts";
import type { OriginClass } from "../../../src/provenance/origin.ts";
import { parseCurated } from "../../../src/workspace/curated.ts";
import { aCandidate, aReady, NIGHT } from "../../support/candidate.ts";
import { plainOrigins } from "../../support/plain_origins.ts";

const CONFIG = defaultDreamConfig();

function memory(text: string, origin: OriginClass = "agent"): StandingFile {
  const file = parseCurated(text);
  const [line] = plainOrigins("MEMORY.md", [""]);
  if (line === undefined) throw new Error("one line has one origin");
  const standing = file.entries.map((entry) => ({ entry, origin: { ...line, origin } }));
  return { path: "MEMORY.md", hash: "", text, hadBom: false, file, standing, refusal: null };
}

const draft = (base: StandingFile, ...ready: Evaluation[]) =>
  draftMemory(base, ready, { day: NIGHT.day, config: CONFIG });
const wishes = (changes: Partial<Candidate["wishes"]>) => ({ wishes: { ...aCandidate().wishes, ...changes } });
const stopsOf = ({ stopped }: ReturnType<typeof draft>) => stopped.map(({ stop }) => stop.name);

describe("a new fact", () => {
  test("is added with everything its writer asked for, in the order of the grammar", () => {
    const asked = wishes({
      key: "gateway.port",
      importance: 7,
      triggers: ["gateway port"],
      projects: ["github.com/lin/tideboard"],
      expires: "2027-01-01",
    });
    const { text, operations } = draft(memory(""), aReady(asked));
    expect(operations.map(({ action }) => action)).toEqual(["added"]);
    expect(text).toBe(
      "# Long-Term Memory\n\n## Consolidated Memory (2026-08-20)\n\n" +
        "- The gateway listens on port 18790 behind the office router <!-- source: memory/2026-08-12.md#L3-L3 --> " +
        "<!-- key: gateway.port --> <!-- trigger: gateway port --> <!-- importance: 7 --> " +
        "<!-- project: github.com/lin/tideboard --> <!-- observed: 2026-08-12 --> <!-- expires: 2027-01-01 -->\n",
    );
  });

  test("gets an importance from its score and trigger phrases from its tags if its writer gave none", () => {
    const { operations } = draft(memory(""), aReady());
    expect(operations[0]?.raw).toContain("<!-- trigger: gateway port, gateway router, port router -->");
    expect(operations[0]?.raw).toMatch(/<!-- importance: (8|9) -->/);
  });
});

describe("a fact that stands already", () => {
  const standing = "# Mine\n\n" +
    "- the gateway listens on port 18790 behind the office router <!-- source: memory/2026-07-01.md#L1-L1 -->\n- another\n";

  test("gains an anchor and keeps its words and every other line", () => {
    const { text, operations } = draft(memory(standing), aReady());
    expect(operations.map(({ action }) => action)).toEqual(["merged"]);
    expect(text).toBe(standing.replace("#L1-L1 -->", "#L1-L1; memory/2026-08-12.md#L3-L3 -->"));
  });

  test("is not the same as an entry that says more in its children", () => {
    const base = memory(standing.replace("- another", "  * but only until Friday\n- another"));
    expect(draft(base, aReady()).operations.map(({ action }) => action)).toEqual(["added"]);
  });

  test("takes the earlier of two expiries", () => {
    const base = memory("- The gateway listens on port 18790 behind the office router <!-- expires: 2027-05-01 -->\n");
    expect(draft(base, aReady(wishes({ expires: "2026-12-31" }))).text).toContain("<!-- expires: 2026-12-31 -->");
    expect(draft(base, aReady(wishes({ expires: "2027-12-31" }))).text).toContain("<!-- expires: 2027-05-01 -->");
  });

  test("is not joined to an untrusted entry, nor to one of another project", () => {
    const same = "- The gateway listens on port 18790 behind the office router\n";
    expect(draft(memory(same, "untrusted"), aReady()).operations.map(({ action }) => action)).toEqual(["added"]);
    const other = memory(same.replace("\n", " <!-- project: github.com/lin/other -->\n"));
    expect(draft(other, aReady()).operations.map(({ action }) => action)).toEqual(["added"]);
  });

  test("does not cost an annotation that cannot be read", () => {
    const base = memory("- The gateway listens on port 18790 behind the office router <!-- importance: eleven -->\n");
    expect(stopsOf(draft(base, aReady()))).toEqual(["conflict"]);
  });
});

describe("a later statement under the same key", () => {
  const old = "- The gateway listens on port 18789 <!-- key: gateway.port --> <!-- observed: 2026-08-01 -->\n";
  const later = aReady(wishes({ key: "gateway.port" }));

  test("takes the place of the earlier one", () => {
    const { text, operations } = draft(memory(`# Mine\n\n${old}- another\n`), later);
    expect(operations.map(({ action }) => action)).toEqual(["superseded"]);
    expect(text).toStartWith(
      "# Mine\n\n- another\n\n## Consolidated Memory (2026-08-20)\n\n- The gateway listens on port 18790",
    );
    expect(text).not.toContain("18789");
  });

  test("closes a section of the dream that has no entry left, and no other section", () => {
    const base = memory(`# Long-Term Memory\n\n## Consolidated Memory (2026-08-02)\n\n${old}\n## Mine\n\n- another\n`);
    const { text } = draft(base, later);
    expect(text).not.toContain("2026-08-02");
    expect(text).toContain("## Mine\n\n- another\n");
    expect(draft(memory(`## Mine\n\n${old}`), later).text).toStartWith("## Mine\n");
  });

  test.each(
    [
      ["is no later", old.replace("2026-08-01", "2026-08-12"), later, "agent"],
      ["is less trusted than the entry", old, later, "owner"],
      ["belongs to other projects", old.replace("\n", " <!-- project: github.com/lin/other -->\n"), later, "agent"],
    ] as const,
  )("is left for a person if it %s", (_title, entry, ready, origin) => {
    const { text, stopped } = draft(memory(entry, origin), ready);
    expect(stopped.map(({ stop }) => stop.name)).toEqual(["conflict"]);
    expect(text).toBe(entry);
  });

  test("yields to a still later one of the same night", () => {
    const newest = aReady({
      text: "The gateway listens on port 18791 behind the office router",
      source: { path: "memory/2026-08-15.md", startLine: 2, endLine: 2 },
      day: "2026-08-15",
      ...wishes({ key: "gateway.port" }),
    });
    const { text, stopped } = draft(memory(old), later, newest);
    expect(text).toContain("18791");
    expect(text).not.toContain("18790");
    expect(stopped.map(({ evaluation, stop }) => [evaluation.candidate.text, stop.name])).toEqual([[
      later.candidate.text,
      "conflict",
    ]]);
  });
});

describe("the budget", () => {
  test("is held by leaving out the weaker candidates", () => {
    const room = "x".repeat(CONFIG.deep.budgetChars - 150);
    const other = aReady({
      text: "The backup of the harbour database runs at night",
      source: { path: "memory/2026-08-13.md", startLine: 1, endLine: 1 },
    });
    const { operations, stopped, text } = draft(memory(`${room}\n`), aReady(), other);
    expect(operations).toHaveLength(1);
    expect(stopped.map(({ stop }) => stop.name)).toEqual(["budget"]);
    expect(text).toContain("gateway");
  });

  test("is counted without annotations", () => {
    const { operations } = draft(memory(`${"x".repeat(CONFIG.deep.budgetChars - 130)}\n`), aReady());
    expect(operations).toHaveLength(1);
  });

  test("does not stop a merge in a file that is too long already", () => {
    const text = `- The gateway listens on port 18790 behind the office router\n\n${
      "x".repeat(CONFIG.deep.budgetChars)
    }\n`;
    expect(draft(memory(text), aReady()).operations.map(({ action }) => action)).toEqual(["merged"]);
  });
});

describe("a file that is not to be written", () => {
  test("keeps its bytes, and the candidates wait", () => {
    const base = { ...memory("- one\n"), refusal: "3 of its bytes are not UTF-8" };
    const { text, stopped } = draft(base, aReady());
    expect(text).toBe("- one\n");
    expect(stopped.map(({ stop }) => stop)).toEqual([{
      name: "acceptance",
      reason: "MEMORY.md is left alone: 3 of its bytes are not UTF-8",
    }]);
  });
});
