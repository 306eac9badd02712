/**
 * Where in a session the reading of its transcript stands: what has to be known in the middle of a turn to go on.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { isRecord } from "../../base/record.ts";

/** A call whose answer has not come yet. */
export interface PendingCall {
  /** The client's name of the tool. */
  readonly name: string;
  /** Short values of its input; see {@linkcode shortInput}. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** See the module. */
export interface ChatReading {
  /** Who began the turn: a person, the runtime itself, somebody else's words, or nobody yet. */
  turn: "none" | "person" | "runtime" | "foreign";
  /** Why the later text of the turn is untrusted, or `null`. */
  taint: string | null;
  /** Why the next turn is tainted from its beginning, or `null`: a command at the prompt came before it. */
  carried: string | null;
  /** By id of the call. */
  calls: Map<string, PendingCall>;
  /** More text came than is kept. */
  isLost: boolean;
  /** Somebody else than owner and agent talks there. */
  isGroup: boolean;
  /** Something that is untrusted was said or read: a summary of it is no better. */
  isMixed: boolean;
  /** Calls of sub-agents stand in the transcript itself. */
  hasSideChain: boolean;
  /** Id of who spoke first, as a gateway tells it, or `null`. */
  sender: string | null;
  /** Somebody else spoke after that. */
  hasStrangers: boolean;
  /** The latest time of any event so far. */
  lastAt: IsoTime | null;
  /** Id of the message that the prompt of a hooked turn proves, by id of the turn: it proves one. */
  proofs: Map<number, string>;
  /** Other sessions of which this one goes on: the file told of them before, or it began as their fork. */
  parents: string[];
}

/** Returns the reading of a session of which nothing was read. */
export function newReading(): ChatReading {
  return {
    turn: "none",
    taint: null,
    carried: null,
    calls: new Map(),
    isLost: false,
    isGroup: false,
    isMixed: false,
    hasSideChain: false,
    sender: null,
    hasStrangers: false,
    lastAt: null,
    proofs: new Map(),
    parents: [],
  };
}

/** Returns a reading as it is kept. @param hide takes secrets out of names of tools, and of calls that wait for their answer */
export function formatReading(reading: ChatReading, hide: (text: string) => string = (text) => text): string {
  // Server and tool are names of their own.
  const named = (name: string) => name.split("__").map(hide).join("__");
  const calls = [...reading.calls].map(([id, { name, input }]) => {
    const kept = Object.entries(input).map(([key, value]) => [key, hidden(value, hide)] as const);
    return [id, { name: named(name), input: Object.fromEntries(kept) }];
  });
  const [taint, carried] = [reading.taint, reading.carried].map((reason) => reason === null ? null : named(reason));
  return JSON.stringify({ ...reading, taint, carried, calls, proofs: [...reading.proofs] });
}

function hidden(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  return Array.isArray(value) ? value.map((each) => hidden(each, hide)) : value;
}

/** Returns a kept reading. What cannot be read counts as one of which all is lost. */
export function parseReading(kept: string): ChatReading {
  const value = parsed(kept);
  if (value === null) {
    return { ...newReading(), isLost: true, isMixed: true, taint: "what was read before is not known" };
  }
  const turn = TURNS.find((each) => each === value["turn"]) ?? "foreign";
  return {
    turn,
    taint: typeof value["taint"] === "string" ? value["taint"] : null,
    carried: typeof value["carried"] === "string" ? value["carried"] : null,
    calls: callsOf(value["calls"]),
    isLost: value["isLost"] !== false,
    isGroup: value["isGroup"] !== false,
    isMixed: value["isMixed"] !== false,
    hasSideChain: value["hasSideChain"] === true,
    sender: typeof value["sender"] === "string" ? value["sender"] : null,
    hasStrangers: value["hasStrangers"] !== false,
    lastAt: typeof value["lastAt"] === "string" ? value["lastAt"] : null,
    proofs: proofsOf(value["proofs"]),
    parents: Array.isArray(value["parents"]) ? value["parents"].filter((each) => typeof each === "string") : [],
  };
}

const TURNS = ["none", "person", "runtime", "foreign"] as const;

/** Calls that wait at once; more never came back. */
const MOST_CALLS = 64;

/** Notes a call; of too many the oldest go, and their answers count as those of an unknown tool. */
export function addCall(reading: ChatReading, id: string, call: PendingCall): void {
  reading.calls.set(id, { name: call.name, input: shortInput(call.input) });
  if (reading.calls.size <= MOST_CALLS) return;
  const [oldest] = reading.calls.keys();
  if (oldest !== undefined) reading.calls.delete(oldest);
}

/** Longest value of an input that is kept: paths and lines of shell are shorter, texts of files matter to nobody. */
const MOST_VALUE_UNITS = 20_000;

function shortInput(input: PendingCall["input"]): PendingCall["input"] {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => isShort(value)));
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= MOST_VALUE_UNITS;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return true;
  return Array.isArray(value) && value.length <= MOST_CALLS && value.every((each) => typeof each === "string");
}

function parsed(kept: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(kept);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function callsOf(value: unknown): ChatReading["calls"] {
  const calls = new Map<string, PendingCall>();
  for (const entry of Array.isArray(value) ? value : []) {
    const [id, call] = Array.isArray(entry) ? entry as unknown[] : [];
    if (typeof id !== "string" || !isRecord(call) || typeof call["name"] !== "string") continue;
    calls.set(id, { name: call["name"], input: isRecord(call["input"]) ? call["input"] : {} });
  }
  return calls;
}

function proofsOf(value: unknown): ChatReading["proofs"] {
  const proofs = new Map<number, string>();
  for (const entry of Array.isArray(value) ? value : []) {
    const [turn, id] = Array.isArray(entry) ? entry as unknown[] : [];
    if (typeof turn === "number" && typeof id === "string") proofs.set(turn, id);
  }
  return proofs;
}
