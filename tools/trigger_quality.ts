/**
 * Prints the table of docs/recall.md: wrong and missed triggers on labelled messages.
 *
 * @module
 */
import { derivedErrors, labelledScores, qualityRows } from "../tests/lanes/trigger/labelled/quality_table.ts";

for (const row of qualityRows(labelledScores())) process.stdout.write(`| ${row} |\n`);
const { falsely, quiet, missed, wanted } = derivedErrors() ?? { falsely: 0, quiet: 0, missed: 0, wanted: 0 };
process.stdout.write(`derived phrases: ${falsely}/${quiet} false, ${missed}/${wanted} missed\n`);
