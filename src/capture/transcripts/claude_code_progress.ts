/**
 * Entries in transcripts of Claude Code that come while something is at work: output of a tool that goes on, and prompts
 * that wait. No one says anything in them; who repeats them says nothing new (SPEC 4.5).
 *
 * @module
 */
import { outsideNoteOf } from "../chat/outside_note.ts";
import { system } from "./claude_code_attachment.ts";
import { allProse, contentText, type Fields, recordField, textField, timeOf } from "./fields.ts";
import type { TranscriptEvent, TranscriptPlace } from "./transcript_event.ts";
import { CONTEXT_FROM_ELSEWHERE } from "./transcript_reader.ts";

/** Returns what an entry of type `progress` tells: a part of the answer of the tool that it names. */
export function progressEvents(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const text = allProse(record["data"] ?? record["content"]);
  if (text === "") return [];
  const callId = textField(record, "parentToolUseID") ?? textField(record, "toolUseID");
  const at = timeOf(record["timestamp"]);
  return [{ type: "tool-result", place, callId, at, name: null, text, isError: false, isPart: true }];
}

/**
 * Returns what an entry of type `queue-operation` tells. A prompt that waits comes again as a message, which says who sent
 * it; of one that is taken out again nothing else tells what it brought in.
 */
export function queueEvents(record: Fields, place: TranscriptPlace): readonly TranscriptEvent[] {
  const text = contentText(record["content"] ?? recordField(record, "message")?.["content"]);
  return outsideNoteOf(text) !== null ? [system(record, place, { text, why: CONTEXT_FROM_ELSEWHERE })] : [];
}
