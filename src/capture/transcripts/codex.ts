/**
 * Rollouts of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl`. Three generations: bare items behind a line of meta
 * data; lines of time, type and payload, in which the same words come twice; and such lines with completed items.
 *
 * @module
 */
import { bareSession, wrappedSession } from "./codex_session.ts";
import { itemEvents } from "./codex_items.ts";
import { TwinWords } from "./codex_twins.ts";
import { allProse, type Fields, recordField, textField, timeOf } from "./fields.ts";
import { broughtIn, malformed, type ReaderState, type TranscriptReader } from "./transcript_reader.ts";
import type { MessageEvent, TranscriptEvent, TranscriptPlace, TranscriptSession } from "./transcript_event.ts";

/** Returns the reader. @param state of an earlier one, or `null` at the beginning of a file */
export function codexReader(state: ReaderState | null): TranscriptReader {
  return new CodexReader(state ?? {});
}

/** Events without words, by how their line begins; accounts of tokens are the most frequent line of all. */
const LEFT_OUT =
  /^\{"timestamp":"[^"]{0,40}",(?:"ordinal":\d+,)?"type":"(?:world_state|token_usage_record|event_msg","payload":\{"type":"(?:token_count|agent_reasoning\w*|exec_command_(?:begin|output_delta)|task_started|task_complete|turn_\w+)"|response_item","payload":\{"type":"reasoning")/;

class CodexReader implements TranscriptReader {
  #session: TranscriptSession | null;
  /** Lines before it repeat the session that this one came from. */
  #firstOrdinal: number;
  #twins: TwinWords;
  /** The first generation, whose items have no frame. */
  #isBare: boolean;
  /** Ids of calls whose answer has not come, the newest of them. */
  #calls: string[];
  /** A prompt that waits to be told by the client's own event. */
  #held: MessageEvent | null = null;

  constructor(state: ReaderState) {
    this.#session = sessionOfState(state["session"]);
    this.#firstOrdinal = typeof state["firstOrdinal"] === "number" ? state["firstOrdinal"] : 0;
    this.#twins = new TwinWords(state["twins"]);
    this.#isBare = state["isBare"] === true;
    this.#calls = Array.isArray(state["calls"]) ? state["calls"].filter((it) => typeof it === "string") : [];
  }

  mayLeaveOut(head: string): boolean {
    return LEFT_OUT.test(head);
  }

  read(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    const payload = recordField(record, "payload");
    const type = textField(record, "type");
    if (payload === null) {
      const isFramed = this.#session !== null && !this.#isBare && record["record_type"] !== "state";
      return isFramed ? [malformed(place, "it has no payload")] : this.#readBare(record, place, type);
    }
    const ordinal = record["ordinal"];
    if (typeof ordinal === "number" && ordinal < this.#firstOrdinal) return [];
    const at = timeOf(record["timestamp"]);
    switch (type) {
      case "session_meta":
        return this.#begin(payload, place);
      case "turn_context":
        return this.#move(textField(payload, "cwd"), place);
      case "compacted":
        return [...this.#release(), ...compaction(payload, place, at)];
      case "response_item":
      case "event_msg":
        return this.#settle(itemEvents({ payload, place, at, isEvent: type === "event_msg" }), type === "event_msg");
      case "inter_agent_communication":
        return this.#settle(
          itemEvents({ payload: { ...payload, type: "agent_letter" }, place, at, isEvent: false }),
          false,
        );
      case null:
        return [malformed(place, "it has no type")];
      default: {
        const text = SILENT_LINES.has(type) ? "" : allProse(payload);
        return text === "" ? [] : [broughtIn({ place, at, name: `line ${type}`, text })];
      }
    }
  }

  told(): TranscriptSession | null {
    return this.#session;
  }

  heldFrom(): TranscriptPlace | null {
    return this.#held?.place ?? null;
  }

  state(): ReaderState {
    const [session, firstOrdinal, isBare] = [this.#session, this.#firstOrdinal, this.#isBare];
    return { session, firstOrdinal, isBare, twins: this.#twins.state(), calls: this.#calls };
  }

  #begin(payload: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
    // A copy of another session begins with that one's own meta data.
    if (this.#session !== null) return [];
    const session = wrappedSession(payload);
    if (session === null) return [malformed(place, "it names no session")];
    this.#session = session;
    const first = payload["subagent_history_start_ordinal"] ?? payload["forked_from_ordinal_exclusive"];
    this.#firstOrdinal = typeof first === "number" ? first : 0;
    return [{ type: "session", place, session }];
  }

  /** The first generation: items without a frame, behind a line of meta data that has no type. */
  #readBare(record: Fields, place: TranscriptPlace, type: string | null): readonly TranscriptEvent[] {
    if (type === null) {
      if (record["record_type"] === "state") return [];
      const session = this.#session === null ? bareSession(record) : null;
      if (session === null) return [malformed(place, "it has no type")];
      this.#session = session;
      this.#isBare = true;
      return [{ type: "session", place, session }];
    }
    const at = timeOf(record["timestamp"]) ?? this.#session?.startedAt ?? null;
    const events = itemEvents({ payload: record, place, at, isEvent: false });
    const folder = events.map(folderOfContext).find((found) => found !== null);
    return [...(folder === undefined ? [] : this.#move(folder, place)), ...events.map((event) => this.#named(event))];
  }

  #move(folder: string | null, place: TranscriptPlace): readonly TranscriptEvent[] {
    if (folder === null || this.#session === null || this.#session.folder === folder) return [];
    this.#session = { ...this.#session, folder };
    return [{ type: "session", place, session: this.#session }];
  }

  /**
   * The second generation tells the same words twice: as an item and as an event. Of a prompt only the event says that it
   * was typed, so the item waits for it; what comes first of an answer counts.
   */
  #settle(events: readonly TranscriptEvent[], isEvent: boolean): readonly TranscriptEvent[] {
    const settled: TranscriptEvent[] = [];
    for (const event of events) {
      if (event.type !== "message" || event.role === "system") {
        if (!this.#isToldAgain(event, isEvent)) settled.push(...this.#release(), event);
        continue;
      }
      if (this.#held !== null && isEvent && event.role === "user" && event.text === this.#held.text) {
        this.#held = null;
        settled.push(this.#named(event));
        this.#twins.add(event, isEvent);
        // Its item has come already.
        this.#twins.isTwin(event, !isEvent);
        continue;
      }
      settled.push(...this.#release());
      if (this.#twins.isTwin(event, isEvent)) continue;
      if (event.role === "user" && !isEvent && event.isPerson) this.#held = event;
      else {
        settled.push(this.#named(event));
        this.#twins.add(event, isEvent);
      }
    }
    return settled;
  }

  /** What a server answered is told by an event first, and then by the item, which the model was sent. */
  #isToldAgain(event: TranscriptEvent, isEvent: boolean): boolean {
    if (event.type === "tool-call") this.#calls = [...this.#calls, event.id].slice(-MOST_CALLS);
    if (event.type !== "tool-result" || event.callId === null || !this.#calls.includes(event.callId)) return false;
    if (!isEvent) this.#calls = this.#calls.filter((id) => id !== event.callId);
    return isEvent;
  }

  /** Gives out the prompt that waited: nothing told that it was typed. */
  #release(): readonly TranscriptEvent[] {
    const held = this.#held;
    if (held === null) return [];
    this.#held = null;
    this.#twins.add(held, false);
    return [this.#named({ ...held, isPerson: false, why: "no event of the client tells of it" })];
  }

  /** Codex numbers no messages: the same words at the same moment are the same, whatever the file. */
  #named<Event extends TranscriptEvent>(event: Event): Event {
    if (event.type !== "message" || event.keys !== undefined) return event;
    const { role, text, at } = event;
    const session = this.#session?.session ?? "";
    const hasOwnTime = at !== null && at !== this.#session?.startedAt;
    return { ...event, keys: [hasOwnTime ? `at ${at} ${role} ${text}` : `words ${session} ${role} ${text}`] };
  }
}

/** A model has some dozen calls open at once, at most. */
const MOST_CALLS = 64;

/** Lines without words of anybody else. */
const SILENT_LINES: ReadonlySet<string> = new Set(["world_state", "token_usage_record", "session_state"]);

/** A summary, and what the client put in the place of all that came before. */
function compaction(payload: Fields, place: TranscriptPlace, at: string | null): readonly TranscriptEvent[] {
  const told: TranscriptEvent = { type: "compaction", place, at, summary: textField(payload, "message") };
  const text = allProse(payload["replacement_history"]);
  if (text === "") return [told];
  const message = { type: "message", place, role: "system", id: `line-${place.line}`, at, text } as const;
  return [told, { ...message, isPerson: false, sender: null, isSideChain: false, why: "history that was put back" }];
}

/** Only what this reader wrote itself comes back here. */
function sessionOfState(value: unknown): TranscriptSession | null {
  return typeof value === "object" && value !== null ? value as TranscriptSession : null;
}

/** The first generation tells the folder only in the context that it puts before the conversation. */
function folderOfContext(event: TranscriptEvent): string | null {
  if (event.type !== "message" || !event.text.startsWith("<environment_context>")) return null;
  return /<cwd>([^<\n]+)<\/cwd>|Current working directory: ([^\n]+)/.exec(event.text)?.slice(1).find((it) => it) ??
    null;
}
