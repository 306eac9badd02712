/**
 * The texts of which the answer of an MCP server consists, in whatever a client's hooks wrap it.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";

/**
 * Returns the texts of an answer, each as the server gave it; what is structured as one line of JSON. Nothing that a model
 * may read is left out.
 */
export function answerTexts(output: unknown): string[] {
  const texts: string[] = [];
  // A list of what is left instead of calls: a value may be nested as deeply as it likes.
  const left: unknown[] = [output];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) left.push(...value.toReversed());
    else if (isRecord(value)) left.push(...partsOf(value).toReversed());
    else if (typeof value === "string" || typeof value === "number") texts.push(String(value));
  }
  return texts;
}

/**
 * The result of a call, what a shell printed and a block of text are taken apart; of any other object it is not known what it
 * is.
 */
function partsOf(value: Readonly<Record<string, unknown>>): readonly unknown[] {
  // Codes, times and flags beside what was printed say nothing.
  if (typeof value["stdout"] === "string" || typeof value["output"] === "string") return stringsIn(value);
  const { content, structuredContent, text, type, ...others } = value;
  // An answer that failed has nothing structured.
  if (
    Array.isArray(content) && (isRecord(structuredContent) || structuredContent === undefined) && text === undefined
  ) {
    const structured = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)];
    return [content, ...structured, type, ...Object.values(others)];
  }
  const isBlock = typeof text === "string" && (type === undefined || type === "text");
  return isBlock && content === undefined && structuredContent === undefined && Object.keys(others).length === 0
    ? [text]
    : [JSON.stringify(value)];
}

function stringsIn(value: unknown): string[] {
  const strings: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") strings.push(next);
    else if (Array.isArray(next)) left.push(...next.toReversed());
    else if (isRecord(next)) left.push(...Object.values(next).toReversed());
  }
  return strings;
}
