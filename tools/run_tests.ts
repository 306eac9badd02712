/**
 * Runs every test suite against the built executable and prints one total. `make test` and `.ci/run` call it.
 *
 * Usage: `run_tests.ts [suite…]`; all suites without arguments.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** What a runner reported. */
interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Arguments of `bun test` per suite. Where tests start processes and wait for them, a third file fills what two leave of two
 * processors. Limits are for what hangs: a busy machine takes many times as long.
 */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  unit: [
    "--parallel=2",
    "--timeout=120000",
    "--path-ignore-patterns=tests/cli/**",
    "--path-ignore-patterns=tests/faults/**",
    "tests",
  ],
  golden: ["--parallel=3", "--timeout=120000", "tests/cli"],
  faults: ["--parallel=3", "--timeout=240000", "tests/faults"],
};

/** Files that begin before all others of their suite, so that none of them is left alone on one processor at the end. */
const SLOWEST: readonly string[] = [
  "tests/faults/many_processes_test.ts",
  "tests/faults/kill_test.ts",
  "tests/faults/cut_databases_test.ts",
  "tests/faults/damaged_databases_test.ts",
  "tests/poison/poison_table_test.ts",
  "tests/demo_test.ts",
  "tests/laundering_test.ts",
  "tests/agents/hook/fuzz_test.ts",
  "tests/cmd/mcp_test.ts",
  "tests/models/bundled_model_test.ts",
  "tests/dream/year_test.ts",
  "tests/embed/bundled_embedder_test.ts",
  "tests/agents/hook/hooked_turn_test.ts",
  "tests/agents/hook/poisoned_clients_test.ts",
  "tests/app/doctor/damages_test.ts",
  "tests/cli/owner_forgery_test.ts",
  "tests/cli/forget_test.ts",
  "tests/cli/golden_test.ts",
  "tests/cli/forget_dream_test.ts",
];

const REPORTS = "build/reports";
/** Tells the runner which files begin first. */
const TIMINGS = `${REPORTS}/timings.json`;
const BINARY = `${process.cwd()}/dist/memory`;

/** Runs one suite, its output passed through, and returns what its report says. */
async function runSuite(name: string, args: readonly string[]): Promise<Totals> {
  const report = `${REPORTS}/${name}.xml`;
  rmSync(report, { force: true });
  const startedMs = performance.now();
  const runner = Bun.spawn(
    [
      process.execPath,
      "test",
      "--only-failures",
      `--timings=${TIMINGS}`,
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      ...args,
    ],
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

/** Writes what each file is said to take, in ms. The runner begins with those that it knows nothing of: all are named. */
function writeTimings(): void {
  const all = [...new Bun.Glob("tests/**/*_test.ts").scanSync()].sort();
  const slowest = SLOWEST.map((path, at) => [path, 1_000 * (SLOWEST.length - at)] as const);
  const files = Object.fromEntries([...all.map((path) => [path, 1] as const), ...slowest]);
  writeFileSync(TIMINGS, JSON.stringify({ version: 1, files }));
}

mkdirSync(REPORTS, { recursive: true });
writeTimings();
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
