/**
 * What argument parsers cost at start-up: one small program for each, compiled as `memory` is, run in turns. Not part of
 * `make bench`: it installs the candidates into a temporary folder first. Run it with `bun bench/argument_parsers.ts`;
 * docs/adr/0012-argument-parser.md holds the figures that decided.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs of each program; the median of fewer still moved by more than the differences. */
const RUNS = 40;

/** One program that reads `search gateway --limit 5 --json` and prints the limit it understood. */
interface Candidate {
  /** The package with its exact version; a word with a blank for what needs no installing. */
  readonly name: string;
  readonly source: string;
}

const CANDIDATES: readonly Candidate[] = [
  { name: "no parser", source: `show(Bun.argv.slice(2).join(" "));` },
  {
    name: "type-flag@4.5.2",
    source: `import { typeFlag } from "type-flag";
      show(typeFlag({ limit: { type: Number, alias: "n" }, json: Boolean }, Bun.argv.slice(2)).flags.limit);`,
  },
  {
    name: "args-tokens@0.23.1",
    source: `import { parse } from "args-tokens";
      const args = { limit: { type: "number", short: "n" }, json: { type: "boolean" } };
      show(parse(Bun.argv.slice(2), { args }).values.limit);`,
  },
  {
    name: "cac@7.1.0",
    source: `import { cac } from "cac";
      const cli = cac("memory");
      cli.command("search <query>", "").option("-n, --limit <n>", "").option("--json", "")
        .action((_, options) => show(options.limit));
      cli.parse(["", "", ...Bun.argv.slice(2)]);`,
  },
  {
    name: "mri@1.2.0",
    source: `import mri from "mri";
      show(mri(Bun.argv.slice(2), { alias: { n: "limit" }, boolean: ["json"] }).limit);`,
  },
  {
    name: "arg@5.0.2",
    source: `import arg from "arg";
      const argv = Bun.argv.slice(2);
      show(arg({ "--limit": Number, "-n": "--limit", "--json": Boolean }, { argv })["--limit"]);`,
  },
  {
    name: "gunshi@0.37.2",
    source: `import { cli } from "gunshi";
      const args = { limit: { type: "number", short: "n" }, json: { type: "boolean" } };
      const search = { name: "search", args, run: (context) => show(context.values.limit) };
      const entry = { name: "memory", run: () => {} };
      await cli(Bun.argv.slice(2), entry, { name: "memory", subCommands: { search }, renderHeader: null });`,
  },
  {
    name: "parseArgs of node:util",
    source: `import { parseArgs } from "node:util";
      const options = { limit: { type: "string", short: "n" }, json: { type: "boolean" } };
      show(parseArgs({ args: Bun.argv.slice(2), allowPositionals: true, options }).values.limit);`,
  },
  {
    name: "citty@0.2.2",
    source: `import { defineCommand, runCommand } from "citty";
      const args = { query: { type: "positional" }, limit: { type: "string", alias: "n" }, json: { type: "boolean" } };
      const search = defineCommand({ meta: { name: "search" }, args, run: ({ args }) => show(args.limit) });
      const main = defineCommand({ subCommands: { search: () => Promise.resolve(search) } });
      await runCommand(main, { rawArgs: Bun.argv.slice(2) });`,
  },
  {
    name: "commander@15.1.0",
    source: `import { Command } from "commander";
      const program = new Command();
      program.command("search <query>").option("-n, --limit <n>").option("--json")
        .action((_, options) => show(options.limit));
      await program.parseAsync(Bun.argv.slice(2), { from: "user" });`,
  },
  {
    name: "clipanion@3.2.1",
    source: `import { Cli, Command, Option } from "clipanion";
      class Search extends Command {
        static paths = [["search"]];
        query = Option.String();
        limit = Option.String("-n,--limit");
        json = Option.Boolean("--json");
        async execute() { show(this.limit); }
      }
      const cli = new Cli({ binaryName: "memory" });
      cli.register(Search);
      await cli.run(Bun.argv.slice(2));`,
  },
  {
    name: "@stricli/core@1.3.0",
    source: `import { buildApplication, buildCommand, buildRouteMap, numberParser, run } from "@stricli/core";
      const docs = { brief: "" };
      const parameters = {
        positional: { kind: "tuple", parameters: [{ brief: "", parse: String }] },
        flags: { limit: { kind: "parsed", parse: numberParser, brief: "" }, json: { kind: "boolean", brief: "" } },
      };
      const search = buildCommand({ loader: async () => (flags) => show(flags.limit), docs, parameters });
      const application = buildApplication(buildRouteMap({ routes: { search }, docs }), { name: "memory" });
      await run(application, Bun.argv.slice(2), { process });`,
  },
  {
    name: "cleye@2.7.0",
    source: `import { cli, command } from "cleye";
      const flags = { limit: { type: Number, alias: "n" }, json: Boolean };
      const search = command({ name: "search", parameters: ["<query>"], flags }, (argv) => show(argv.flags.limit));
      cli({ name: "memory", commands: [search] }, undefined, Bun.argv.slice(2));`,
  },
];

const SHOW = `function show(value) { void Bun.write(Bun.stdout, String(value)); }\n`;

const folder = mkdtempSync(join(tmpdir(), "argument-parsers-"));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  await Bun.write(join(folder, "package.json"), "{}");
  const packages = CANDIDATES.map(({ name }) => name).filter((name) => !name.includes(" "));
  run([process.execPath, "add", "--exact", "--ignore-scripts", ...packages]);
  await Bun.write(join(folder, "empty.ts"), "export {};\n");
  const programs = [{ name: "empty program", path: compile("empty.ts") }];
  for (const [at, { name, source }] of CANDIDATES.entries()) {
    await Bun.write(join(folder, `parser${at}.ts`), `${SHOW}${source}\n`);
    programs.push({ name, path: compile(`parser${at}.ts`) });
  }
  const times = new Map(programs.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < RUNS; round++) {
    for (const { name, path } of programs) times.get(name)?.push(timeOf(path));
  }
  const emptyMs = median(times.get("empty program") ?? []);
  for (const [name, values] of times) {
    const ms = median(values);
    const row = [name.padEnd(24), `${ms.toFixed(1).padStart(6)} ms`, `${(ms / emptyMs).toFixed(2).padStart(6)} x`];
    await Bun.write(Bun.stdout, `${row.join("")}\n`);
  }
}

function compile(source: string): string {
  const path = join(folder, source.replace(/\.ts$/, ""));
  run([process.execPath, "build", "--compile", "--minify", "--bytecode", "--format=esm", source, "--outfile", path]);
  return path;
}

function run(command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: folder, stdout: "ignore", stderr: "pipe" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString()}`);
}

/** Returns the time of one whole process in milliseconds. */
function timeOf(path: string): number {
  const startMs = performance.now();
  const { exitCode, stdout } = Bun.spawnSync([path, "search", "gateway", "--limit", "5", "--json"]);
  const ms = performance.now() - startMs;
  const said = stdout.toString();
  if (exitCode !== 0 || (said !== "" && !said.includes("5"))) throw new Error(`"${path}" printed "${said}"`);
  return ms;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
