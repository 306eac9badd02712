/**
 * `make check`: every check that needs no executable. Prints one line per check, the output of those that fail, the
 * style figures, and the totals.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { sourceFiles } from "../tests/support/source_tree.ts";
import { figures, testRatio } from "./checks/figures.ts";
import { wordHits } from "./checks/words.ts";

/** What a check found; an empty list is good. */
type Findings = readonly string[];

const TEXT_FILES = /\.(?:ts|sql|md|json|jsonc|sh|toml|yml|yaml|fish|bash)$|(?:^|\/)(?:Makefile|run|_memory)$/;

/** Returns the paths that git knows or would add, without those it ignores. */
function repositoryFiles(): string[] {
  const listed = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard"]).stdout.toString();
  return listed.split("\n").filter((path) => path !== "" && existsSync(path));
}

/** Runs a program and returns its output as findings if it fails. */
async function program(words: readonly string[]): Promise<Findings> {
  const child = Bun.spawn([...words], { stdout: "pipe", stderr: "pipe", env: { ...Bun.env, NO_COLOR: "1" } });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return await child.exited === 0 ? [] : `${out}${err}`.split("\n");
}

/** Returns the executable of a package whose launcher needs Node, which may not be installed. */
function nativeTool(pattern: string): string {
  const [found] = [...new Bun.Glob(pattern).scanSync({ cwd: "node_modules", onlyFiles: true })];
  if (found === undefined) throw new Error(`"node_modules/${pattern}" is missing; run "make setup"`);
  return `node_modules/${found}`;
}

async function docComments(deno: string): Promise<Findings> {
  const converter = repositoryFiles().filter((path) => /^models\/.*\.ts$/.test(path));
  const modules = [...sourceFiles().map((file) => file.path), ...converter];
  const output = await program([deno, "doc", "--lint", ...modules]);
  // The reader warns about types of packages that it cannot resolve; only its errors are about our comments.
  const blocks = output.join("\n").split(/\n(?=error)/).filter((block) => block.startsWith("error"));
  // Two of its rules are for libraries: types of other packages, and of schemas, stay inferred in a program.
  const forLibraries = /^error\[(?:private-type-ref|missing-explicit-type)\]|documentation lint errors?\./;
  const errors = blocks.filter((block) => !forLibraries.test(block));
  return errors.map((block) =>
    `${/--> (.*)/.exec(block)?.[1] ?? ""}  ${block.split("\n")[0]}`.replace(`${process.cwd()}/`, "")
  );
}

async function generated(): Promise<Findings> {
  // Loaded here: if the sources are broken, the other checks should still say so in their own words.
  const { generatedFiles } = await import("./generated_files.ts");
  const files = await generatedFiles();
  return files.filter((file) => !existsSync(file.path) || readFileSync(file.path, "utf8") !== file.text)
    .map((file) => `${file.path} is not current; run "make ${file.target}"`);
}

function words(): Findings {
  const files = repositoryFiles().filter((path) => TEXT_FILES.test(path));
  return files.flatMap((path) => wordHits(path, readFileSync(path, "utf8")).map((hit) => hit.message));
}

function style(): Findings {
  const sources = sourceFiles();
  const tests = repositoryFiles().filter((path) => /^tests\/.*\.ts$/.test(path));
  const testLines = tests.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length - 1, 0);
  const all = [...figures(sources), testRatio(sources, testLines)];
  for (const each of all) {
    const mark = each.isWithin ? " " : "!";
    console.log(`  ${mark} ${each.name.padEnd(40)} ${each.value.padStart(6)}  ${each.limit.padEnd(7)}  ${each.where}`);
  }
  return all.filter((each) => !each.isWithin).map((each) =>
    `${each.name}: ${each.value}, limit ${each.limit} (${each.where})`
  );
}

/** Runs a check; one that breaks has found something. */
async function attempt(check: () => Findings | Promise<Findings>): Promise<Findings> {
  try {
    return await check();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const deno = nativeTool("@deno/*/deno*");
const bun = process.execPath;
const RULES = ["tests/architecture_test.ts", "tests/startup_test.ts", "tests/docs_test.ts"];
const CHECKS: readonly (readonly [string, () => Findings | Promise<Findings>])[] = [
  ["format", () => program([deno, "fmt", "--check"])],
  ["lint", () => program([deno, "lint"])],
  ["types", () => program([bun, "node_modules/typescript/bin/tsc", "-p", "."])],
  ["doc comments", () => docComments(deno)],
  ["house rules", () => program([bun, "test", "--only-failures", ...RULES.filter((path) => existsSync(path))])],
  ["generated files", generated],
  ["words", words],
  ["style figures", style],
];

let failed = 0;
for (const [name, check] of CHECKS) {
  const startedMs = performance.now();
  const findings = await attempt(check);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${findings.length === 0 ? "ok    " : "FAILED"}  ${name} (${seconds} s)`);
  for (const finding of findings) console.log(`        ${finding}`);
  if (findings.length > 0) failed++;
}
console.log(`${CHECKS.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
