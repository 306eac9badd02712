/**
 * Session files of OpenClaw: `agents/<agent>/sessions/<uuid>.jsonl`. A file holds turns of people, of other agents, of
 * timers and of the gateway itself, all in the role `user`; what stands before the words tells them apart.
 *
 * @module
 */
import { contentText, type Fields, recordField, recordsField, textField, timeOf } from "./fields.ts";
import { type Envelope, readEnvelope } from "./openclaw_envelope.ts";
import { isGroupKey, kindOfKey } from "./openclaw_key.ts";
import {
  CONTEXT_FROM_ELSEWHERE,
  type FileFacts,
  malformed,
  type ReaderState,
  type TranscriptReader,
} from "./transcript_reader.ts";
import type { TranscriptEvent, TranscriptPlace, TranscriptSession } from "./transcript_event.ts";

/** Returns the reader. @param state of an earlier one, or `null` at the beginning of a file */
export function openClawReader(state: ReaderState | null, { sessionKey }: FileFacts): TranscriptReader {
  return new OpenClawReader(state ?? {}, sessionKey);
}

class OpenClawReader implements TranscriptReader {
  #header: TranscriptSession | null;
  #told: TranscriptSession | null;
  #lastId: string | null;
  readonly #key: string | null;

  constructor(state: ReaderState, sessionKey: string | null) {
    this.#header = recordField(state, "header") as TranscriptSession | null;
    this.#told = recordField(state, "told") as TranscriptSession | null;
    this.#lastId = textField(state, "lastId");
    this.#key = sessionKey;
  }

  mayLeaveOut(): boolean {
    return false;
  }

  read(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    // What an entry sums up stands before it in the file if the one before it is its parent.
    const isCovered = this.#lastId !== null && record["parentId"] === this.#lastId;
    this.#lastId = textField(record, "id");
    switch (textField(record, "type")) {
      case "session":
        this.#header = headerOf(record);
        return this.#header === null ? [malformed(place, "it names no session")] : this.#tell(this.#header, place);
      case "message":
        return this.#message(record, place);
      case "compaction":
        return [{
          type: "compaction",
          place,
          at: timeOf(record["timestamp"]),
          summary: textField(record, "summary"),
          isCovered,
        }];
      case null:
        return [malformed(place, "it has no type")];
      default:
        // Whatever this client writes has an id; what holds a message is not passed over.
        return record["message"] === undefined && textField(record, "id") !== null
          ? this.#context(record, place)
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
    return { header: this.#header, told: this.#told, lastId: this.#lastId };
  }

  /** What was put before the model by others than the people and tools of this file: a branch, an extension. */
  #context(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    const { content } = record;
    const parts = [contentText(content), textField(record, "summary"), textField(record, "text")];
    const text = parts.filter((part) => part !== null && part !== "").join("\n");
    if (OWN_ENTRIES.has(textField(record, "type") ?? "") || text === "") return [];
    const source = { id: textField(record, "id"), at: timeOf(record["timestamp"]), place };
    return [{ ...this.#words("system", text, source), why: CONTEXT_FROM_ELSEWHERE }];
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
    const isGroup = envelope.isGroup || isGroupKey(key);
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
      if (SILENT_BLOCKS.has(textField(block, "type") ?? "")) return [];
      if (!CALLS.has(textField(block, "type") ?? "")) return [malformed(source.place, "a block of an unknown kind")];
      const { at, place } = source;
      const name = textField(block, "name") ?? "";
      return [{
        type: "tool-call",
        place,
        id: textField(block, "id") ?? "",
        at,
        name,
        input: recordField(block, "arguments") ?? recordField(block, "input") ?? recordField(block, "args") ?? {},
      }];
    });
  }

  #words(role: "user" | "assistant" | "system", text: string, { id, at, place, nth = 0 }: Source) {
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

/** Entries that put nothing before the model. */
const OWN_ENTRIES: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "custom",
  "label",
  "session_info",
]);

/** Blocks of calls, by what this client and those whose models it runs name them. */
const CALLS: ReadonlySet<string> = new Set(["toolCall", "tool_use", "toolUse", "functionCall", "server_tool_use"]);

/** Blocks that say nothing. */
const SILENT_BLOCKS: ReadonlySet<string> = new Set(["text", "thinking", "redacted_thinking", "image"]);

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
