/**
 * Hostile names: of files that have to be found, and of what has to be left out.
 *
 * @module
 */
import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { type Expectation, type HostileCase, put, wordOf } from "./hostile_case.ts";

const DEEP = Array.from({ length: 30 }, (_, depth) => `level-${depth}`).join("/");
const LONG = Array.from({ length: 16 }, (_, part) => `${part}-${"folder".repeat(12)}`).join("/");

/** Names of notes that are notes, whatever they look like. */
const NOTES: readonly (readonly [name: string, path: string])[] = [
  ["a Chinese name", "网关笔记.md"],
  ["an emoji", "🚀 launch.md"],
  ["a blank", "my file.md"],
  ["a dash in place of the blank", "my-file.md"],
  ["an underscore", "a_b.md"],
  ["any letter in place of the underscore", "axb.md"],
  ["blanks at both ends", " edge .md"],
  ["a quotation mark", 'say "x".md'],
  ["an apostrophe", "ann's.md"],
  ["a line end", "two\nlines.md"],
  ["a tab", "a\tb.md"],
  ["a backslash", "a\\b.md"],
  ["an escape of the web", "a%41%2f.md"],
  ["signs of the web", "a#b?c=d&e.md"],
  ["signs of a shell", "$(touch x); `y` *.md"],
  ["a leading dash", "-rf.md"],
  ["a flag", "--help.md"],
  ["a tilde", "~.md"],
  ["dots", "a..b.md"],
  ["brackets", "[x](y).md"],
  ["a line number", "a:3-5.md"],
  ["an anchor", "a#L3-L5.md"],
  ["255 bytes", `${"n".repeat(252)}.md`],
  ["252 bytes of Chinese", `${"网".repeat(83)}.md`],
  ["composed accents", "caf\u00e9.md"],
  ["decomposed accents", "cafe\u0301.md"],
  ["upper case", "README.md"],
  ["lower case", "readme.md"],
  ["a bidirectional mark", "\u202edm.live.md"],
  ["a character without width", "a\u200bb.md"],
  ["an escape of the terminal", "\u001b]0;x\u0007.md"],
  ["thirty folders", `${DEEP}/deep.md`],
  ["a path of 1,200 characters", `${LONG}/long.md`],
  ["a folder that ends as a note", "folder.md/inner.md"],
  ["a day", "2026-08-19.md"],
  ["a day with a time", "2026-08-19-1230.md"],
  ["a day with an underscore", "2026-08-19_notes.md"],
  ["a day that is none", "2026-02-30.md"],
  ["the last day of all", "9999-12-31.md"],
  ["a day without zeros", "2026-8-9.md"],
  ["a folder called build beside no project", "build/topic.md"],
  ["a folder called dist", "dist/topic.md"],
  ["an import", "imports/chatgpt/2026-08-19.md"],
  ["what is ignored by git", "ignored/by-git.md"],
];

/** What lies around and is no note; nothing is said of it. */
const SILENT: readonly string[] = [
  ".a.md.swp",
  ".#a.md",
  "#a.md#",
  "a.md~",
  "4913",
  "a.md.tmp",
  "a.md.bak",
  "a.md.orig",
  "a.md.crdownload",
  "a.md.part",
  "a.md.deleted.2026",
  "a.markdown",
  "a.txt",
  "a.json",
  "a.csv",
  ".DS_Store",
  ".hidden.md",
  ".git/a.md",
  ".obsidian/a.md",
  ".trash/a.md",
  ".stversions/a.md",
  "dreaming/light/2026-08-19.md",
];

const COPY = /synchroniser/;
const FILLED = /a program fills/;

/** What is left out and named. */
const NAMED: readonly (readonly [path: string, reason: RegExp, named?: string])[] = [
  ["x (Ann's conflicted copy 2026-08-19).md", COPY],
  ["x (conflicted copy 2026-08-19 120000).md", COPY],
  ["x (Conflicted copy laptop 202608191200).md", COPY],
  ["x.sync-conflict-20260819-120000-ABCDEFG.md", COPY],
  ["x (SFConflict ann@example.com 2026-08-19-12-00-00).md", COPY],
  ["x_conflict-20260819-120000.md", COPY],
  ["x.Conflict.md", COPY],
  ["x (来自 Ann 的冲突副本 2026-08-19).md", COPY],
  ["node_modules/pkg/README.md", FILLED, "node_modules"],
  ["repo/node_modules/pkg/README.md", FILLED, "repo/node_modules"],
  ["repo/dist/README.md", FILLED, "repo/dist"],
  ["repo/build/README.md", FILLED, "repo/build"],
  ["repo/__pycache__/README.md", FILLED, "repo/__pycache__"],
];

function note([name, path]: readonly [string, string], number: number): HostileCase {
  const word = wordOf(number);
  const file = `memory/names/${path}`.replace("memory/names/imports", "memory/imports");
  return {
    name: `named with ${name}`,
    path: file,
    make: (root) => put(root, file, `# Note\n\n- ${word}\n`),
    expect: [{ kind: "found", words: word, line: 3 }],
  };
}

function leftOut(path: string, expect: Expectation, number: number): HostileCase {
  const file = `memory/left/${path}`.replace("memory/left/dreaming", "memory/dreaming");
  return { name: path, path: file, make: (root) => put(root, file, `- ${wordOf(number)}\n`), expect: [expect] };
}

/** Returns the cases; their words begin at a number. */
export function nameCases(first: number): HostileCase[] {
  const cases = NOTES.map((each, at) => note(each, first + at));
  for (const path of SILENT) cases.push(leftOut(path, { kind: "absent" }, first + cases.length));
  for (const [path, reason, named] of NAMED) {
    const expectation = { kind: "skipped", reason, path: `memory/left/${named ?? path}` } as const;
    cases.push(leftOut(path, expectation, first + cases.length));
  }
  return [...cases, ...settingCases(), ...byteCases()];
}

/** What tells a project from a topic, and what must not count. */
function settingCases(): HostileCase[] {
  const file = (path: string, content: string): HostileCase => ({
    name: path,
    path,
    make: (root) => put(root, path, content),
    expect: [{ kind: "absent" }],
  });
  return [
    file("memory/left/repo/package.json", "{}\n"),
    file("memory/.gitignore", "*\n"),
    file("memory/names/ignored/.gitignore", "*.md\n"),
    file("AGENTS.md", "Ask first.\n"),
    file("DREAMS.md", "A report.\n"),
    file("notes.md", "Not part of the memory.\n"),
  ];
}

/** Names that are no UTF-8; only a shell can write them. */
function byteCases(): HostileCase[] {
  const made = (printed: string, command: string): HostileCase => ({
    name: `the bytes ${printed}`,
    path: printed,
    make(root) {
      mkdirSync(join(root, "memory/bytes"), { recursive: true });
      const run = Bun.spawnSync(["bash", "-c", command], { cwd: join(root, "memory/bytes") });
      if (run.exitCode !== 0) throw new Error(`Cannot make ${printed}: ${run.stderr}`);
    },
    expect: [{ kind: "skipped", reason: /not UTF-8/ }],
  });
  return [
    made("memory/bytes/a\\xff.md", "echo x > a$'\\xff'.md"),
    made("memory/bytes/\\xb1\\xca.md", "echo x > $'\\xb1\\xca'.md"),
    made("memory/bytes/dir\\xfe", "mkdir dir$'\\xfe' && echo x > dir$'\\xfe'/a.md"),
  ];
}
