import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseGitConfig } from "../../src/app/git_config.ts";
import { skips } from "../support/skips.ts";

/** A text, and the addresses of its remote `origin`. */
const CONFIGS: readonly (readonly [string, readonly string[]])[] = [
  ['[remote "origin"]\n\turl = git@h.org:a/b.git\n', ["git@h.org:a/b.git"]],
  ['[remote "origin"] url = git@h.org:a/b.git\n', ["git@h.org:a/b.git"]],
  ['[REMOTE "origin"]\r\n\tURL=git@h.org:a/b.git\r\n', ["git@h.org:a/b.git"]],
  ["[remote.origin]\n\turl = old-form\n", ["old-form"]],
  ['[remote "Origin"]\n\turl = other\n', []],
  ['[remote "origin"]\n\turl = "https://h.org/a b" # why\n', ["https://h.org/a b"]],
  ['[remote "origin"]\n\turl = https://h.org/a;b\n', ["https://h.org/a"]],
  ['[remote "origin"]\n\turl = "https://h.org/a;b#c"\n', ["https://h.org/a;b#c"]],
  ['[remote "origin"]\n\turl = one \\\n two\n', ["one  two"]],
  ['[remote "origin"]\n\turl = a\\\\b\\"c\\t\n', ['a\\b"c\t']],
  ['[remote "origin"]\n\turl = first\n\turl = second\n', ["first", "second"]],
  ['[remote "a\\"b"]\n\turl = x\n[remote "origin"]\n# url = no\n; url = no\n\turl = yes\n', ["yes"]],
  ['[remote "origin"]\n\tfetch = +refs/*\n\tpushurl = no\n[core]\n\turl = no\n', []],
  ['\ufeff[remote "origin"]\n\turl = x', ["x"]],
];

function originUrls(text: string): string[] {
  return parseGitConfig(text)
    .filter(({ section, subsection, name }) => section === "remote" && subsection === "origin" && name === "url")
    .map(({ value }) => value);
}

describe("a settings file of git", () => {
  test.each([...CONFIGS])("%j", (text, urls) => {
    expect(originUrls(text)).toEqual([...urls]);
  });

  test("a line that git would refuse hides nothing behind it and lends its values to no other section", () => {
    const text =
      '[remote "other"]\n\turl = other\n[remote "origin"\n\turl = lost\n[remote "origin"]\n???\n\turl = x\\q\n' +
      '\turl = "open\n\turl = yes\n';
    expect(originUrls(text)).toEqual(["yes"]);
    expect(parseGitConfig(text).filter(({ value }) => value === "lost").map(({ section }) => section)).toEqual([""]);
  });

  test("any text is read to its end, at once", () => {
    for (const text of ["\\\n".repeat(200_000), '"'.repeat(400_000), "[".repeat(400_000), "a=\\\n".repeat(100_000)]) {
      expect(Array.isArray(parseGitConfig(`[remote "origin"]\nurl = ${text}`))).toBe(true);
    }
  }, 240_000);
});

/** `url.x.value` of every line, as git itself reads it; `null` where git refuses the file. */
function byGit(path: string): string[] | null {
  const done = Bun.spawnSync(["git", "config", "--file", path, "--null", "--get-all", "remote.origin.url"]);
  if (done.exitCode > 1) return null;
  return done.exitCode === 1 ? [] : done.stdout.toString().split("\0").slice(0, -1);
}

const hasNoGit = skips(Bun.which("git") === null, "git, whose reading is compared with ours, is not installed");

test.skipIf(hasNoGit)("git itself reads the same", () => {
  const folder = mkdtempSync(join(tmpdir(), "memory-git-"));
  try {
    const path = join(folder, "config");
    const piece = fc.constantFrom(
      "a",
      "git@h:x",
      '"',
      "\\\\",
      '\\"',
      "\\n",
      " ",
      "\t",
      "#",
      ";",
      "\\\n",
      "=",
      "[",
      "工",
    );
    const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    let compared = 0;
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), (values) => {
        const text = `[remote "origin"]\n${values.map((each) => `\turl = ${each}\n`).join("")}[core]\n\tbare = false\n`;
        writeFileSync(path, text);
        const found = byGit(path);
        if (found === null) return;
        compared++;
        // Git of before 2024 makes each blank inside a value a space.
        const plain = (each: string) => each.replace(/[ \t]/g, " ");
        expect(originUrls(text).map(plain)).toEqual(found.map(plain));
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(compared).toBeGreaterThan(15);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);
