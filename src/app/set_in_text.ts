/**
 * Sets one value in the text of a JSONC file. Nothing that is there is moved or formatted anew: a value is replaced, or a
 * property is put behind the last one of its object.
 *
 * @module
 */
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { type ConfigTree, treeOf } from "./config_tree.ts";

/** What a file without an object becomes before it gets its first setting. */
const EMPTY_OBJECT = "{\n}\n";
/** One level of indentation where the file shows none. */
const INDENT = "  ";

/**
 * Returns the text with the value set.
 *
 * @param text valid JSONC that holds an object or nothing
 * @param path keys from the outermost object inwards; at least one
 */
export function setInText(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], OPTIONS);
  // Comments may stand in a file without an object; they stay above it.
  if (root === undefined) {
    return setInText(`${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${EMPTY_OBJECT}`, path, value);
  }
  const found = findNodeAtLocation(root, [...path]);
  if (found !== undefined) {
    return splice(text, [{ at: found.offset, length: found.length, insert: JSON.stringify(value) }]);
  }
  let depth = path.length - 1;
  let parent = findNodeAtLocation(root, path.slice(0, depth));
  while (parent === undefined && depth > 0) parent = findNodeAtLocation(root, path.slice(0, --depth));
  const [key = "", ...inner] = path.slice(depth);
  return insertProperty(text, parent ?? root, {
    key,
    value: inner.length === 0 ? value : treeOf(inner.join("."), value),
  });
}

const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

interface Property {
  readonly key: string;
  readonly value: unknown | ConfigTree;
}

interface Change {
  readonly at: number;
  readonly length: number;
  readonly insert: string;
}

function insertProperty(text: string, parent: Node, property: Property): string {
  const last = parent.children?.at(-1);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  if (last === undefined) return insertFirst(text, parent, { property, eol });
  const end = last.offset + last.length;
  if (!text.slice(parent.offset, last.offset).includes("\n")) {
    const written = `, ${JSON.stringify(property.key)}: ${JSON.stringify(property.value)}`;
    return splice(text, [{ at: end, length: 0, insert: written }]);
  }
  // A comment behind the last property belongs to it: the new one goes below.
  const [tail, comma] = /^(?:[ \t]*(,))?[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?/.exec(text.slice(end)) ?? [""];
  return splice(text, [
    { at: end, length: 0, insert: comma === undefined ? "," : "" },
    { at: end + tail.length, length: 0, insert: eol + written(property, indentAt(text, last.offset), eol) },
  ]);
}

function insertFirst(text: string, parent: Node, { property, eol }: { property: Property; eol: string }): string {
  const outer = indentAt(text, parent.offset);
  const body = text.slice(parent.offset + 1, parent.offset + parent.length - 1);
  const insert = eol + written(property, outer + INDENT, eol) + (body.includes("\n") ? "" : eol + outer);
  // A comment behind the opening brace is about the object: it stays there.
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)(?=\r?\n)/.exec(body)?.[0] ?? "";
  return splice(text, [{ at: parent.offset + 1 + comment.length, length: 0, insert }]);
}

function written({ key, value }: Property, indent: string, eol: string): string {
  const json = JSON.stringify(value, null, INDENT).replaceAll("\n", eol + indent);
  return `${indent}${JSON.stringify(key)}: ${json}`;
}

/** Returns the blanks that begin the line of an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Applies changes that are given in the order of the text. */
function splice(text: string, changes: readonly Change[]): string {
  let result = "";
  let from = 0;
  for (const { at, length, insert } of changes) {
    result += text.slice(from, at) + insert;
    from = at + length;
  }
  return result + text.slice(from);
}
