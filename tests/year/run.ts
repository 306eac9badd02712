/**
 * `make year`: lives a whole year of an invented user and prints what `MEMORY.md` held at the end of each quarter, as the
 * table of docs/dreaming.md: `run.ts [SEED] [--short] [--harsh]`. Ends with 1 if a figure is below its aim.
 *
 * @module
 */
import { residentChars } from "../../src/curate/compose.ts";
import { makeYear } from "../support/year/calendar.ts";
import { judge } from "../support/year/judge.ts";
import { openLivedYear } from "../support/year/live.ts";

const isShort = process.argv.includes("--short");
const temper = process.argv.includes("--harsh") ? "harsh" : "gentle";
/** Seven weeks are enough to compare seeds by. */
const DAYS = isShort ? 50 : 364;
const QUARTER = isShort ? 50 : 91;
const SIZE = { days: DAYS, facts: isShort ? 24 : 60, chatter: isShort ? 3 : 12, temper } as const;
/** Aims of the product specification (SPEC 8). */
const LEAST = { precision: 0.95, recall: 0.9 };

const seed = Number(process.argv[2] ?? 7);
const year = makeYear({ seed, ...SIZE });
const world = openLivedYear();
const lines = year.days.reduce((sum, day) => sum + day.lines.length, 0);
const questions = year.days.reduce((sum, day) => sum + day.questions.length, 0);
const rows = [
  "| day | entries | due | precision | recall | superseded, duplicate, poison | late corrections | chars |",
];
rows.push("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
let late = 0;
let isGood = true;
for (const [at, day] of year.days.entries()) {
  world.live(day);
  world.dream(day);
  if (day.changes.length > 0) {
    const context = world.morningAfter(day);
    late += day.changes.filter(({ from }) => context.includes(from)).length;
  }
  if (at % QUARTER !== QUARTER - 1) continue;
  const memory = world.read("MEMORY.md");
  const { entries, due, precision, recall, wrong, missing } = judge(memory, year.truths, day.day);
  const bad = wrong.superseded.length + wrong.duplicate.length + wrong.poison.length;
  const shares = `${precision.toFixed(3)} | ${recall.toFixed(3)}`;
  rows.push(`| ${day.day} | ${entries} | ${due} | ${shares} | ${bad} | ${late} | ${residentChars(memory)} |`);
  isGood &&= precision >= LEAST.precision && recall >= LEAST.recall && bad === 0 && late === 0;
  if (missing.length > 0) console.error(`${day.day} missing: ${missing.join(", ")}`);
  for (const text of wrong.chatter) console.error(`${day.day} chatter: ${text}`);
}
world.close();
console.log(
  `Seed ${seed}, ${temper}: ${DAYS} days, ${SIZE.facts} facts, ${lines} lines, ${questions} questions.\n\n${
    rows.join("\n")
  }`,
);
process.exitCode = isGood ? 0 : 1;
