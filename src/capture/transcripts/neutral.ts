/**
 * The neutral format of docs/transcripts.md, for every program that has no format of its own here. One JSON object a line;
 * the first says what is known of the session.
 *
 * @module
 */
import { CHAT_TYPES, SESSION_KINDS } from "../../provenance/origin.ts";
import { HEARD_FORMAT } from "../../workspace/heard_words.ts";
import { type Fields, recordField, textField, timeOf } from "./fields.ts";
import { malformed, type ReaderState, type TranscriptReader } from "./transcript_reader.ts";
import {
  HEARD_CLIENTS,
  type SessionClient,
  type TranscriptEvent,
  type TranscriptPlace,
  type TranscriptSession,
} from "./transcript_event.ts";

/** What the first line of the format holds in `format`. */
export const NEUTRAL_FORMAT = "memory-transcript";
/** The only version there is. */
const VERSION = 1;

/** Returns the reader. @param state of an earlier one, or `null` at the beginning of a file */
export function neutralReader(state: ReaderState | null): TranscriptReader {
  return reader(state, NEUTRAL_FORMAT, () => "neutral");
}

/** Returns the reader of what hooks heard: the same lines, and the client whose session it is. */
export function heardReader(state: ReaderState | null): TranscriptReader {
  return reader(state, HEARD_FORMAT, ({ client }) => HEARD_CLIENTS.find((it) => it === client) ?? null);
}

type ClientOf = (record: Fields) => SessionClient | null;

function reader(state: ReaderState | null, format: string, clientOf: ClientOf): TranscriptReader {
  let told = recordField(state ?? {}, "told") as TranscriptSession | null;
  return {
    mayLeaveOut: () => false,
    read(record, place) {
      const type = textField(record, "type");
      if (type !== "session") return eventOf(record, place, told?.session ?? "");
      const session = sessionOf(record, format, clientOf(record));
      if (session === null) return [malformed(place, "it names no session")];
      told = session;
      return [{ type: "session", place, session }];
    },
    told: () => told,
    heldFrom: () => null,
    state: () => ({ told }),
  };
}

function sessionOf(record: Fields, format: string, client: SessionClient | null): TranscriptSession | null {
  const session = textField(record, "session");
  if (session === null || client === null) return null;
  const folder = textField(record, "folder");
  const startedAt = timeOf(record["startedAt"]);
  const kind = SESSION_KINDS.find((it) => it === record["kind"]) ?? "unknown";
  const chat = CHAT_TYPES.find((it) => it === record["chat"]) ?? null;
  const isKnown = record["format"] === format && record["version"] === VERSION;
  return {
    client,
    session,
    startedAt,
    folder,
    kind,
    chat,
    channel: textField(record, "channel"),
    isComplete: isKnown && startedAt !== null && kind !== "unknown" && chat !== null,
  };
}

function eventOf(record: Fields, place: TranscriptPlace, session: string): readonly TranscriptEvent[] {
  const at = timeOf(record["at"]);
  const text = typeof record["text"] === "string" ? record["text"] : null;
  switch (record["type"]) {
    case "message":
      return message(record, place, session);
    case "tool-call":
      return [{
        type: "tool-call",
        place,
        id: textField(record, "id") ?? "",
        at,
        name: textField(record, "name") ?? "",
        input: recordField(record, "input") ?? {},
      }];
    case "tool-result":
      if (text === null) return [malformed(place, "it has no text")];
      return [{
        type: "tool-result",
        place,
        callId: textField(record, "callId"),
        at,
        name: textField(record, "name"),
        text,
        isError: record["isError"] === true,
      }];
    case "compaction":
      return [{ type: "compaction", place, at, summary: textField(record, "summary") }];
    default:
      return [malformed(place, typeof record["type"] === "string" ? "its type is not known" : "it has no type")];
  }
}

function message(record: Fields, place: TranscriptPlace, session: string): readonly TranscriptEvent[] {
  const { role, text } = record;
  if (role !== "user" && role !== "assistant" && role !== "system") return [malformed(place, "its role is not known")];
  if (typeof text !== "string") return [malformed(place, "it has no text")];
  if (text === "") return [];
  const id = textField(record, "id");
  const at = timeOf(record["at"]);
  const keys = [
    ...(id === null ? [] : [`id ${session} ${id}`]),
    ...(at === null ? [] : [`at ${at} ${role} ${text}`]),
  ];
  const isSideChain = record["isSideChain"] === true;
  return [{
    type: "message",
    place,
    role,
    id: id ?? `line-${place.line}`,
    keys: keys.length > 0 ? keys : [`words ${session} ${role} ${text}`],
    at,
    text,
    isPerson: role === "user" && record["isPerson"] === true && !isSideChain,
    sender: textField(record, "sender"),
    isSideChain,
  }];
}
