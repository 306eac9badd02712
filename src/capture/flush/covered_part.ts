/**
 * What was said in a session since its last compaction, with the class of each sentence (SPEC 4.5, 7.3).
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import type { ChatDeps } from "../chat/open_session.ts";
import { sentenceSpans } from "../chat/sentence_spans.ts";
import { sessionClasses } from "../chat/session_classes.ts";
import { lookAtTranscript } from "../transcripts/open_transcript.ts";
import type { TranscriptFormat } from "../transcripts/transcript_event.ts";
import { BEGINNING, readEvents } from "../transcripts/read_events.ts";
import type { CoveredPart, CoveredSentence } from "./flush_origin.ts";

/** UTF-16 units of sentences that are kept; of more the oldest go, and only their class counts. */
const MOST_UNITS = 4_000_000;

/** Where a transcript lies. */
export interface CoveredFile {
  /** Absolute path. */
  readonly path: string;
  /** Name of the file, without folder. */
  readonly name: string;
}

/** A part, with the session that it is of. */
export interface ReadPart extends CoveredPart {
  /** The client's name of the session; `null` if the transcript names none. */
  readonly session: string | null;
  /** Whose format it is. */
  readonly client: TranscriptFormat;
}

/**
 * Reads a transcript up to its end and returns the part since its last compaction, or why there is none, as a clause for
 * people. A file is nobody's proof, so nothing in it counts as the owner's here; a tool that reads from outside makes the
 * whole part untrusted.
 *
 * @throws the system's error, if the file cannot be read
 */
export async function readCoveredPart(deps: ChatDeps, { path, name }: CoveredFile): Promise<ReadPart | string> {
  const file = await lookAtTranscript(path);
  if (typeof file === "string") return file;
  const classes = sessionClasses(deps, { isInStore: false, name, isFromStart: true });
  const part = new Part(file.client);
  for await (const { events } of readEvents(file, BEGINNING)) {
    for (const event of events) {
      if (event.type === "session") part.session = event.session.session;
      if (event.type === "compaction") part.restart();
      for (const piece of classes.take(event)) {
        if (piece.type === "text") part.add(piece.text, piece.origin);
        else if (piece.taint === "turn") part.lower("untrusted");
      }
    }
  }
  return part.read();
}

/** Gathers the sentences. */
class Part {
  session: string | null = null;
  readonly #client: TranscriptFormat;
  #sentences: CoveredSentence[] = [];
  #units = 0;
  #least: OriginClass | null = null;

  constructor(client: TranscriptFormat) {
    this.#client = client;
  }

  restart(): void {
    this.#sentences = [];
    this.#units = 0;
    this.#least = null;
  }

  lower(origin: OriginClass): void {
    this.#least = this.#least === null ? origin : leastTrusted(this.#least, origin);
  }

  add(text: string, origin: OriginClass): void {
    this.lower(origin);
    for (const { start, end } of sentenceSpans(text)) {
      const sentence = text.slice(start, end).trim();
      if (sentence === "") continue;
      this.#sentences.push({ text: sentence, origin });
      this.#units += sentence.length;
    }
    while (this.#units > MOST_UNITS) this.#units -= this.#sentences.shift()?.text.length ?? this.#units;
  }

  read(): ReadPart {
    return { session: this.session, client: this.#client, sentences: this.#sentences, least: this.#least ?? "agent" };
  }
}
