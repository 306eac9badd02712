/**
 * The check of a tool's arguments. Unknown names are refused with a suggestion; a number, a switch or a list that came as
 * text is taken where it can mean only one thing.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { isRecord } from "../../base/record.ts";
import type { McpTool, ToolField } from "./tool.ts";

/** Finds the known word that a mistyped one means. */
export type Suggest = (typed: string, known: readonly string[]) => string | undefined;

/**
 * Longest text, in UTF-16 units: more than any tool takes. What is longer is not looked at, since it would be quoted whole by
 * whoever refuses it.
 */
const MOST_UNITS = 100_000;

/** What Gemini CLI lets its model add to the arguments of every tool, and passes on: an order of calls that ours have anyway. */
const OF_CLIENTS: ReadonlySet<string> = new Set(["wait_for_previous"]);

/** Longest part of a value that an error quotes, in chars. */
const QUOTED_CHARS = 60;

/**
 * Returns the values of a call.
 *
 * @throws {MemoryError} usage, naming the argument and what it should be
 */
export function readArguments(
  { name: tool, fields }: Pick<McpTool, "name" | "fields">,
  given: unknown,
  suggest: Suggest,
): Record<string, unknown> {
  if (given !== undefined && !isRecord(given)) {
    throw refused(`Invalid arguments of "${tool}": they should be an object, and are ${quoted(given)}`);
  }
  const values = given ?? {};
  const known = Object.keys(fields);
  for (const name of Object.keys(values)) {
    if (!known.includes(name) && !OF_CLIENTS.has(name)) throw unknownName(tool, name, { known, suggest });
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readValue({ tool, name, field }, values[name])]),
  );
}

function unknownName(
  tool: string,
  name: string,
  { known, suggest }: { readonly known: readonly string[]; readonly suggest: Suggest },
): MemoryError {
  const meant = suggest(name, known);
  const hint = known.length === 0
    ? "call it without arguments"
    : `${meant === undefined ? "" : `did you mean "${meant}"? `}it takes ${known.join(", ")}`;
  return refused(`Unknown argument ${quoted(name)} of "${tool}"`, hint);
}

interface Place {
  readonly tool: string;
  readonly name: string;
  readonly field: ToolField;
}

function readValue(place: Place, value: unknown): unknown {
  const { tool, name, field } = place;
  // Some clients fill in what their model left out.
  if (value === undefined || value === null) {
    if (field.isRequired) throw refused(`Missing argument "${name}" of "${tool}"`, describe(field));
    return undefined;
  }
  const read = READERS[field.type](value);
  if (read === undefined) throw wrong(place, value);
  if (typeof read === "string" && read.length > MOST_UNITS) {
    throw refused(
      `Invalid value of "${name}" of "${tool}": it should have at most ${MOST_UNITS} characters, and has ${read.length}`,
    );
  }
  if (field.choices !== undefined && !field.choices.includes(String(read))) throw wrong(place, value);
  if (typeof read === "number" && (read < (field.minimum ?? 0) || read > (field.maximum ?? Number.MAX_SAFE_INTEGER))) {
    throw wrong(place, value);
  }
  return read;
}

const READERS: Readonly<Record<ToolField["type"], (value: unknown) => unknown>> = {
  string: (value) => typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined,
  integer(value) {
    const number = typeof value === "string" && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;
    return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
  },
  boolean: (value) =>
    value === "true" ? true : value === "false" ? false : typeof value === "boolean" ? value : undefined,
  strings(value) {
    const list = typeof value === "string" ? listOf(value) : value;
    return Array.isArray(list) && list.every((each) => typeof each === "string") ? list : undefined;
  },
};

/** A list that was encoded twice, or a single text where a list is wanted. */
function listOf(text: string): unknown {
  if (!text.trimStart().startsWith("[")) return text === "" ? [] : [text];
  try {
    return JSON.parse(text);
  } catch {
    // A text that merely begins with a bracket.
    return [text];
  }
}

function wrong({ tool, name, field }: Place, value: unknown): MemoryError {
  return refused(`Invalid value ${quoted(value)} of "${name}" of "${tool}": it should be ${describe(field)}`);
}

function describe({ type, choices, minimum, maximum }: ToolField): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  if (type === "strings") return "a list of texts";
  if (type === "boolean") return "true or false";
  if (type === "string") return "a text";
  return maximum === undefined
    ? `a whole number from ${minimum ?? 0}`
    : `a whole number from ${minimum ?? 0} to ${maximum}`;
}

function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : jsonOf(value);
  const shown = [...text.slice(0, 2 * QUOTED_CHARS)];
  return `"${shown.slice(0, QUOTED_CHARS).join("")}${shown.length > QUOTED_CHARS ? "…" : ""}"`;
}

/** A value may be nested deeper than can be written down again. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch (error) {
    if (error instanceof RangeError) {
      return Array.isArray(value) ? "a list of lists, too deep to show" : "too deep to show";
    }
    throw error;
  }
}

function refused(message: string, hint?: string): MemoryError {
  return new MemoryError(message, { kind: "usage", ...(hint === undefined ? {} : { hint }) });
}
