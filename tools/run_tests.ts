/**
 * Runs every test suite against the built executable and prints one total. `make test` and `.ci/run` call it.
 *
 * Usage: `run_tests.ts [suite…]`; all suites without arguments.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

/** What a runner reported. */
interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Arguments of `bun test` per suite; limits are for what hangs, since a busy machine takes many times as long. Suites that start many processes themselves do not run two files at once. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  unit: [
    "--parallel=2",
    "--timeout=120000",
    "--path-ignore-patterns=tests/cli/**",
    "--path-ignore-patterns=tests/faults/**",
    "tests",
  ],
  golden: ["--parallel=2", "--timeout=120000", "tests/cli"],
  faults: ["--timeout=240000", "tests/faults"],
};

const REPORTS = "build/reports";
const BINARY = `${process.cwd()}/dist/memory`;

/** Runs one suite, its output passed through, and returns what its report says. */
async function runSuite(name: string, args: readonly string[]): Promise<Totals> {
  const report = `${REPORTS}/${name}.xml`;
  rmSync(report, { force: true });
  const startedMs = performance.now();
  const runner = Bun.spawn(
    [process.execPath, "test", "--only-failures", "--reporter=junit", `--reporter-outfile=${report}`, ...args],
    { env: { ...Bun.env, MEMORY_BIN: BINARY }, stdout: "inherit", stderr: "inherit", stdin: "ignore" },
  );
  const code = await runner.exited;
  const totals = readReport(report, code);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${name}: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped (${seconds} s)\n`);
  return totals;
}

/** Reads the head of a JUnit report. A runner that failed without saying so counts as one failure. */
function readReport(path: string, code: number): Totals {
  const head = existsSync(path) ? /<testsuites[^>]*>/.exec(readFileSync(path, "utf8"))?.[0] ?? "" : "";
  const number = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const [tests, failed, skipped] = [number("tests"), number("failures"), number("skipped")];
  const isUntold = failed === 0 && (code !== 0 || tests === 0);
  return { passed: tests - failed - skipped, failed: isUntold ? 1 : failed, skipped };
}

mkdirSync(REPORTS, { recursive: true });
const chosen = Bun.argv.slice(2);
const unknown = chosen.filter((name) => !(name in SUITES));
if (unknown.length > 0) throw new Error(`Unknown suite "${unknown[0]}", there are: ${Object.keys(SUITES).join(", ")}`);

let total: Totals = { passed: 0, failed: 0, skipped: 0 };
for (const [name, args] of Object.entries(SUITES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const { passed, failed, skipped } = await runSuite(name, args);
  total = { passed: total.passed + passed, failed: total.failed + failed, skipped: total.skipped + skipped };
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
