/**
 * Hooks and a server in a JSON file of a client.
 *
 * @module
 */
import { getNodeValue, type Node } from "jsonc-parser";
import { MemoryError } from "../../base/errors.ts";
import { handlersIn, type JsonFile, putUnder, serverIn } from "./json_entries.ts";
import { parseObject, removeChild, replaceValue, valueAt } from "./json_text.ts";
import type { FoundPiece, SettingsPiece } from "./settings_piece.ts";

/** One event to be told of. */
export interface WantedHook {
  /** The client's name of it. */
  readonly event: string;
  /** What is put into the list of the event. */
  readonly element: unknown;
}

/** What a JSON file is to hold. */
export interface JsonContents {
  /** Absolute path. */
  readonly path: string;
  /** As in `claude-code`. */
  readonly client: string;
  /** The command of the handlers. */
  readonly command: string;
  /** In order. */
  readonly hooks: readonly WantedHook[];
  /** Values that the file needs beside hooks, put in where they are missing, such as Cursor's `version`. */
  readonly needed: Readonly<Record<string, unknown>>;
  /** Where the server stands, and what it is; `null`: none is entered, and one that is there stays. */
  readonly server: { readonly path: readonly string[]; readonly value: unknown; readonly isWanted: boolean } | null;
}

/** Returns the piece. */
export function jsonPiece(contents: JsonContents): SettingsPiece {
  const { path } = contents;
  return {
    path,
    isWholeFile: false,
    add: (text) => added(contents, text ?? ""),
    found: (text) => foundIn(contents, text),
  };
}

function added(contents: JsonContents, before: string): string {
  const { path: name, client, command, hooks, server } = contents;
  const there = handlersIn({ name, text: before }, client);
  const other = there.find(({ isOwn }) => !isOwn);
  if (other !== undefined && hooks.length > 0) throw inTheWay(name, other.event, String(other.command.value));
  let text = before;
  // From the end, so that what stands before stays where it is.
  for (const { command: node } of there.toReversed()) {
    if (node.value !== command) text = replaceValue(text, node, command);
  }
  const events = new Set(there.map(({ event }) => event));
  const missing = hooks.filter(({ event }) => !events.has(event));
  if (missing.length > 0) text = withNeeded({ name, text }, contents.needed);
  for (const { event, element } of missing) {
    text = putUnder({ name, text }, ["hooks", event], { key: null, value: element });
  }
  return server?.isWanted === true ? withServer({ name, text }, server.path, server.value) : text;
}

function withNeeded(file: JsonFile, needed: JsonContents["needed"]): string {
  let { text } = file;
  for (const [key, value] of Object.entries(needed)) {
    const root = parseObject(text, file.name);
    if (root !== null && valueAt(root, key, file.name) !== undefined) continue;
    text = putUnder({ name: file.name, text }, [], { key, value });
  }
  return text;
}

function withServer(file: JsonFile, path: readonly string[], value: unknown): string {
  const there = serverIn(file, path);
  if (there === null) return putUnder(file, path.slice(0, -1), { key: path.at(-1) ?? "", value });
  if (JSON.stringify(getNodeValue(there.node)) === JSON.stringify(value)) return file.text;
  if (!there.isOwn) {
    throw new MemoryError(`Cannot enter the server: "${file.name}" has another one under "${path.join(".")}"`, {
      hint: "rename that one, or leave out --mcp",
    });
  }
  return replaceValue(file.text, there.node, value);
}

function foundIn(contents: JsonContents, text: string): FoundPiece | null {
  const { path: name, client, hooks, server } = contents;
  const own = handlersIn({ name, text }, client).filter(({ isOwn }) => isOwn);
  const there = server === null ? null : serverIn({ name, text }, server.path);
  const hasServer = there?.isOwn === true;
  if (own.length === 0 && !hasServer) return null;
  const ranked = hooks.map(({ event }) => event);
  const again: WantedHook[] = own.map(({ event, element }) => ({ event, element: getNodeValue(element) }))
    .toSorted((a, b) => ranked.indexOf(a.event) - ranked.indexOf(b.event));
  return {
    events: own.map(({ event }) => event),
    commands: [...new Set(own.map(({ command }) => String(command.value)))],
    hasServer,
    addAgain: (before) =>
      added({
        ...contents,
        command: String(own[0]?.command.value ?? contents.command),
        hooks: again,
        server: server !== null && hasServer ? { ...server, value: getNodeValue(there.node), isWanted: true } : null,
      }, before ?? ""),
    removed: () => withoutServer({ name, text: withoutHooks({ name, text }, client) }, hasServer ? server : null),
  };
}

/** Takes out one handler after the other: each time the places of the others have changed. */
function withoutHooks(file: JsonFile, client: string): string {
  const { name, text } = file;
  const own = handlersIn(file, client).find(({ isOwn }) => isOwn);
  if (own === undefined) return text;
  const { event, list, element, group, handler } = own;
  const isAloneInGroup = group === null || group.children?.length === 1;
  if (!isAloneInGroup) return withoutHooks({ name, text: removeChild(text, group, handler) }, client);
  const rest = list.children?.length === 1 ? withoutKeys(file, ["hooks", event]) : removeChild(text, list, element);
  return withoutHooks({ name, text: rest }, client);
}

function withoutServer(file: JsonFile, server: JsonContents["server"]): string {
  return server === null ? file.text : withoutKeys(file, server.path);
}

/** Takes out the value under a path, and what holds nothing else; what somebody remarked in it stays, and so does what holds that. */
function withoutKeys({ name, text }: JsonFile, path: readonly string[]): string {
  let node = parseObject(text, name) ?? undefined;
  const chain = path.map((key) => {
    const object = node;
    const property = object?.children?.find(({ children }) => children?.[0]?.value === key);
    node = property?.children?.[1];
    return { object, property };
  });
  const at = chain.findLastIndex(({ object, property }, depth) =>
    depth === 0 || object?.children?.length !== 1 || hasRemark(text, object, property)
  );
  const { object, property } = chain[at] ?? {};
  return object === undefined || property === undefined ? text : removeChild(text, object, property);
}

/** Whether a comment stands beside the only member of an object. */
function hasRemark(text: string, object: Node, property: Node | undefined): boolean {
  if (property === undefined) return false;
  const before = text.slice(object.offset, property.offset);
  return /\/[/*]/.test(before + text.slice(property.offset + property.length, object.offset + object.length));
}

function inTheWay(name: string, event: string, command: string): MemoryError {
  return new MemoryError(`Cannot install hooks: "${event}" in "${name}" calls the memory already, by "${command}"`, {
    hint: "take that entry out first, or leave it as it is: memory hook status tells whether the client calls it",
  });
}
