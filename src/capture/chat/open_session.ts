/**
 * One session while its transcript is read: what hooks know of it, what its tools gave, and where the reading stands.
 *
 * @module
 */
import type { Clock, IsoTime } from "../../base/clock.ts";
import { yearOf } from "../../base/dates/day_range.ts";
import type { ToolClass, ToolSettings } from "../../provenance/tools/classify_tool.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { MOST_SESSION_HASHES, type TextHashes } from "../../store/state/session_texts.ts";
import { hashesOfText } from "../../store/state/text_taint.ts";
import { type DiskFacts, diskFacts } from "../../workspace/disk_facts.ts";
import type { TranscriptSession } from "../transcripts/transcript_event.ts";
import { type ChatReading, formatReading, newReading, parseReading } from "./chat_reading.ts";
import { classOfCall } from "./judge_tool.ts";
import { KnownTexts } from "./known_texts.ts";
import { makeGood, type SeenTool } from "./lost_tools.ts";
import { type SaidWords, type SessionView, sessionView, type TranscriptFile } from "./session_view.ts";

/** What the classes of a transcript depend on. */
export interface ChatDeps {
  /** What hooks told, what was put before sessions, what is untrusted. */
  readonly state: StateStore;
  /** The program's time. */
  readonly clock: Clock;
  /** Where lines of the memory come from. */
  readonly originsOf: OriginReader;
  /** The user's own say about tools. */
  readonly tools: ToolSettings;
  /** Ids under which the owner writes to a gateway; none: who speaks first in a direct chat counts. @default none */
  readonly ownerSenders?: readonly string[];
  /** Takes secrets out of what is kept of calls. @default as it is */
  readonly hide?: (text: string) => string;
  /** Real path of the workspace. */
  readonly workspace: string;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
}

/** How a transcript is read. */
export interface ChatRequest extends TranscriptFile {
  /** From its first byte on, whether or not something of it was read before; else where the last reading ended. */
  readonly isFromStart: boolean;
}

/** Calls whose class is kept, and the longest of them, in UTF-16 units: half a megabyte at most. */
const MOST_CLASSES = 256;
const MOST_KEY_UNITS = 1_000;

/** Sessions that one goes on with; a file of an ordinary session names one or two. */
const MOST_PARENTS = 16;

function parentsOf({ reading, view }: OpenSession): string[] {
  return [...reading.parents, view.session.session];
}

/** See the module. */
export class OpenSession {
  /** What is known of it beside its transcript. */
  view: SessionView;
  /** Where the reading stands. */
  readonly reading: ChatReading;
  /** What its tools gave. */
  readonly known = new KnownTexts();
  #pending: { readonly text: TextHashes; readonly at: IsoTime | null }[] = [];
  #pendingHashes = 0;
  #outside: SeenTool[] = [];
  #facts: DiskFacts | undefined;
  /** Of calls in the present folder, by tool and input. */
  readonly #classes = new Map<string, ToolClass>();
  readonly #firstFolder: string | null;

  /** Takes up what was kept of the session, and of the one that its file told of before. */
  constructor(
    readonly deps: ChatDeps,
    readonly request: ChatRequest,
    session: TranscriptSession,
    before: OpenSession | null = null,
  ) {
    const { state } = deps;
    this.view = sessionView(deps, session, request);
    const kept = state.transcripts.find(session.client, session.session);
    // What was read before of a file that is read again from its start can still only lower.
    this.reading = kept === null || request.isFromStart ? newReading() : parseReading(kept.reading);
    // A prompt that proved a message proves no other one, however often the file is read.
    if (kept !== null) this.reading.proofs = parseReading(kept.reading).proofs;
    const known = [...this.reading.parents];
    this.#inherit([...known, session.forkedFrom ?? null, ...before === null ? [] : parentsOf(before)], known);
    if (kept !== null) state.transcriptTexts.each(kept.id, (text) => this.known.add(text));
    const { hooked } = this.view;
    if (hooked !== null) state.sessionTexts.each(hooked.id, (text) => this.known.tell(text));
    this.known.isLost ||= this.reading.isLost || hooked?.hasLostText === true;
    this.#firstFolder = hooked?.projectDir ?? session.folder;
  }

  /** Takes up what the transcript tells anew of the session, such as another folder. */
  retell(session: TranscriptSession): void {
    this.view = sessionView(this.deps, session, this.request);
    if (session.forkedFrom) this.#inherit([session.forkedFrom]);
    this.#facts = undefined;
    this.#classes.clear();
  }

  /** Returns what name and input of a call decide. Sessions give the same commands again and again. */
  classOf(tool: string, input: Readonly<Record<string, unknown>>): ToolClass {
    const { deps: { tools }, facts, view: { session: { client } } } = this;
    const key = `${tool} ${JSON.stringify(input)}`;
    const known = this.#classes.get(key);
    if (known !== undefined) return known;
    const found = classOfCall({ tools, facts }, { client, tool, input });
    if (key.length > MOST_KEY_UNITS) return found;
    if (this.#classes.size >= MOST_CLASSES) this.#classes.clear();
    this.#classes.set(key, found);
    return found;
  }

  /** Notes a call of a tool that reads from outside, by its name and input alone. */
  callOutside(reason: string): void {
    this.#outside.push({ reason, at: this.reading.lastAt });
  }

  /** Returns words of a message as they are asked about: the prompt of a turn proves one message. */
  said(id: string, words: readonly string[]): SaidWords {
    const { proofs } = this.reading;
    return { words, isFree: (turnId) => (proofs.get(turnId) ?? id) === id };
  }

  /** Notes that the prompt of a turn proves a message and no other one. */
  prove(id: string, words: readonly string[]): void {
    const { proofs } = this.reading;
    if ([...proofs.values()].includes(id)) return;
    const turn = this.view.turnOf(this.said(id, words));
    if (turn !== null) proofs.set(turn, id);
  }

  /**
   * Takes over what other sessions read, and the taint in which they stopped: this one goes on where they were.
   *
   * @param known of which the taint was taken over before
   */
  #inherit(names: readonly (string | null)[], known: readonly string[] = []): void {
    const { deps: { state }, reading, view: { session: { client, session } } } = this;
    for (const name of new Set(names)) {
      const isKnown = name !== null && known.includes(name);
      if (name === null || name === session || (!isKnown && reading.parents.includes(name))) continue;
      const kept = state.transcripts.find(client, name);
      if (kept !== null) state.transcriptTexts.each(kept.id, (text) => this.known.add(text));
      const hooked = state.sessions.find(client, name);
      if (hooked !== null) state.sessionTexts.each(hooked.id, (text) => this.known.add(text));
      const before = kept === null ? null : parseReading(kept.reading);
      reading.isLost ||= before?.isLost === true || hooked?.hasLostText === true;
      if (isKnown) continue;
      reading.parents.push(name);
      reading.isMixed ||= before?.isMixed !== false;
      reading.isGroup ||= before?.isGroup === true;
      const latest = hooked === null ? null : state.turns.latestOf(hooked.id);
      reading.taint ??= before?.taint ?? latest?.taint?.reason ?? null;
    }
    // Who goes on with so many others hides something.
    if (reading.parents.length > MOST_PARENTS) {
      reading.parents = reading.parents.slice(-MOST_PARENTS);
      reading.isLost = true;
    }
    this.known.isLost ||= reading.isLost;
  }

  /** Where paths of tools lead, from the folder in which the agent was last. */
  get facts(): DiskFacts {
    const { workspace, homeDir } = this.deps;
    const folder = this.view.session.folder ?? this.#firstFolder ?? workspace;
    return this.#facts ??= diskFacts({ workspace, folder, projectDir: this.#firstFolder, homeDir });
  }

  /** Nobody can tell any more what of the agent's words is its own. */
  get isLost(): boolean {
    return this.known.isLost;
  }

  /** The present year, which tells nothing where it stands in a text. */
  get year(): number {
    return yearOf(this.deps.clock.now().day);
  }

  /** Moves on to the time of an event: never back, whatever a line says of itself. */
  advance(at: IsoTime | null): void {
    const { reading } = this;
    if (at !== null && (reading.lastAt === null || Date.parse(at) > Date.parse(reading.lastAt))) reading.lastAt = at;
    this.known.advance(reading.lastAt);
  }

  /** Takes up a text that came into the session, or one of its own whose names are known from then on. */
  addText(text: string, { isOutside, isNamesOnly = false }: { isOutside: boolean; isNamesOnly?: boolean }): void {
    if (text.trim() === "") return;
    // Of an agent that nobody vouches for any more only what came from outside still matters: it tells pastes from words.
    if (this.known.isLost && (!isOutside || isNamesOnly)) return;
    const kept = hashesOfText(this.deps.state, text, { isOutside, isNamesOnly, year: this.year });
    this.known.add(kept);
    this.#keep(kept);
  }

  /** Writes what the next reading has to know. */
  save(): void {
    const { deps: { state, clock }, reading, view: { session } } = this;
    if (state.isReadonly) return;
    reading.isLost = this.known.isLost;
    const readAt = clock.now().iso;
    const hooked = state.sessions.find(session.client, session.session);
    state.transaction(() => {
      if (hooked !== null) makeGood(this.deps, hooked.id, this.#outside);
      const row = state.transcripts.put(session.client, session.session, {
        reading: formatReading(reading, this.deps.hide),
        readAt,
      });
      for (const { text, at } of this.#pending) {
        if (state.transcriptTexts.add(row.id, text, at)) this.known.isLost = true;
      }
      if (this.known.isLost && !reading.isLost) {
        reading.isLost = true;
        state.transcripts.put(session.client, session.session, {
          reading: formatReading(reading, this.deps.hide),
          readAt,
        });
      }
    });
    this.#pending = [];
    this.#pendingHashes = 0;
    this.#outside = [];
    this.known.keepOutside();
  }

  #keep(text: TextHashes): void {
    const size = text.shingles.length + text.names.length;
    if (size === 0) return;
    this.#pending.push({ text, at: this.reading.lastAt });
    this.#pendingHashes += size;
    // Older ones would fall out when they are written.
    while (this.#pendingHashes > MOST_SESSION_HASHES && this.#pending.length > 1) {
      const fallen = this.#pending.shift()?.text;
      this.#pendingHashes -= (fallen?.shingles.length ?? 0) + (fallen?.names.length ?? 0);
      this.known.isLost = true;
    }
  }
}
