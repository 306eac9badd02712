/**
 * Step 4 of the index pipeline: the annotations of each line, and of lines together (SPEC 5).
 *
 * @module
 */
import { type Annotations, NO_ANNOTATIONS, parseAnnotations, stripAnnotations } from "../workspace/annotation.ts";
import { isCode, type MarkdownLine } from "../workspace/markdown_line.ts";

/** A line with its annotations taken out. */
export interface AnnotatedLine {
  /** The line as it stands in the file. */
  readonly line: MarkdownLine;
  /** The line's text without annotations and trailing blanks. */
  readonly text: string;
  /** Its own, not those of the statement it is part of. */
  readonly annotations: Annotations;
}

/**
 * Returns each line with its annotations. Inside code, comments are text. A text without its annotations is never read for
 * annotations again: what stood around one could pass for another.
 *
 * @param unheeded numbers of the lines whose annotations are taken out and say nothing; none by default
 */
export function annotate(lines: readonly MarkdownLine[], unheeded?: ReadonlySet<number>): AnnotatedLine[] {
  return lines.map((line) => {
    if (isCode(line)) return { line, text: line.text.trimEnd(), annotations: NO_ANNOTATIONS };
    const annotations = unheeded?.has(line.number) === true ? NO_ANNOTATIONS : parseAnnotations(line.text);
    return { line, text: stripAnnotations(line.text), annotations };
  });
}

/**
 * Returns the annotations of lines of a diary together. An item and the prose wrapped below it are one statement.
 *
 * - projects: the keys that all statements share; `invalid` if one of them is, since a chunk that may belong nowhere must
 *   not pass for one that belongs everywhere; `null` if they share none
 * - expires: the latest, and only if every statement expires
 * - importance: the largest; observed: the newest; triggers and sources: all; key and status: if there is only one
 *
 * @param lines of one file, in order; headings, code and blank lines are no statements
 */
export function mergeAnnotations(lines: readonly AnnotatedLine[]): Annotations {
  if (lines.every((line) => line.annotations === NO_ANNOTATIONS)) return NO_ANNOTATIONS;
  const statements = statementsOf(lines);
  const all = statements.flat();
  const importances = present(all.map((one) => one.importance));
  return {
    importance: importances.length === 0 ? null : Math.max(...importances),
    triggers: [...new Set(all.flatMap((one) => one.triggers))],
    projects: sharedProjects(statements),
    key: onlyOne(all.map((one) => one.key)),
    sources: all.flatMap((one) => one.sources),
    observed: present(all.map((one) => one.observed)).sort().at(-1) ?? null,
    status: onlyOne(all.map((one) => one.status)),
    expires: commonExpiry(statements),
    isUntrusted: all.some((one) => one.isUntrusted),
    malformed: all.flatMap((one) => one.malformed),
  };
}

/** The annotations of one statement, line by line. */
type Statement = readonly Annotations[];

function statementsOf(lines: readonly AnnotatedLine[]): Statement[] {
  const statements: Annotations[][] = [];
  let indent: number | null = null;
  for (const { line, annotations } of lines) {
    const isWrapped = line.kind === "text" && indent !== null && line.indent > indent;
    const last = statements.at(-1);
    if (isWrapped && last !== undefined) last.push(annotations);
    else if (line.kind === "bullet" || line.kind === "text" || annotations !== NO_ANNOTATIONS) {
      statements.push([annotations]);
    }
    if (!isWrapped) indent = line.kind === "bullet" ? line.indent : null;
  }
  return statements;
}

function sharedProjects(statements: readonly Statement[]): readonly string[] | "invalid" | null {
  if (statements.flat().some((one) => one.projects === "invalid")) return "invalid";
  const sets = statements.map((one) => new Set(one.flatMap((line) => line.projects ?? [])));
  const [first, ...rest] = sets;
  const shared = [...(first ?? [])].filter((key) => rest.every((set) => set.has(key)));
  return shared.length === 0 ? null : shared;
}

function commonExpiry(statements: readonly Statement[]): string | null {
  const ends = statements.map((one) => present(one.map((line) => line.expires)).sort()[0]);
  return ends.includes(undefined) ? null : (ends.sort().at(-1) ?? null);
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}

function onlyOne<T>(values: readonly (T | null)[]): T | null {
  const [first, ...others] = new Set(present(values));
  return first === undefined || others.length > 0 ? null : first;
}
