import { describe, expect, test } from "bun:test";
import type { Examination } from "../../src/app/doctor/examine.ts";
import { type Check, countOf, derived, shellWord, stated } from "../../src/app/doctor/finding.ts";
import { doctorJson } from "../../src/cmd/_doctor/doctor_json.ts";
import { textStyle } from "../../src/cmd/_style.ts";
import { doctorText } from "../../src/cmd/_text/doctor_text.ts";

const BEHIND = derived({
  id: "index-behind",
  severity: "note",
  place: "memory/备忘.md",
  message: "1 file (memory/备忘.md) is on disk and not in the index; the next search takes that up",
  command: "memory index",
});
const COPY = stated({
  id: "conflict-copy",
  severity: "warning",
  place: "MEMORY (1).md",
  message: "A synchroniser left it",
  command: "diff MEMORY.md 'MEMORY (1).md'",
});
const GONE = stated({
  id: "state-missing",
  severity: "broken",
  place: "/home/ann/notes.memory/state.sqlite",
  message: "The state is gone",
  command: "cp COPY_OF_STATE /home/ann/notes.memory/state.sqlite",
});

function examination(verdict: Examination["verdict"], checks: readonly Check[]): Examination {
  return { workspace: "/home/ann/notes", dataDir: "/home/ann/notes.memory", isSimulated: false, verdict, checks };
}

const plain = (found: Examination, repairs: Parameters<typeof doctorText>[1] = []) =>
  doctorText(found, repairs, textStyle(false));

const DISK: Check = { area: "disk", summary: "900 MiB free", findings: [] };

describe("an examination for people", () => {
  test("is one line for each area that is well", () => {
    expect(plain(examination("healthy", [DISK, { area: "hooks", summary: "3 calls", findings: [] }]))).toBe(
      ["ok  disk   900 MiB free", "ok  hooks  3 calls", "", "Nothing is wrong"].join("\n"),
    );
  });

  test("has the place, the fact and the command of each finding, and offers to mend what can be derived", () => {
    const files: Check = { area: "files", summary: "2 can be read", findings: [COPY] };
    const index: Check = { area: "index", summary: "1 file", findings: [BEHIND] };
    expect(plain(examination("warning", [DISK, index, files]))).toBe(
      [
        "ok       disk   900 MiB free",
        "note     index  1 file",
        `  note memory/备忘.md: ${BEHIND.message}`,
        "    $ memory index",
        "warning  files  2 can be read",
        "  warning MEMORY (1).md: A synchroniser left it",
        "    $ diff MEMORY.md 'MEMORY (1).md'",
        "",
        "0 broken, 1 warning, 1 note; memory doctor --fix mends 1 of them",
      ].join("\n"),
    );
  });

  test("tells what was mended, what was not, and what could not be looked at", () => {
    const checks: Check[] = [
      { area: "state", summary: "none", findings: [GONE] },
      { area: "sweeps", summary: "the state cannot be read", findings: [], isUnknown: true },
    ];
    const text = plain(examination("broken", checks), [
      { id: "temp-left", place: "/a/.memory-1.tmp", isDone: true, message: "Removed" },
      { id: "index-damaged", place: "/a/index.sqlite", isDone: false, message: "Left as it is" },
    ]);
    expect(text).toContain("unknown  sweeps  the state cannot be read\n");
    expect(text).toContain("\nmended temp-left, /a/.memory-1.tmp: Removed\n");
    expect(text).toContain("\nnot mended index-damaged, /a/index.sqlite: Left as it is\n");
    expect(text).toEndWith("\n1 broken, 0 warnings");
  });

  test("shows no control sequence of a file's name", () => {
    const odd = { ...COPY, place: "a\u001b[31m\u202e.md" };
    const text = plain(examination("warning", [{ area: "files", summary: "1", findings: [odd] }]));
    expect(["\u001b", "\u202e"].filter((each) => text.includes(each))).toEqual([]);
  });
});

describe("an examination for scripts", () => {
  test("has the worst state of each area, and every finding with its area", () => {
    const files: Check = { area: "files", summary: "2", findings: [BEHIND, COPY] };
    const unknown: Check = { area: "lines", summary: "why", findings: [], isUnknown: true };
    expect(doctorJson(examination("warning", [DISK, files, unknown]), [])).toMatchObject({
      verdict: "warning",
      workspace: "/home/ann/notes",
      checks: [{ area: "disk", state: "ok" }, { area: "files", state: "warning" }, { area: "lines", state: "unknown" }],
      findings: [{ id: "index-behind", area: "files", fixable: true }, { id: "conflict-copy", fixable: false }],
      repairs: [],
    });
  });
});

describe("words of a command", () => {
  test("are quoted where a shell would read them as something else", () => {
    expect(["/a/b.md", "a b.md", "it's.md", "$(rm).md", "备忘.md"].map(shellWord)).toEqual(
      ["/a/b.md", "'a b.md'", "'it'\\''s.md'", "'$(rm).md'", "'备忘.md'"],
    );
  });

  test("name the first of many", () => {
    expect([countOf(["a"], "file"), countOf(["a", "b"], "file"), countOf(["a", "b", "c", "d"], "entry", "entries")])
      .toEqual(["1 file (a)", "2 files (a, b)", "4 entries (a, b, c, …)"]);
  });
});
