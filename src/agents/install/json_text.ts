/**
 * Puts values into the text of a JSON file with comments, and takes them out again. Nothing else is moved or formatted anew;
 * what is put in is indented as its neighbours are.
 *
 * @module
 */
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { MemoryError } from "../../base/errors.ts";

/** What is put into an object, under a key, or into an array. */
export interface JsonChild {
  /** `null` in an array. */
  readonly key: string | null;
  /** What JSON can say. */
  readonly value: unknown;
}

/** What a file without any value becomes before something is put into it. */
const EMPTY_OBJECT = "{\n}\n";

/**
 * Returns the object that a text holds, `null` if it holds no value at all.
 *
 * @param name of the file, for errors
 * @throws {MemoryError} failed, if it is no JSON, also allowing for comments and trailing commas, or no object
 */
export function parseObject(text: string, name: string): Node | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) {
    const before = text.slice(0, first.offset).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
    throw new MemoryError(
      `Cannot read "${name}": it is no valid JSON (${printParseErrorCode(first.error)} at ${place})`,
      {
        hint: "mend the file, then run the same command again",
      },
    );
  }
  if (root === undefined) return null;
  if (root.type === "object") return root;
  throw new MemoryError(`Cannot read "${name}": it should hold an object and holds ${articled(root.type)}`);
}

/**
 * Returns the value of a key of an object, or `undefined`.
 *
 * @throws {MemoryError} failed, if the key stands there twice: programs disagree which of them counts
 */
export function valueAt(object: Node, key: string, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) {
    throw new MemoryError(`Cannot read "${name}": "${key}" stands twice in one object`, {
      hint: "make one of the two, then run the same command again",
    });
  }
  return found[0]?.children?.[1];
}

/** Returns the text of a file that holds an object: comments of a file without one stay above it. */
export function withObject(text: string): string {
  if (text === "") return EMPTY_OBJECT;
  const eol = eolOf(text);
  return `${text}${text.endsWith("\n") ? "" : eol}${EMPTY_OBJECT.replaceAll("\n", eol)}`;
}

/** Returns the text with a value put in as the last one of an object or array. */
export function insertLast(text: string, container: Node, child: JsonChild): string {
  const last = container.children?.at(-1);
  if (last === undefined) return insertFirst(text, container, child);
  const end = last.offset + last.length;
  if (!text.slice(container.offset, last.offset).includes("\n")) {
    return splice(text, [{ from: end, to: end, insert: `, ${written(child, null)}` }]);
  }
  const comma = commaAfter(text, end);
  const from = comma === null ? end : comma + 1;
  // A comment behind the last value belongs to it: the new one goes below.
  const below = from + (/^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(from))?.[0].length ?? 0);
  const lines = linesFor(text, indentAt(text, last.offset), container);
  return splice(text, [
    { from: end, to: end, insert: comma === null ? "," : "" },
    { from: below, to: below, insert: lines.eol + lines.indent + written(child, lines) },
  ]);
}

/** Returns the text with one value for another. */
export function replaceValue(text: string, node: Node, value: unknown): string {
  return splice(text, [{ from: node.offset, to: node.offset + node.length, insert: JSON.stringify(value) }]);
}

/** Returns the text without a member of an object or array, its comma, and the line if it stood alone there. */
export function removeChild(text: string, container: Node, child: Node): string {
  const siblings = container.children ?? [];
  const previous = siblings[siblings.indexOf(child) - 1];
  if (siblings.length === 1) {
    const [open, close] = [container.offset + 1, container.offset + container.length - 1];
    const comma = commaAfter(text, child.offset + child.length);
    const end = comma === null ? child.offset + child.length : comma + 1;
    if ((text.slice(open, child.offset) + text.slice(end, close)).trim() === "") {
      return splice(text, [{ from: open, to: close, insert: "" }]);
    }
  }
  const end = child.offset + child.length;
  const own = commaAfter(text, end);
  // The last one has no comma of its own; the one before it must not keep its.
  const before = own === null && previous !== undefined ? commaAfter(text, previous.offset + previous.length) : null;
  const cuts = [
    ...(before === null ? [] : [{ from: before, to: before + 1, insert: "" }]),
    ...withoutBlanks(text, {
      from: child.offset,
      to: own !== null && text.slice(end, own).trim() === "" ? own + 1 : end,
    }),
    ...(own !== null && text.slice(end, own).trim() !== "" ? [{ from: own, to: own + 1, insert: "" }] : []),
  ];
  return splice(text, cuts);
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

interface Lines {
  readonly eol: string;
  readonly indent: string;
  readonly unit: string;
}

function insertFirst(text: string, container: Node, child: JsonChild): string {
  const outer = indentAt(text, container.offset);
  const lines = linesFor(text, outer + unitOf(text), container);
  const body = text.slice(container.offset + 1, container.offset + container.length - 1);
  // A comment behind the opening bracket is about the whole: it stays there.
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)(?=\r?\n)/.exec(body)?.[0] ?? "";
  const at = container.offset + 1 + comment.length;
  const end = body.slice(comment.length).includes("\n") ? "" : lines.eol + outer;
  return splice(text, [{ from: at, to: at, insert: lines.eol + lines.indent + written(child, lines) + end }]);
}

function written({ key, value }: JsonChild, lines: Lines | null): string {
  const json = lines === null
    ? JSON.stringify(value)
    : JSON.stringify(value, null, lines.unit).replaceAll("\n", lines.eol + lines.indent);
  return key === null ? json : `${JSON.stringify(key)}: ${json}`;
}

function linesFor(text: string, indent: string, { offset, length }: Node): Lines {
  // A file of mixed line ends is followed where the value is put.
  const near = text.slice(offset, offset + length);
  return { eol: eolOf(near.includes("\n") ? near : text), indent, unit: unitOf(text) };
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** One level of indentation: that of the first indented line; two blanks where there is none. */
function unitOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
}

/** Returns the blanks that begin the line of an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Returns where the comma behind a value stands, or `null` if none does. */
function commaAfter(text: string, end: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(end);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text.charAt(at) === "," ? at : null;
}

/** Widens a cut to its line if nothing else stands there, else by the blanks before it. */
function withoutBlanks(text: string, { from, to }: { from: number; to: number }): Cut[] {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(to))?.[0];
  if (start > 0 && rest !== undefined && text.slice(start, from).trim() === "") {
    return [{ from: start, to: to + rest.length, insert: "" }];
  }
  const blanks = /[ \t]*$/.exec(text.slice(start, from))?.[0].length ?? 0;
  return [{ from: start === from - blanks ? from : from - blanks, to, insert: "" }];
}

/** Applies cuts that are given in the order of the text. */
function splice(text: string, cuts: readonly Cut[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of cuts) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** Returns the name of a kind of JSON value as it stands in a sentence. */
export function articled(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : type === "null" ? "null" : `a ${type}`;
}
