/**
 * Turns the classified words of one transcript into what is to be written: redacted, cut into claims, without what is known
 * already or was forgotten.
 *
 * @module
 */
import { DAY_MS, type IsoTime, type Now } from "../../base/clock.ts";
import { orderHash } from "../chat/session_view.ts";
import { addCounts } from "../redact/redact.ts";
import { SplitKeys } from "../redact/split_keys.ts";
import type { TranscriptFile } from "../transcripts/open_transcript.ts";
import type { MessageEvent, TranscriptEvent, TranscriptSession } from "../transcripts/transcript_event.ts";
import { draftClaims, draftLines, type Words } from "./draft_words.ts";
import { type ClaimDraft, type Gathered, nothingGathered } from "./gathered.ts";
import type { IngestDeps } from "./ingest_deps.ts";
import { MOST_NAMED } from "./ingest_report.ts";
import { newTally } from "./tally.ts";
import type { Classified, ClassifiedPiece, ClassifiedTool } from "../chat/classified_piece.ts";
import { KnownMessages } from "./known_messages.ts";
import { heardKey, keyOf, messageKeys, wordsKey } from "./message_keys.ts";
import { plainNames } from "./plain_names.ts";
import { toolLine } from "./session_lines.ts";
import { isSetAside, whyNoEvidence } from "./why_no_evidence.ts";

/** See the module. */
export class Gatherer {
  /** What was counted. */
  readonly tally = newTally();
  #gathered: Gathered;
  readonly #known: KnownMessages;
  #session: TranscriptSession | null = null;
  #project: string | null = null;
  #keys = new SplitKeys();
  readonly #plainName: (name: string) => string;
  readonly #isSetAside: boolean;
  /** It holds what hooks heard. */
  readonly #isHeard: boolean;

  /** Gathers for one file. */
  constructor(readonly deps: IngestDeps, readonly file: TranscriptFile) {
    this.#isSetAside = isSetAside(file.path);
    this.#isHeard = file.client === "hooks";
    this.#gathered = nothingGathered(this.#isSetAside);
    this.#plainName = plainNames(deps.redact);
    this.#known = new KnownMessages(deps.state.ingested);
  }

  /** Takes an event with what it is made of. */
  take(event: TranscriptEvent, pieces: readonly Classified[]): void {
    if (event.type === "session") return this.#move(event.session);
    if (event.type === "malformed") return this.#note(event.line, event.reason);
    for (const piece of pieces) if (piece.type === "tool") this.#takeTool(piece);
    if (event.type === "message" || event.type === "compaction") {
      const words = pieces.filter((piece) => piece.type === "text");
      if (words.length > 0) this.#takeWords(event, words);
    }
  }

  /** Returns what was gathered since the last time. */
  release(): Gathered {
    const gathered = this.#gathered;
    this.#gathered = nothingGathered(this.#isSetAside);
    this.#known.clear();
    return gathered;
  }

  #move(session: TranscriptSession): void {
    if (session.folder !== this.#session?.folder) {
      this.#project = session.folder === null ? null : this.deps.projectKeyOf(session.folder);
    }
    if (session.session !== this.#session?.session) this.#keys = new SplitKeys();
    this.#session = session;
  }

  #note(line: number, reason: string): void {
    this.tally.malformed++;
    if (this.tally.malformedParts.length < MOST_NAMED) {
      this.tally.malformedParts.push({ path: this.file.path, line, reason });
    }
  }

  #takeTool({ name, chars, taint, at, place }: ClassifiedTool): void {
    const session = this.#session;
    if (session === null) return;
    const moment = this.#moment(at);
    const time = moment.isKnown ? moment.now.iso.slice(...CLOCK_TIME) : null;
    const line = toolLine({ name: this.#plainName(name), chars, taint, time });
    // Answers have no ids of their own that hold: the place within the session tells two of them apart.
    const keys = [keyOf(session, `tool ${at ?? place.byteOffset} ${name} ${chars}`)];
    if (!this.#known.take({ session, keys, isProven: false, ms: moment.now.ms })) return;
    this.#gathered.messages.push({ session, keys, isProven: false, at: null });
    this.#gathered.entries.push({
      session,
      day: moment.now.day,
      lines: [{ raw: line }],
      // Our own words about it, in which no word of the tool stands.
      source: {
        origin: "agent",
        sessionKind: "unknown",
        state: "booked",
        observedAt: null,
        channel: null,
        sender: null,
      },
      claims: [],
      project: null,
    });
  }

  #takeWords(event: TranscriptEvent, words: readonly ClassifiedPiece[]): void {
    const session = this.#session;
    if (session === null) return;
    const isProven = words.some(({ origin }) => origin === "owner");
    const moment = this.#moment("at" in event ? event.at : null);
    const keys = event.type === "message" ? messageKeys(session, event) : [
      keyOf(session, `summary ${words[0]?.at ?? event.place.byteOffset}`),
    ];
    const isCopy = event.type === "message" && this.#isCopy(session, event);
    if (isCopy || !this.#known.take({ session, keys, isProven, ms: moment.now.ms })) {
      this.tally.known++;
      return;
    }
    if (event.type === "message") this.tally.messages++;
    // Forks are asked about the words of the session that they came from.
    const inSession = event.type === "message"
      ? [
        wordsKey(session.client, session.session, `${event.role} ${event.text}`),
        ...(this.#isHeard ? [heardKey(session)] : []),
      ]
      : [];
    this.#gathered.messages.push({
      session,
      keys: [...keys, ...inSession],
      isProven,
      at: moment.isKnown ? moment.now.iso : null,
    });
    const reasons = new Set<string>();
    for (const piece of words) this.#takePiece(piece, { session, moment, reasons });
    for (const reason of reasons) this.tally.keptOnly.set(reason, (this.tally.keptOnly.get(reason) ?? 0) + 1);
  }

  #takePiece(piece: ClassifiedPiece, { session, moment, reasons }: Frame): void {
    // Nobody's words: heartbeats and what the agent answers to them.
    if (piece.origin === "system" || piece.text.trim() === "") return;
    const { text: whole, count } = this.#keys.hide(piece.text);
    if (count > 0) this.tally.redacted = addCounts(this.tally.redacted, { "private-key": count });
    const { text, counts } = this.deps.redact(whole);
    this.tally.redacted = addCounts(this.tally.redacted, counts);
    const { sessionKind, origin, state, role, sender } = piece;
    const why = whyNoEvidence({ piece, session, isSetAside: this.#isSetAside, hasTime: moment.isKnown });
    if (why !== null) reasons.add(why);
    const time = moment.isKnown ? moment.now.iso.slice(...CLOCK_TIME) : null;
    const observedAt = moment.isKnown ? moment.now.iso : null;
    if (piece.order !== null && observedAt !== null) this.#takeOrder(piece, { session, saidAt: observedAt });
    this.#gathered.entries.push({
      session,
      day: moment.now.day,
      lines: draftLines(this.deps, { text, role, origin, time }),
      source: { origin, sessionKind, state, observedAt, channel: session.channel, sender },
      claims: why === null ? this.#claims({ text, role, origin }, reasons) : [],
      project: this.#project,
    });
  }

  /** Of a session that no hook knows nobody waits for an answer: there what was said is evidence, and no order. */
  #takeOrder({ id, order, origin }: ClassifiedPiece, { session: { client, session }, saidAt }: OrderFrame): void {
    if (order === null || this.deps.state.sessions.find(client, session) === null) return;
    const { text } = this.deps.redact(order.text);
    const { kind, isPlain } = order;
    // What a page says as well is not handed to the agent once more, not even within a receipt.
    const told = origin === "untrusted" ? "" : text;
    this.#gathered.orders.push({
      order: { kind, text: told, client, session, saidAt, isProven: origin === "owner" && isPlain },
      hash: orderHash(id, text),
    });
  }

  #claims(words: Words, reasons: Set<string>): readonly ClaimDraft[] {
    const { claims, repeating, forgotten, left } = draftClaims(this.deps, words);
    if (repeating > 0) reasons.add("it repeats what is not trusted");
    const { notTaken } = this.tally;
    for (const reason of left) notTaken.set(reason, (notTaken.get(reason) ?? 0) + 1);
    if (repeating > 0) notTaken.set(REPEATING, (notTaken.get(REPEATING) ?? 0) + repeating);
    this.tally.forgotten += forgotten;
    return claims;
  }

  #isCopy(session: TranscriptSession, event: MessageEvent): boolean {
    if (this.#known.isCopy(session, event)) return true;
    return !this.#isHeard && this.#known.wasHeard(session, event.role, () => this.deps.redact(event.text).text);
  }

  /** When something was said: if nobody noted, at the beginning of its session; what lies in the future was not then. */
  #moment(at: IsoTime | null): Moment {
    const { clock } = this.deps;
    const told = at ?? this.#session?.startedAt ?? null;
    const ms = told === null ? Number.NaN : Date.parse(told);
    const isKnown = !Number.isNaN(ms) && ms <= clock.now().ms + DAY_MS;
    return { now: clock.at(isKnown ? ms : Math.min(this.file.mtimeMs, clock.now().ms)), isKnown };
  }
}

interface Moment {
  readonly now: Now;
  readonly isKnown: boolean;
}

interface Frame {
  readonly session: TranscriptSession;
  readonly moment: Moment;
  readonly reasons: Set<string>;
}

interface OrderFrame {
  readonly session: TranscriptSession;
  readonly saidAt: IsoTime;
}

/** Of a sentence of the agent. */
const REPEATING = "repeats untrusted text";

/** `HH:MM` within an ISO time. */
const CLOCK_TIME = [11, 16] as const;
