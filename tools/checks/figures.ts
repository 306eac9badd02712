/**
 * The mechanical style figures: sizes, exports, parameters, import lists, comments. Works on formatted sources, where a
 * top-level declaration begins and ends in the first column.
 *
 * @module
 */
import type { SourceFile } from "../../tests/support/source_tree.ts";

/** One figure with its limit. */
export interface Figure {
  /** What is measured. */
  readonly name: string;
  /** The measured value, as printed. */
  readonly value: string;
  /** The limit, as printed. */
  readonly limit: string;
  /** Whether the value is within the limit. */
  readonly isWithin: boolean;
  /** Where the worst value is, or what is over the limit. */
  readonly where: string;
}

/** Returns every figure for the given sources. */
export function figures(files: readonly SourceFile[]): Figure[] {
  return [
    ...sizeFigures(files),
    ...commandFigures(
      files.filter((file) => /^src\/cmd\/[a-z]/.test(file.path) && file.path !== "src/cmd/registry.ts"),
    ),
    longestFunction(files),
    exportFigure(files),
    parameterFigure(files),
    importFigure(files),
    commentFigure(files),
  ];
}

function sizeFigures(files: readonly SourceFile[]): Figure[] {
  const lines = files.map(lineCount).sort((a, b) => a - b);
  const largest = worst(files, lineCount);
  const over = files.filter((file) => lineCount(file) > 250).length;
  return [
    figure("median lines of a file", quantile(lines, 0.5), 110, `${files.length} files, ${sum(lines)} lines`),
    figure("p90 lines of a file", quantile(lines, 0.9), 250, ""),
    figure("largest file, lines", largest.value, 400, largest.path),
    figure("share of files over 250 lines, %", percent(over, files.length), 5, ""),
  ];
}

function commandFigures(files: readonly SourceFile[]): Figure[] {
  const lines = files.map(lineCount).sort((a, b) => a - b);
  const largest = worst(files, lineCount);
  return [
    figure("median lines of a command", quantile(lines, 0.5), 60, `${files.length} commands`),
    figure("largest command, lines", largest.value, 90, largest.path),
  ];
}

function longestFunction(files: readonly SourceFile[]): Figure {
  const all = files.flatMap((file) =>
    functionLengths(file).map(({ name, length }) => ({ path: `${file.path} ${name}`, length }))
  );
  const top = all.sort((a, b) => b.length - a.length)[0];
  return figure("longest function, lines", top?.length ?? 0, 60, top?.path ?? "");
}

function exportFigure(files: readonly SourceFile[]): Figure {
  const counts = files.map((file) => count(file.code, /^export (?:async )?(?:function|const|class)\b/gm));
  const top = worst(files, (file) => count(file.code, /^export (?:async )?(?:function|const|class)\b/gm));
  return figure(
    "mean exports of a file, without types",
    round(sum(counts) / files.length),
    2.5,
    `most: ${top.value} in ${top.path}`,
  );
}

function parameterFigure(files: readonly SourceFile[]): Figure {
  const all = files.flatMap((file) =>
    [...file.code.matchAll(/^(?:export )?(?:async )?function\*? (\w+)[^(]*\(/gm)].map((match) => ({
      path: `${file.path} ${match[1]}`,
      value: parameterCount(file.code, (match.index ?? 0) + match[0].length),
    }))
  );
  const top = all.sort((a, b) => b.value - a.value)[0];
  return figure("most parameters of a function", top?.value ?? 0, 3, top?.path ?? "");
}

function importFigure(files: readonly SourceFile[]): Figure {
  const longest = (file: SourceFile) =>
    Math.max(0, ...file.imports.filter((each) => !each.target.startsWith("node:")).map((each) => each.names.length));
  const top = worst(files, longest);
  return figure("most names imported from one module", top.value, 8, top.path);
}

function commentFigure(files: readonly SourceFile[]): Figure {
  const lines = files.flatMap((file) => file.text.split("\n").filter((line) => line.trim() !== ""));
  const comments = lines.filter((line) => COMMENT.test(line)).length;
  const share = percent(comments, lines.length);
  return { ...figure("comment lines, %", share, 30, "at least 15"), isWithin: share >= 15 && share <= 30 };
}

/** A line that is wholly comment. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;

/** Returns name and length of every top-level function and of every method of a class. */
function functionLengths(file: SourceFile): { name: string; length: number }[] {
  const lines = file.code.split("\n");
  const found: { name: string; length: number }[] = [];
  lines.forEach((line, start) => {
    const top = /^(?:export )?(?:async )?function\*? (\w+)/.exec(line);
    const method = /^ {2}(?:static |async |override |readonly |private |#)*(\w+)(?:<[^>]*>)?\(.*\{$/.exec(line);
    const name = top?.[1] ?? method?.[1];
    if (name === undefined) return;
    const close = top === null ? "  }" : "}";
    const end = lines.findIndex((each, at) => at >= start && each === close);
    if (end >= 0) found.push({ name, length: end - start + 1 });
  });
  return found;
}

function parameterCount(code: string, start: number): number {
  let depth = 0;
  let commas = 0;
  let hasText = false;
  let isTrailing = false;
  for (let at = start; at < code.length; at++) {
    const char = code[at] ?? "";
    // An arrow inside a parameter's type is not a closing bracket.
    if (char === ">" && code[at - 1] === "=") continue;
    if (depth === 0 && char === ")") break;
    if ("([{<".includes(char)) depth++;
    else if (")]}>".includes(char)) depth--;
    if (depth === 0 && char === ",") [commas, isTrailing] = [commas + 1, true];
    else if (char.trim() !== "") [hasText, isTrailing] = [true, false];
  }
  return hasText ? commas + (isTrailing ? 0 : 1) : 0;
}

function figure(name: string, value: number, limit: number, where: string): Figure {
  return { name, value: String(value), limit: `≤ ${limit}`, isWithin: value <= limit, where };
}

function worst(files: readonly SourceFile[], measure: (file: SourceFile) => number): { path: string; value: number } {
  return files.map((file) => ({ path: file.path, value: measure(file) }))
    .reduce((top, each) => each.value > top.value ? each : top, { path: "", value: 0 });
}

function lineCount(file: SourceFile): number {
  return file.text.split("\n").length - 1;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : round(100 * part / whole);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Returns the ratio of test lines to lines of source that are no comment: documentation is no behaviour to test. */
export function testRatio(files: readonly SourceFile[], testLines: number): Figure {
  const sourceLines = files.flatMap((file) => file.text.split("\n")).filter((line) => !COMMENT.test(line)).length;
  const ratio = round(testLines / Math.max(1, sourceLines));
  const value = figure("test lines per source line", ratio, 1.6, "at least 0.9");
  return { ...value, isWithin: ratio >= 0.9 && ratio <= 1.6 };
}
