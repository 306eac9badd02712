/**
 * `make soak`: the kills of the soak on the built executable, as a table.
 *
 * Usage: `run.ts [--kills N] [--seed N] [--only NAME] [--report FILE]`
 *
 * @module
 */
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { soak, type SoakResult } from "./soak.ts";

/** Returns the value after a flag, or what holds without it. */
function flag(name: string, fallback: string): string {
  const at = Bun.argv.indexOf(name);
  return at < 0 ? fallback : Bun.argv[at + 1] ?? fallback;
}

/** Returns the report as Markdown. */
function report(results: readonly SoakResult[], seed: number): string {
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
    head,
    line(widths.map(() => ""), "-"),
    ...rows,
    "",
  ].join("\n");
}

const binary = resolve(flag("--binary", "dist/memory"));
if (!existsSync(binary)) throw new Error(`"${binary}" is missing; run "make build"`);
const seed = Number(flag("--seed", "20260819"));
const results = await soak({ binary, kills: Number(flag("--kills", "1000")), seed, only: flag("--only", "") });
const text = report(results, seed);
console.log(text);
const faults = results.flatMap((each) => each.faults);
for (const fault of faults) console.log(fault);
const path = flag("--report", "");
if (path !== "") writeFileSync(path, text);
process.exit(faults.length === 0 ? 0 : 1);
