/**
 * `make soak`: the kills of the soak on the built executable, as a table.
 *
 * Usage: `run.ts [--kills N] [--hooks N] [--seed N] [--only NAME] [--report FILE [--append]]`; `--hooks`: inputs for the hooks of
 * each client; `--append`: only the table is written, behind what the file holds.
 *
 * @module
 */
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { HOOK_CLIENTS } from "../../src/agents/hook/clients.ts";
import { hookFuzz, type HookFuzzResult } from "./hook_fuzz.ts";
import { soak, type SoakResult } from "./soak.ts";

/** Returns the value after a flag, or what holds without it. */
function flag(name: string, fallback: string): string {
  const at = Bun.argv.indexOf(name);
  return at < 0 ? fallback : Bun.argv[at + 1] ?? fallback;
}

/** Returns the results as a table. */
function table(results: readonly SoakResult[]): readonly string[] {
  const cells = [
    ["command", "kills", "while it still ran", "undisturbed", "faults"],
    ...results.map((each) => [
      `\`${each.name}\``,
      String(each.kills),
      String(each.midway),
      `${each.fullMs.toFixed(0)} ms`,
      String(each.faults.length),
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], fill: string) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  const [head = "", ...rows] = cells.map((row) => line(row, " "));
  return [head, line(widths.map(() => ""), "-"), ...rows, ""];
}

/** Returns the report as Markdown. */
function report(results: readonly SoakResult[], seed: number): string {
  const total = results.reduce((sum, each) => sum + each.kills, 0);
  return [
    "# Soak",
    "",
    `${total} times the built executable was killed with \`kill -9\` at a random moment (seed ${seed}), written by`,
    "`make soak`. After each kill: every diary is the old text or has one whole new line; `PRAGMA integrity_check` is `ok`",
    "for both databases; `MEMORY.md` is the old or the new one, parses to itself and lost no entry; every line has its",
    "origin in the ledger; no acknowledged note is lost; the next run finishes the work, and nothing is there twice. Of an",
    "index that was killed, also while it was built anew or watched: every line of every file is in it once, no row belongs",
    "to nothing, nothing is left over, and no booked line has another class.",
    "",
    ...table(results),
  ].join("\n");
}

/** Returns the table of commands of one kind, for the end of a report. */
function more(results: readonly SoakResult[], seed: number): string {
  const total = results.reduce((sum, each) => sum + each.kills, 0);
  return ["", `The same, ${total} times in one family of commands (seed ${seed}):`, "", ...table(results)].join("\n");
}

/** Returns what the hooks were sent, as Markdown; nothing if they were sent nothing. */
function hookReport(fuzzed: readonly HookFuzzResult[]): string {
  if (fuzzed.length === 0) return "";
  const rows = fuzzed.map(({ name, inputs, answered, longestMs, faults }) =>
    `- \`memory hook ${name}\`: ${inputs} inputs, ${answered} answered, the longest in ${longestMs.toFixed(0)} ms, ` +
    `${faults.length} faults`
  );
  return [
    "",
    "Inputs that no client would send (fields that lack or have another type, hostile text, bytes that are no JSON, 11 MB, no",
    "end) went to the hooks of each client: nothing is thrown, no event ends with a defect, and each answer is one that the",
    "client's schema allows, or empty.",
    "",
    ...rows,
    "",
  ].join("\n");
}

const binary = resolve(flag("--binary", "dist/memory"));
if (!existsSync(binary)) throw new Error(`"${binary}" is missing; run "make build"`);
const seed = Number(flag("--seed", "20260819"));
const results = await soak({ binary, kills: Number(flag("--kills", "1000")), seed, only: flag("--only", "") });
const fuzzed: HookFuzzResult[] = [];
const inputs = Number(flag("--hooks", "0"));
for (const client of inputs > 0 ? HOOK_CLIENTS.keys() : []) fuzzed.push(await hookFuzz(client, inputs, seed));
const text = report(results, seed) + hookReport(fuzzed);
console.log(text);
const faults = [...results, ...fuzzed].flatMap((each) => each.faults);
for (const fault of faults) console.log(fault);
const path = flag("--report", "");
if (path !== "" && Bun.argv.includes("--append")) appendFileSync(path, more(results, seed));
else if (path !== "") writeFileSync(path, text);
process.exit(faults.length === 0 ? 0 : 1);
