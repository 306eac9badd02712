/**
 * Chats of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-….json`, one object that is written anew with each message,
 * and since version 0.39 `….jsonl`, in which a message is appended again whenever something of it changes.
 *
 * @module
 */
import { shortHash } from "../../base/hash.ts";
import { allProse, contentText, type Fields, recordField, recordsField, textField, timeOf } from "./fields.ts";
import { withoutToolFrame } from "./gemini_frame.ts";
import { broughtIn, type FileFacts, malformed, type ReaderState, type TranscriptReader } from "./transcript_reader.ts";
import type { TranscriptEvent, TranscriptPlace, TranscriptSession } from "./transcript_event.ts";

/** Returns the reader. @param state of an earlier one, or `null` at the beginning of a file */
export function geminiReader(state: ReaderState | null, { folder }: FileFacts): TranscriptReader {
  return new GeminiReader(state ?? {}, folder);
}

class GeminiReader implements TranscriptReader {
  #session: TranscriptSession | null;
  readonly #folder: string | null;
  /** What of the newest messages was given out already. */
  #given: string[];

  constructor(state: ReaderState, folder: string | null) {
    this.#session = typeof state["session"] === "object" && state["session"] !== null
      ? state["session"] as TranscriptSession
      : null;
    this.#folder = folder;
    this.#given = Array.isArray(state["given"]) ? state["given"].filter((it) => typeof it === "string") : [];
  }

  mayLeaveOut(head: string): boolean {
    return head.startsWith('{"$rewindTo":') || head.startsWith('{"$set":{"lastUpdated":');
  }

  read(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    // Changes of what is known of the chat, and of how much of it the client still shows: what was said was said.
    if (record["$set"] !== undefined || record["$rewindTo"] !== undefined) return [];
    const id = textField(record, "id");
    const type = textField(record, "type");
    if (id === null || type === null) return this.#begin(record, place);
    const at = timeOf(record["timestamp"]);
    switch (type) {
      case "user":
        return this.#prompt(record, { id, at, place });
      case "gemini":
        return this.#answer(record, { id, at, place });
      case "info":
      case "error":
      case "warning":
        return [];
      default:
        return [malformed(place, "its type is not known")];
    }
  }

  told(): TranscriptSession | null {
    return this.#session;
  }

  heldFrom(): null {
    return null;
  }

  state(): ReaderState {
    return { session: this.#session, given: this.#given };
  }

  #begin(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    const session = textField(record, "sessionId");
    if (session === null) return [malformed(place, "it is neither a message nor names a session")];
    const startedAt = timeOf(record["startTime"]);
    const told: TranscriptSession = {
      client: "gemini",
      session,
      startedAt,
      folder: this.#folder,
      kind: record["kind"] === "subagent" ? "subagent" : "interactive",
      chat: "direct",
      channel: null,
      isComplete: startedAt !== null && textField(record, "projectHash") !== null,
    };
    if (JSON.stringify(told) === JSON.stringify(this.#session)) return [];
    this.#session = told;
    return [{ type: "session", place, session: told }];
  }

  #prompt(record: Fields, source: Source): readonly TranscriptEvent[] {
    // What was typed is kept apart from what the client made of it, where that differs.
    const shown = record["displayContent"];
    const whole = contentText(record["content"]);
    const [typed = "", ...files] = (shown === undefined ? whole : contentText(shown)).split(FILES_BEGIN);
    const brought = shown === undefined ? files.join("") : whole.includes(FILES_BEGIN) ? whole : "";
    const { id, at, place } = source;
    const others = recordsField(record, "content").filter((part) => typeof part["text"] !== "string")
      .flatMap((part) => this.#part(part, source));
    const events = [...(typed.trim() === "" ? [] : this.#words("user", typed, source)), ...others];
    if (brought === "") return events;
    return [...events, {
      type: "tool-result",
      place,
      callId: id,
      at,
      name: "read_many_files",
      text: brought,
      isError: false,
    }];
  }

  /** What a tool gave is sent to the model in the name of the user; its call tells of it as well. */
  #part(part: Fields, { id, at, place }: Source): TranscriptEvent[] {
    const response = recordField(part, "functionResponse");
    const callId = response === null ? null : textField(response, "id");
    if (response !== null && callId !== null) {
      if (!this.#isNew(`result ${callId}`)) return [];
      const name = textField(response, "name");
      return [{ type: "tool-result", place, callId, at, name, text: resultText([part]), isError: false }];
    }
    if (!this.#isNew(`part ${id} ${Object.keys(part).join()}`)) return [];
    return [broughtIn({ place, at, name: `part ${Object.keys(part)[0] ?? ""}`, text: allProse(part) })];
  }

  #answer(record: Fields, source: Source): readonly TranscriptEvent[] {
    const text = contentText(record["content"]);
    const events = text === "" ? [] : this.#words("assistant", text, source);
    return [...events, ...recordsField(record, "toolCalls").flatMap((call) => this.#tool(call, source))];
  }

  #words(role: "user" | "assistant", text: string, { id, at, place }: Source): TranscriptEvent[] {
    if (!this.#isNew(`${role} ${id} ${text}`)) return [];
    const isScaffold = role === "user" && SCAFFOLDING.test(text);
    const session = this.#session?.session ?? "";
    return [{
      type: "message",
      place,
      role,
      id,
      keys: [`id ${session} ${id}`, ...(at === null ? [] : [`at ${at} ${role} ${text}`])],
      at,
      text,
      isPerson: role === "user" && !isScaffold,
      sender: null,
      isSideChain: false,
      ...(isScaffold ? { why: "scaffolding of the client" } : {}),
    }];
  }

  #tool(call: Fields, { at: saidAt, place }: Source): TranscriptEvent[] {
    const id = textField(call, "id") ?? "";
    const name = textField(call, "name") ?? "";
    const at = timeOf(call["timestamp"]) ?? saidAt;
    const events: TranscriptEvent[] = [];
    if (this.#isNew(`call ${id}`)) {
      const { args } = call;
      const input = typeof args === "object" && args !== null && !Array.isArray(args) ? args as Fields : {};
      events.push({ type: "tool-call", place, id, at, name, input });
    }
    const status = textField(call, "status") ?? "";
    if (!FINAL.has(status) || !this.#isNew(`result ${id}`)) return events;
    const text = resultText(call["result"]);
    return [...events, { type: "tool-result", place, callId: id, at, name, text, isError: status === "error" }];
  }

  /** Returns whether something was not given out yet, and notes it. */
  #isNew(what: string): boolean {
    const key = shortHash(what, KEY_DIGITS);
    if (this.#given.includes(key)) return false;
    this.#given.push(key);
    if (this.#given.length > MOST_GIVEN) this.#given.shift();
    return true;
  }
}

interface Source {
  readonly id: string;
  readonly at: string | null;
  readonly place: TranscriptPlace;
}

/** Only the newest message changes, and it has some dozen calls at most. */
const MOST_GIVEN = 512;
const KEY_DIGITS = 16;

/** States of a call behind which nothing follows. */
const FINAL: ReadonlySet<string> = new Set(["success", "error", "cancelled"]);

/** What the client writes between a prompt and the files that it names. */
const FILES_BEGIN = "--- Content from referenced files ---";

const SCAFFOLDING = /^\s*(?:<session_context>|This is the Gemini CLI\. We are setting up the context)/;

/** A result is a list of parts, in which the answer of the function stands one level deeper. */
function resultText(result: unknown): string {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result];
  return parts.map((part) => {
    if (typeof part !== "object" || part === null) return typeof part === "string" ? part : "";
    const { functionResponse, text } = part as Fields;
    if (typeof text === "string") return text;
    const response = (functionResponse as Fields | undefined)?.["response"];
    if (typeof response !== "object" || response === null) return "";
    const { output, error } = response as Fields;
    const told = typeof output === "string" ? output : typeof error === "string" ? error : JSON.stringify(response);
    return withoutToolFrame(told);
  }).filter((text) => text !== "").join("\n");
}
