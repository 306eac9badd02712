/**
 * The class of each piece of a transcript (SPEC 4.4, 4.5, 7.4): whose words they are, and what came in from outside before
 * they were said. The order of the file is the order of the session; a reading may stop anywhere and go on later.
 *
 * @module
 */
import type {
  CompactionEvent,
  MessageEvent,
  ToolCallEvent,
  ToolResultEvent,
  TranscriptEvent,
  TranscriptSession,
} from "../transcripts/transcript_event.ts";
import { codePoints } from "../../base/text/measure.ts";
import { withoutMemoryData } from "../../base/text/memory_fence.ts";
import { outputText } from "../../base/text/output_text.ts";
import { addCall } from "./chat_reading.ts";
import type { Classified, ClassifiedTool } from "./classified_piece.ts";
import { classifyAssistant, classifySummary, classifyUser } from "./classify_message.ts";
import { judgeTool, MOST_INPUT } from "./judge_tool.ts";
import { withoutMemoryLines } from "./memory_lines.ts";
import { CONTEXT_FROM_ELSEWHERE } from "../transcripts/transcript_reader.ts";
import { type ChatDeps, type ChatRequest, OpenSession } from "./open_session.ts";

/** Classifies the events of one transcript. */
export interface SessionClasses {
  /** Returns what an event is made of, in order; nothing for what nobody said. */
  take(event: TranscriptEvent): readonly Classified[];
  /**
   * Writes what the next reading has to know, in the running transaction or its own: to be called together with noting
   * how far was read.
   */
  save(): void;
}

/** Text of one answer that is looked at, in UTF-16 units. Of more the rest counts as lost. */
const MOST_OUTPUT = 500_000;

/** Tools whose answer is what a sub-agent says. Its own calls stand elsewhere. */
const SUB_AGENTS: ReadonlySet<string> = new Set(["Task", "Agent", "sessions_spawn", "spawn_agent"]);

/** Returns the classifier of a transcript. Events before the first `session` event belong to nobody and give nothing. */
export function sessionClasses(deps: ChatDeps, request: ChatRequest): SessionClasses {
  let open: OpenSession | null = null;
  const enter = (session: TranscriptSession) => new OpenSession(deps, request, session, open);
  return {
    take(event) {
      if (event.type === "session") {
        open = moveTo(open, event.session, enter);
        return [];
      }
      if (open === null) return [];
      switch (event.type) {
        case "message":
          return takeMessage(open, event);
        case "tool-call":
          return takeCall(open, event);
        case "tool-result":
          return takeResult(open, event);
        case "compaction":
          return takeCompaction(open, event);
        case "malformed":
          // It may have been the answer of any tool.
          taint(open, "a part of the transcript that cannot be read");
          return [];
      }
    },
    save: () => open?.save(),
  };
}

/** Another session in the same file has a reading of its own; another folder of the same one does not. */
function moveTo(
  open: OpenSession | null,
  session: TranscriptSession,
  enter: (session: TranscriptSession) => OpenSession,
): OpenSession {
  const known = open?.view.session;
  if (open !== null && known?.session === session.session && known.client === session.client) {
    open.retell(session);
    return open;
  }
  open?.save();
  return enter(session);
}

function takeMessage(open: OpenSession, event: MessageEvent): readonly Classified[] {
  open.advance(event.at);
  if (event.isSideChain) return [];
  if (event.role === "assistant") return classifyAssistant(open, event);
  if (event.why === CONTEXT_FROM_ELSEWHERE) {
    open.addText(event.text, { isOutside: true });
    open.reading.isMixed = true;
    return [];
  }
  // What a client itself says to the model is nobody's statement; what others sent is, whatever its role.
  if (event.role === "user" || /^sent by/.test(event.why ?? "")) return classifyUser(open, event);
  const isHistory = /^history/.test(event.why ?? "");
  // What was said before and read is known; what was not may have come from anywhere.
  if (isHistory && open.reading.turn !== "none") return [];
  // Who repeats what the client says says nothing new.
  open.addText(withoutMemoryData(event.text), { isOutside: isHistory });
  return [];
}

function takeCall(
  open: OpenSession,
  { id, at, name, input, isSideChain = false }: ToolCallEvent,
): readonly Classified[] {
  open.advance(at);
  // Words of a sub-agent alone do not show what it read.
  open.reading.hasSideChain ||= isSideChain;
  addCall(open.reading, id, { name, input });
  // What the agent writes itself repeats nothing; its names were known before the answer came.
  open.addText(outputText(input, MOST_INPUT).text, { isOutside: false, isNamesOnly: true });
  const found = open.classOf(name, input);
  // What reads from outside does so whether or not its answer is written down; our own is known by its answer only.
  if (found.taint === "turn" && !found.mayBeOwn) {
    taint(open, found.reason);
    open.callOutside(found.reason);
  }
  return [];
}

/** What a tool gave so far counts as what it is; that of a call nobody knows came from anywhere. */
function takePart(open: OpenSession, { callId, text }: ToolResultEvent): readonly Classified[] {
  const call = callId === null ? undefined : open.reading.calls.get(callId);
  const found = call === undefined
    ? "turn"
    : SUB_AGENTS.has(call.name)
    ? "text"
    : open.classOf(call.name, call.input).taint;
  const output = outputText(text, MOST_OUTPUT);
  if (found !== "none") open.addText(output.text, { isOutside: found === "turn" });
  return [];
}

function takeResult(open: OpenSession, event: ToolResultEvent): readonly Classified[] {
  open.advance(event.at);
  if (event.isPart) return takePart(open, event);
  const { reading, view, deps } = open;
  const call = event.callId === null ? undefined : reading.calls.get(event.callId);
  if (event.callId !== null) reading.calls.delete(event.callId);
  const name = call?.name ?? event.name ?? "";
  const output = outputText(event.text, MOST_OUTPUT);
  const wasHandedOut = (hash: string) => view.wasHandedOut(hash, reading.lastAt);
  const judges = {
    found: open.classOf(name, call?.input ?? {}),
    isLost: open.isLost,
    tools: deps.tools,
    facts: open.facts,
    state: deps.state,
    originsOf: deps.originsOf,
    wasHandedOut,
  };
  const verdict = judgeTool(judges, { client: view.session.client, tool: name, input: call?.input ?? {} }, output.text);
  // Where no hook saw what a sub-agent read, and the transcript does not show it, it may have read anything.
  const isUnseen = SUB_AGENTS.has(name) && view.hooked === null && !reading.hasSideChain;
  const found = isUnseen ? "turn" : verdict.taint;
  const lines = { state: deps.state, originsOf: deps.originsOf, facts: open.facts };
  const brought = found === "text" ? withoutMemoryLines(lines, { input: call?.input ?? {} }, output.text) : output.text;
  if (found !== "none") open.addText(brought, { isOutside: found === "turn" });
  if (output.isCut && found !== "none") open.known.isLost = true;
  if (found === "turn") taint(open, isUnseen ? "a sub-agent whose tools nobody saw" : verdict.reason);
  const tool: ClassifiedTool = {
    type: "tool",
    name,
    chars: codePoints(event.text),
    taint: found,
    at: event.at,
    place: event.place,
  };
  return [tool];
}

function takeCompaction(open: OpenSession, event: CompactionEvent): readonly Classified[] {
  open.advance(event.at);
  const { at, place, summary, isCovered = true } = event;
  return summary === null ? [] : classifySummary(open, { id: `summary-${place.line}`, at, place, isCovered }, summary);
}

function taint({ reading }: OpenSession, reason: string): void {
  reading.taint ??= reason;
  reading.isMixed = true;
}
