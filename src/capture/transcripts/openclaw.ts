/**
 * Session files of OpenClaw: `agents/<agent>/sessions/<uuid>.jsonl`. A file holds turns of people, of other agents, of
 * timers and of the gateway itself, all in the role `user`; what stands before the words tells them apart.
 *
 * @module
 */
import type { SessionKind } from "../../provenance/origin.ts";
import { contentText, type Fields, recordField, recordsField, textField, timeOf } from "./fields.ts";
import { type Envelope, readEnvelope } from "./openclaw_envelope.ts";
import { type FileFacts, malformed, type ReaderState, type TranscriptReader } from "./transcript_reader.ts";
import type { TranscriptEvent, TranscriptPlace, TranscriptSession } from "./transcript_event.ts";

/** Returns the reader. @param state of an earlier one, or `null` at the beginning of a file */
export function openClawReader(state: ReaderState | null, { sessionKey }: FileFacts): TranscriptReader {
  return new OpenClawReader(state ?? {}, sessionKey);
}

class OpenClawReader implements TranscriptReader {
  #header: TranscriptSession | null;
  #told: TranscriptSession | null;
  readonly #key: string | null;

  constructor(state: ReaderState, sessionKey: string | null) {
    this.#header = recordField(state, "header") as TranscriptSession | null;
    this.#told = recordField(state, "told") as TranscriptSession | null;
    this.#key = sessionKey;
  }

  mayLeaveOut(): boolean {
    return false;
  }

  read(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    switch (textField(record, "type")) {
      case "session":
        this.#header = headerOf(record);
        return this.#header === null ? [malformed(place, "it names no session")] : this.#tell(this.#header, place);
      case "message":
        return this.#message(record, place);
      case "compaction":
        return [{ type: "compaction", place, at: timeOf(record["timestamp"]), summary: textField(record, "summary") }];
      case null:
        return [malformed(place, "it has no type")];
      default:
        // Whatever this client writes has an id; what holds a message is not passed over.
        return record["message"] === undefined && textField(record, "id") !== null
          ? []
          : [malformed(place, "its type is not known")];
    }
  }

  told(): TranscriptSession | null {
    return this.#told;
  }

  heldFrom(): null {
    return null;
  }

  state(): ReaderState {
    return { header: this.#header, told: this.#told };
  }

  #message(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    const message = recordField(record, "message");
    const content = message?.["content"];
    if (message === null || (typeof content !== "string" && !Array.isArray(content))) {
      return [malformed(place, "its message has no content")];
    }
    const source = {
      id: textField(record, "id"),
      at: timeOf(record["timestamp"]) ?? timeOf(message["timestamp"]),
      place,
    };
    switch (textField(message, "role")) {
      case "user":
        return this.#prompt(message, source);
      case "assistant":
        return this.#answer(message, source);
      case "toolResult":
        return [{
          type: "tool-result",
          place,
          callId: textField(message, "toolCallId"),
          at: source.at,
          name: textField(message, "toolName"),
          text: contentText(content),
          isError: message["isError"] === true,
        }];
      default:
        return [malformed(place, "its role is not known")];
    }
  }

  /** A prompt says of its turn who sent it; the answer belongs to the same turn. */
  #prompt(message: Fields, source: Source): readonly TranscriptEvent[] {
    const text = contentText(message["content"]);
    if (text === "") return [];
    const envelope = readEnvelope(text);
    const provenance = recordField(message, "provenance");
    const why = provenance === null ? envelope.made : "sent by another session";
    const header = this.#header;
    const told = header === null ? [] : this.#tell(this.#turnOf(header, envelope, provenance), source.place);
    return [...told, {
      ...this.#words("user", text, source),
      isPerson: why === null && source.id !== null,
      sender: envelope.sender,
      ...(why === null ? {} : { why }),
    }];
  }

  #turnOf(header: TranscriptSession, envelope: Envelope, provenance: Fields | null): TranscriptSession {
    const key = this.#key ?? "";
    const isGroup = envelope.isGroup || GROUP_KEY.test(key);
    return {
      ...header,
      kind: kindOfKey(this.#key) ?? (provenance === null ? envelope.kind : "unknown"),
      chat: isGroup ? "group" : "direct",
      channel: /^agent:[^:]+:([^:]+):(?:direct|group|channel):/.exec(key)?.[1] ?? null,
    };
  }

  #answer(message: Fields, source: Source): readonly TranscriptEvent[] {
    const { content } = message;
    if (typeof content === "string") return content === "" ? [] : [this.#words("assistant", content, source)];
    return recordsField(message, "content").flatMap((block, nth): TranscriptEvent[] => {
      const text = textField(block, "text");
      if (block["type"] === "text" && text !== null) return [this.#words("assistant", text, { ...source, nth })];
      if (block["type"] !== "toolCall") return [];
      const { at, place } = source;
      const name = textField(block, "name") ?? "";
      return [{
        type: "tool-call",
        place,
        id: textField(block, "id") ?? "",
        at,
        name,
        input: recordField(block, "arguments") ?? {},
      }];
    });
  }

  #words(role: "user" | "assistant", text: string, { id, at, place, nth = 0 }: Source) {
    const session = this.#header?.session ?? "";
    const own = id === null ? [] : [`id ${session} ${id} ${nth}`];
    const keys = at === null ? own : [...own, `at ${at} ${role} ${text}`];
    return {
      type: "message" as const,
      place,
      role,
      id: id === null ? `line-${place.line}` : nth === 0 ? id : `${id}#${nth}`,
      keys: keys.length > 0 ? keys : [`words ${session} ${role} ${text}`],
      at,
      text,
      isPerson: false,
      sender: null,
      isSideChain: false,
    };
  }

  #tell(session: TranscriptSession, place: TranscriptPlace): readonly TranscriptEvent[] {
    if (JSON.stringify(session) === JSON.stringify(this.#told)) return [];
    this.#told = session;
    return [{ type: "session", place, session }];
  }
}

interface Source {
  readonly id: string | null;
  readonly at: string | null;
  readonly place: TranscriptPlace;
  /** Which block of its entry it is. */
  readonly nth?: number;
}

/** Groups, channels, and chats whose id is below zero, which of all chats only groups have. */
const GROUP_KEY = /:(?:group|channel|room|space)(?::|$)|:-\d/;

/** The keys of sessions in which a person speaks for themselves: the main one, and direct chats. */
const DIRECT_KEY = /^agent:[^:]+:(?:main$|[^:]+:direct:)/;

/** Returns the kind of session that a key tells, or `null` if each prompt has to; hooks and what is not known are nobody's. */
function kindOfKey(key: string | null): SessionKind | null {
  if (key === null || DIRECT_KEY.test(key)) return null;
  if (/(?:^|:)cron:/.test(key)) return "cron";
  if (/:subagent:/.test(key)) return "subagent";
  // Of a group each prompt tells what it is; its words are no evidence anyway.
  return GROUP_KEY.test(key) ? null : "unknown";
}

function headerOf(record: Fields): TranscriptSession | null {
  const session = textField(record, "id");
  if (session === null) return null;
  const folder = textField(record, "cwd");
  const startedAt = timeOf(record["timestamp"]);
  return {
    client: "openclaw",
    session,
    startedAt,
    folder,
    // Each prompt says what its turn is; before the first there is none.
    kind: "unknown",
    chat: null,
    channel: null,
    isComplete: folder !== null && startedAt !== null && record["version"] === KNOWN_VERSION,
  };
}

/** The version of the format that docs/transcripts.md describes. */
const KNOWN_VERSION = 3;
