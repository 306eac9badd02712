/**
 * `make bench`: measures the built executable against the floors of SPEC 12 and prints one table. Ratios compare
 * programs that ran in turns within this run, so that they mean the same on a slow machine.
 *
 * @module
 */
import { existsSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { MODEL_CACHE, MODEL_FOLDER } from "../src/base/assets/native_files.ts";
import { pack } from "../tools/natives/pack.ts";
import { hostTarget } from "../tools/natives/targets.ts";
import { coldRow, throughputRow } from "./embed_rows.ts";
import { dreamRows } from "./dream_rows.ts";
import { promptRows } from "./prompt_rows.ts";
import { recallRow } from "./recall_row.ts";
import { hybridRows } from "./hybrid_rows.ts";
import type { Row } from "./row.ts";
import { indexRow, type Programs, searchRows } from "./rows.ts";
import { firstIndexRows, syncRows } from "./sync_rows.ts";
import { ingestRows } from "./ingest_rows.ts";
import { taintRow } from "./taint_row.ts";
import { vectorRows } from "./vector_rows.ts";

/** Compiles a program the way `build.ts` does; `assets` are folders to carry. */
async function compile(source: string, assets: readonly string[] = []): Promise<string> {
  const outfile = resolve("build/bench", source.replace(/\.ts$/, ""));
  const result = await Bun.build({
    entrypoints: [`bench/${source}`],
    target: "bun",
    format: "esm",
    minify: true,
    bytecode: true,
    compile: { outfile, assets: [...assets], autoloadDotenv: false, autoloadBunfig: false },
  });
  if (!result.success) throw new AggregateError(result.logs, `Compiling bench/${source} failed`);
  return outfile;
}

/** What the bundled model costs; nothing where the build has none. */
async function embedRows(): Promise<Row[]> {
  if (!existsSync(`${MODEL_CACHE}/${MODEL_FOLDER}`)) return [];
  const packed = pack(hostTarget(), { package: ["node_modules"], made: [MODEL_CACHE] });
  const cold = coldRow(await compile("embed_cold.ts", [packed.folder]));
  return [cold, await throughputRow(), ...await hybridRows(memory)];
}

/** Prints the rows; a floor that is not met is marked. */
function print(rows: readonly Row[]): void {
  const width = (key: "what" | "measured" | "floor") => Math.max(...rows.map((row) => row[key].length));
  for (const row of rows) {
    const mark = row.isMet ? " " : "!";
    const cells = [
      row.what.padEnd(width("what")),
      row.measured.padStart(width("measured")),
      row.floor.padEnd(width("floor")),
    ];
    console.log(`${mark} ${cells.join("  ")}  ${row.detail}`);
  }
}

mkdirSync("build/bench", { recursive: true });
const memory = resolve("dist/memory");
if (!existsSync(memory)) throw new Error('"dist/memory" is missing; run "make build"');
const programs: Programs = {
  memory,
  empty: await compile("empty_program.ts"),
  bare: await compile("bare_start.ts"),
  baseline: await compile("keyword_baseline.ts"),
};
console.log(`${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${process.platform}-${process.arch}\n`);
const scan = await compile("vector_scan.ts");
const rows = [
  // First: their commits would wait for what other rows leave to be written out.
  ...promptRows(memory, programs.empty),
  recallRow(memory, programs.empty),
  ...(await searchRows(programs)),
  ...(await syncRows(memory)),
  indexRow(programs),
  taintRow(memory),
  ...(await dreamRows({ memory, empty: programs.empty, bareNight: await compile("bare_night.ts") })),
  ...(await ingestRows(memory)),
  ...(await firstIndexRows(memory)),
  ...vectorRows(scan),
  ...(await embedRows()),
];
print(rows);
process.exit(rows.every((row) => row.isMet) ? 0 : 1);
