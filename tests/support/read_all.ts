import { lookAtTranscript } from "../../src/capture/transcripts/open_transcript.ts";
import { BEGINNING, readEvents } from "../../src/capture/transcripts/read_events.ts";
import type { TranscriptEvent } from "../../src/capture/transcripts/transcript_event.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the events of a transcript, told as a text, or why it is none. */
export async function readAll(content: string | Uint8Array): Promise<TranscriptEvent[] | string> {
  const folder = mkdtempSync(join(tmpdir(), "memory-read-"));
  try {
    const path = join(folder, "transcript.jsonl");
    writeFileSync(path, content);
    const file = await lookAtTranscript(path);
    if (typeof file === "string") return file;
    const events: TranscriptEvent[] = [];
    for await (const batch of readEvents(file, BEGINNING)) events.push(...batch.events);
    return events;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the events in short: what was said with its role, `!` before what is no person's; calls and answers. */
export async function readShort(content: string | Uint8Array): Promise<string[]> {
  const events = await readAll(content);
  return typeof events === "string" ? [events] : events.map(short);
}

function short(event: TranscriptEvent): string {
  switch (event.type) {
    case "session":
      return `session ${event.session.session} ${event.session.kind}${event.session.isComplete ? "" : " incomplete"}`;
    case "message":
      return `${event.isSideChain ? "side " : ""}${event.role}${event.isPerson ? " person" : ""}: ${event.text}`;
    case "tool-call":
      return `call ${event.name}`;
    case "tool-result":
      return `result ${event.name ?? event.callId}: ${event.text}`;
    case "compaction":
      return `compaction ${event.summary}`;
    case "malformed":
      return `malformed ${event.line}: ${event.reason}`;
  }
}
