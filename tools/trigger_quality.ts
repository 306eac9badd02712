/**
 * Prints the table of docs/recall.md: wrong and missed triggers on labelled messages.
 *
 * @module
 */
import { labelledScores, qualityRows } from "../tests/lanes/trigger/labelled/quality_table.ts";

for (const row of qualityRows(labelledScores())) process.stdout.write(`| ${row} |\n`);
