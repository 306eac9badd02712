/** The documents cite files and names of the program; this checks that they exist. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT, sourceFiles } from "./support/source_tree.ts";

/** Generated documents have checks of their own; the changelog tells of things that are gone. */
const NOT_CHECKED = new Set(["docs/cli.md", "CHANGELOG.md"]);

const documents = ["*.md", "docs/**/*.md", "models/*.md"].flatMap((
  pattern,
) => [...new Bun.Glob(pattern).scanSync(ROOT)])
  .filter((path) => !NOT_CHECKED.has(path)).sort();

const sources = sourceFiles();
/** Everything that a name may come from: the program, its tables, its tools and their settings. */
const code = ["src/**/*.{ts,sql}", "{tools,bench,models}/**/*.ts", "tests/support/*.ts", "*.{ts,json,toml}"]
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)])
  .map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");

/** Folders whose paths are written from the root of the repository. */
const ROOTS = /^(?:src|tests|tools|docs|bench|examples|models|completions|eval|\.ci)\//;

/** Returns the text of a document without fenced blocks. */
function prose(path: string): string {
  return readFileSync(join(ROOT, path), "utf8").replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, "");
}

/** Returns the content of every code span. */
function spans(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
}

/** What the build makes, and a fresh clone does not have. */
const MADE_BY_BUILD = /^models\/cache\b/;

/** Returns whether a path exists, `*` standing for any name. */
function hasPath(path: string): boolean {
  if (MADE_BY_BUILD.test(path)) return true;
  if (path.includes("*")) {
    return new Bun.Glob(path).scanSync({ cwd: ROOT, dot: true, onlyFiles: false }).next().done === false;
  }
  return existsSync(join(ROOT, path));
}

/** Returns whether a span such as `dream/sweep` or `src/dream/sweep.ts` names something that is there. */
function isKnownPath(span: string): boolean {
  if (ROOTS.test(span)) return hasPath(span.replace(/:\d+(?:-\d+)?$/, ""));
  return hasPath(`src/${span}`) || hasPath(`src/${span}.ts`);
}

describe.each(documents)("%s", (document) => {
  const text = prose(document);

  test("links lead to files that exist", () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => (match[1] ?? "").replace(/#.*$/, ""));
    const local = targets.filter((target) => target !== "" && !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([]);
  });

  test("paths of the repository exist", () => {
    const folders = new Set(sources.map((file) => file.path.split("/")[1] ?? ""));
    const paths = spans(text).filter((span) => {
      const [first = "", second] = span.split("/");
      return /^[\w./*{},-]+(?::\d+(?:-\d+)?)?$/.test(span) &&
        (ROOTS.test(span) || (second !== undefined && folders.has(first)));
    });
    expect(paths.filter((path) => !isKnownPath(path))).toEqual([]);
  });

  test("names in camel case occur in the sources", () => {
    const names = spans(text).map((span) => span.replace(/\(\)$/, "")).filter((span) =>
      /^[A-Za-z]+[a-z][A-Z]\w*$/.test(span)
    );
    expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(code))).toEqual([]);
  });
});

test("continuous integration runs the test command of the README", () => {
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toMatch(/\bmake test\b/);
  expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toMatch(/^run make test$/m);
});

test("every target of the Makefile is listed by bare make", () => {
  const makefile = readFileSync(join(ROOT, "Makefile"), "utf8");
  const phony = /^\.PHONY: help (.*)$/m.exec(makefile)?.[1]?.split(" ") ?? [];
  const listed = [...makefile.matchAll(/^([a-z]+):.*## .+$/gm)].map((match) => match[1] ?? "");
  expect(listed).toEqual(phony);
});
