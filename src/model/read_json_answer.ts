/**
 * From what a model says to one JSON value. Nothing is ever run or mended: what is no JSON is a failure.
 *
 * @module
 */
import { codePoints } from "../base/text/measure.ts";
import { EndpointFault } from "../endpoint/endpoint_fault.ts";

/** What some local models think aloud before they answer. */
const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;

/** A code fence on lines of its own. */
const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?^[ \t]*\1[ \t]*$/gm;

/** A fence cannot hold a fence of its own length, and a model that gives two answers gives none. */
const ONE = 1;

/** Levels of lists and objects in one another: answers have three or four. */
const MAX_DEPTH = 32;

/**
 * Returns the JSON value of an answer: the whole text, or what stands in its only code fence.
 *
 * @param maxChars of the answer without thoughts, in code points
 * @throws {EndpointFault} if it is empty, too long, no JSON, or nested deeper than 32 levels
 */
export function readJsonAnswer(text: string, maxChars: number): unknown {
  const answer = text.replace(/^\uFEFF/, "").replace(THOUGHTS, "").trim();
  if (answer === "") throw wrong("answered with nothing");
  const length = codePoints(answer);
  if (length > maxChars) throw wrong(`answered with ${length} chars, more than ${maxChars}`);
  const fenced = [...answer.matchAll(FENCE)];
  const value = parsed(answer) ?? (fenced.length === ONE ? parsed(fenced[0]?.[2] ?? "") : null);
  if (value === null) throw wrong("answered with something that is no JSON");
  if (isDeeper(value.value, MAX_DEPTH)) throw wrong(`answered with JSON of more than ${MAX_DEPTH} levels`);
  return value.value;
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // No JSON, or nested so deeply that the parser gives up: neither is an answer.
    return null;
  }
}

/** Looks level by level: a value nested too deeply would also be too deep for a function that calls itself. */
function isDeeper(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let at = 0; at <= depth; at++) {
    level = level.flatMap((each) => typeof each === "object" && each !== null ? Object.values(each) : []);
    if (level.length === 0) return false;
  }
  return true;
}

function wrong(message: string): EndpointFault {
  return new EndpointFault(message, { isTransient: false });
}
