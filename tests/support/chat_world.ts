/**
 * A workspace and the transcript of one session, event by event, without readers and without processes.
 *
 * @module
 */
import type { SessionFacts } from "../../src/store/state/sessions.ts";
import { originReader } from "../../src/store/state/origin_reader.ts";
import { hashesOfText } from "../../src/store/state/text_taint.ts";
import { wordsHash } from "../../src/store/state/words_hash.ts";
import type { Classified, ClassifiedPiece } from "../../src/capture/chat/classified_piece.ts";
import { type SessionClasses, sessionClasses } from "../../src/capture/chat/session_classes.ts";
import type {
  MessageEvent,
  TranscriptEvent,
  TranscriptSession,
} from "../../src/capture/transcripts/transcript_event.ts";
import { openStoreWorld, type StoreWorld } from "./store_world.ts";

/** The session of every event. */
export const CHAT_SESSION = "0b7c-1";

/** See the module. */
export interface ChatWorld extends StoreWorld {
  /** Begins a reading, as a process would; what differs from a client's own file of a session from the start is named. */
  read(changes?: Partial<Reading>): ChatReader;
  /** What the start hook of a client at a terminal leaves; returns the id of the session's row. */
  hooked(changes?: Partial<SessionFacts>): number;
  /** What a prompt hook leaves. */
  prompted(words: string, at: string, isProven?: boolean): number;
  /** What the hook of a tool leaves. */
  toldTool(text: string, at: string, isOutside: boolean): void;
}

/** How a transcript is read. */
export interface Reading {
  readonly isInStore: boolean;
  readonly name: string;
  readonly isFromStart: boolean;
  readonly session: Partial<TranscriptSession>;
  readonly ownerSenders: readonly string[];
}

/** Takes events, with times of their own ten seconds apart. */
export interface ChatReader {
  readonly classes: SessionClasses;
  take(event: TranscriptEvent): readonly Classified[];
  user(text: string, changes?: Partial<MessageEvent>): readonly ClassifiedPiece[];
  says(text: string, changes?: Partial<MessageEvent>): readonly ClassifiedPiece[];
  tool(name: string, input: Readonly<Record<string, unknown>>, output: string): readonly Classified[];
  /** ISO time of the last event. */
  at(): string;
}

/** Makes the world. */
export function openChatWorld(): ChatWorld {
  const world = openStoreWorld();
  const { state, clock, layout, policy } = world;
  const facts: SessionFacts = {
    client: "claude-code",
    name: CHAT_SESSION,
    process: null,
    hasTerminal: true,
    isBatch: false,
    isProven: true,
    kind: "interactive",
    chat: "direct",
    projectDir: layout.root,
  };
  const row = () => {
    const found = state.sessions.find("claude-code", CHAT_SESSION);
    if (found === null) throw new Error("no hook told of the session");
    return found.id;
  };
  return {
    ...world,
    hooked: (changes = {}) => state.sessions.put({ ...facts, ...changes }, "2026-08-19T00:00:00+08:00").id,
    prompted: (words, at, isProven = true) => {
      const hash = wordsHash(state.meta.hmacKey, words);
      return state.turns.open(row(), { promptHash: hash, wordsHash: hash, isProven }, at).id;
    },
    toldTool: (text, at, isOutside) => {
      state.sessionTexts.add(row(), hashesOfText(state, text, { isOutside, year: 2026 }), at);
    },
    read(changes = {}) {
      const { isInStore = true, name = `${CHAT_SESSION}.jsonl`, isFromStart = true, session = {}, ownerSenders = [] } =
        changes;
      const originsOf = originReader(state, policy);
      const tools = { localServers: [], turn: [], text: [], none: [] };
      const classes = sessionClasses(
        { state, clock, originsOf, tools, ownerSenders, workspace: layout.root, homeDir: "/home/somebody" },
        { isInStore, name, isFromStart },
      );
      return readerOf(classes, { ...sessionOf(layout.root), ...session });
    },
  };
}

function sessionOf(folder: string): TranscriptSession {
  return {
    client: "claude-code",
    session: CHAT_SESSION,
    startedAt: "2026-08-19T00:00:00+08:00",
    folder,
    kind: "unknown",
    chat: null,
    channel: null,
    isComplete: true,
  };
}

const STEP_MS = 10_000;
const FIRST_MS = Date.parse("2026-08-19T00:00:10+08:00");

function readerOf(classes: SessionClasses, session: TranscriptSession): ChatReader {
  let count = 0;
  const place = () => ({ line: count, byteOffset: count * 100 });
  const at = () => new Date(FIRST_MS + count * STEP_MS).toISOString();
  const take = (event: TranscriptEvent) => classes.take(event);
  const message = (role: "user" | "assistant", text: string, changes: Partial<MessageEvent>) => {
    count++;
    const plain = { type: "message", role, id: `m${count}`, at: at(), text, place: place() } as const;
    const taken = take({ ...plain, isPerson: role === "user", sender: null, isSideChain: false, ...changes });
    return taken.filter((piece) => piece.type === "text");
  };
  take({ type: "session", place: place(), session });
  return {
    classes,
    take,
    at,
    user: (text, changes = {}) => message("user", text, changes),
    says: (text, changes = {}) => message("assistant", text, changes),
    tool(name, input, output) {
      count++;
      const id = `call-${count}`;
      take({ type: "tool-call", id, at: at(), name, input, place: place() });
      count++;
      const back = { callId: id, at: at(), name, text: output, isError: false, place: place() };
      return take({ type: "tool-result", ...back });
    },
  };
}
