/**
 * Entries of ours in a JSON file: a handler for each event, and a server.
 *
 * @module
 */
import { getNodeValue, type Node } from "jsonc-parser";
import { MemoryError } from "../../base/errors.ts";
import { isRecord } from "../../base/record.ts";
import { isOtherCall, isOwnHook, isOwnServer } from "./hook_command.ts";
import { articled, insertLast, type JsonChild, parseObject, valueAt, withObject } from "./json_text.ts";

/** A handler in its file. */
export interface FoundHandler {
  /** The client's name of the event. */
  readonly event: string;
  /** All handlers of the event. */
  readonly list: Node;
  /** The member of that list that holds it, or is it. */
  readonly element: Node;
  /** The handlers of the element; `null` where the element is the handler. */
  readonly group: Node | null;
  /** The handler. */
  readonly handler: Node;
  /** Its command. */
  readonly command: Node;
  /** The installer wrote it. */
  readonly isOwn: boolean;
}

/** A text as it is worked on. */
export interface JsonFile {
  /** Its name, for errors. */
  readonly name: string;
  /** What it says. */
  readonly text: string;
}

/** Returns the handlers that call this client's hook, whoever wrote them; what has another shape is none. */
export function handlersIn({ name, text }: JsonFile, client: string): FoundHandler[] {
  const root = parseObject(text, name);
  const hooks = root === null ? undefined : valueAt(root, "hooks", name);
  if (hooks?.type !== "object") return [];
  return (hooks.children ?? []).flatMap(({ children: [key, list] = [] }) => {
    if (key === undefined || list?.type !== "array") return [];
    return (list.children ?? []).flatMap((element) => {
      const group = element.type === "object" ? valueAt(element, "hooks", name) : undefined;
      const handlers = group === undefined ? [element] : group.type === "array" ? group.children ?? [] : [];
      return handlers.flatMap((handler): FoundHandler[] => {
        const command = handler.type === "object" ? valueAt(handler, "command", name) : undefined;
        if (command === undefined || typeof command.value !== "string") return [];
        const isOwn = isOwnHook(command.value, client);
        if (!isOwn && !isOtherCall(command.value, client)) return [];
        return [{ event: String(key.value), list, element, group: group ?? null, handler, command, isOwn }];
      });
    });
  });
}

/** Returns the server that stands under a path, and whether the installer wrote it; `null` if none does. */
export function serverIn(
  { name, text }: JsonFile,
  path: readonly string[],
): { readonly node: Node; readonly isOwn: boolean } | null {
  let node: Node | null | undefined = parseObject(text, name);
  for (const key of path) {
    if (node?.type !== "object") return null;
    node = valueAt(node, key, name);
  }
  if (node === undefined || node === null) return null;
  return { node, isOwn: isOwnServer(wordsOf(getNodeValue(node))) };
}

/**
 * Returns the text with a value put under a path: as the last one of a list if `key` is `null`. Objects and lists on the
 * way are made.
 *
 * @throws {MemoryError} failed, if something of another kind stands on the way
 */
export function putUnder({ name, text }: JsonFile, path: readonly string[], child: JsonChild): string {
  const root = parseObject(text, name);
  if (root === null) return putUnder({ name, text: withObject(text) }, path, child);
  let node = root;
  for (const [depth, key] of path.entries()) {
    const next = valueAt(node, key, name);
    const isLast = depth === path.length - 1;
    if (next === undefined) return insertLast(text, node, { key, value: nested(path.slice(depth + 1), child) });
    const wanted = isLast && child.key === null ? "array" : "object";
    if (next.type !== wanted) {
      const place = path.slice(0, depth + 1).join(".");
      throw new MemoryError(
        `Cannot change "${name}": "${place}" should hold an ${wanted} and holds ${articled(next.type)}`,
        {
          hint: "mend the file, then run the same command again",
        },
      );
    }
    node = next;
  }
  return insertLast(text, node, child);
}

function nested(path: readonly string[], { key, value }: JsonChild): unknown {
  const inner: unknown = key === null ? [value] : { [key]: value };
  return path.reduceRight((held: unknown, each) => ({ [each]: held }), inner);
}

function wordsOf(server: unknown): readonly string[] {
  if (!isRecord(server)) return [];
  const { command, args } = server;
  return [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [])].map(String);
}
