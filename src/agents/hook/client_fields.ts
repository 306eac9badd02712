/**
 * Reads the fields of what clients send. Unknown fields are normal, and so are missing ones and ones of another type.
 *
 * @module
 */
import type { HookEvent, HookTool } from "./hook_input.ts";

/** One JSON object of a client. */
export type HookValue = Readonly<Record<string, unknown>>;

/** A client's events by its own names. `null`: known, and nothing to do. */
export type ClientEvents = Readonly<Record<string, HookEvent | null>>;

/** An event as its client and as we name it. */
export interface NamedEvent {
  /** Our name. */
  readonly event: HookEvent;
  /** The client's name. */
  readonly clientEvent: string;
}

/** No id of a session is longer; one that is comes from somebody else. In UTF-16 units. */
const MOST_ID_CHARS = 200;

/** Returns the first of some fields that holds a text which is not empty, or `null`. */
export function textOf(value: HookValue, ...fields: readonly string[]): string | null {
  for (const field of fields) {
    const text = value[field];
    if (typeof text === "string" && text !== "") return text;
  }
  return null;
}

/** Returns a field that holds an object, or an empty one. */
export function objectOf(value: HookValue, field: string): HookValue {
  const object = value[field];
  return typeof object === "object" && object !== null && !Array.isArray(object) ? { ...object } : {};
}

/** Returns the id of a session, or `null` if there is none that a client would give. */
export function sessionOf(value: HookValue, ...fields: readonly string[]): string | null {
  const session = textOf(value, ...fields);
  return session === null || session.length > MOST_ID_CHARS ? null : session;
}

/**
 * Returns which event a value tells of, or a reason of a few fixed words why none.
 *
 * @param events of the client
 * @param asked the event that the command line names, ours or the client's; `null`: none
 */
export function eventOf(value: HookValue, events: ClientEvents, asked: string | null): NamedEvent | string {
  const own = textOf(value, "hook_event_name");
  const clientEvent = own ?? (asked !== null && Object.hasOwn(events, asked) ? asked : nameOf(events, asked));
  if (clientEvent === null || !Object.hasOwn(events, clientEvent)) return "unknown event";
  const event = events[clientEvent] ?? null;
  if (event === null) return "nothing to do";
  if (asked !== null && asked !== event && asked !== clientEvent) return "another event than the command says";
  return { event, clientEvent };
}

/** Returns the client's name of an event that only the command line names. */
function nameOf(events: ClientEvents, asked: string | null): string | null {
  return Object.keys(events).find((name) => events[name] === asked && asked !== null) ?? null;
}

/** Returns the tool call of a value in the shape that Claude Code gave it and others took over. */
export function toolOf(value: HookValue): HookTool {
  return {
    name: textOf(value, "tool_name") ?? "",
    input: objectOf(value, "tool_input"),
    // A failed call has its text in `error`.
    output: [value["tool_response"] ?? value["tool_result"], value["error"]],
  };
}
