/**
 * What the open state is (SPEC 13): its tables, each with its module.
 *
 * @module
 */
import type { Compaction } from "../compact.ts";
import type { Backfills } from "./backfills.ts";
import type { CandidateViews } from "./candidate_views.ts";
import type { Candidates } from "./candidates.ts";
import type { CuratedUses } from "./curated_uses.ts";
import type { Departures } from "./departures.ts";
import type { Erased, Erasure } from "./erasure.ts";
import type { FlushCycles } from "./flush_cycles.ts";
import type { Forgets, NamedLine } from "./forgets.ts";
import type { Heard } from "./heard.ts";
import type { Ingested } from "./ingested.ts";
import type { Injections } from "./injections.ts";
import type { Intents } from "./intents.ts";
import type { NearForms } from "./near_forms.ts";
import type { Ledger } from "./ledger.ts";
import type { ModelAnswers } from "./model_answers.ts";
import type { ModelUses } from "./model_uses.ts";
import type { Orders } from "./orders.ts";
import type { PreImages } from "./pre_images.ts";
import type { Promotions } from "./promotions.ts";
import type { RecallOff } from "./recall_off.ts";
import type { Recalls } from "./recalls.ts";
import type { Rejections } from "./rejections.ts";
import type { SessionTexts } from "./session_texts.ts";
import type { SessionFiles } from "./session_files.ts";
import type { SessionProjects } from "./session_projects.ts";
import type { Remembered } from "./remembered.ts";
import type { Sessions } from "./sessions.ts";
import type { Shown } from "./shown.ts";
import type { StateMeta } from "./state_meta.ts";
import type { Sweeps } from "./sweeps.ts";
import type { Taints } from "./taints.ts";
import type { Tombstones } from "./tombstones.ts";
import type { Transcripts } from "./transcripts.ts";
import type { Turns } from "./turns.ts";

/** The open state. Statements are prepared when first used. */
export interface StateStore {
  /** The file. */
  readonly path: string;
  /** The medium cannot be written: every write throws. */
  readonly isReadonly: boolean;
  /** What a person has to be told about the opening, in whole sentences; usually empty. */
  readonly notices: readonly string[];
  /** Facts about the state itself. */
  readonly meta: StateMeta;
  /** Where lines come from. */
  readonly ledger: Ledger;
  /** Lines whose copies are tainted. */
  readonly taints: Taints;
  /** Claims and their signals. */
  readonly candidates: Candidates;
  /** What a night asks of them. */
  readonly candidateViews: CandidateViews;
  /** Which claims answered which questions. */
  readonly recalls: Recalls;
  /** Uses of curated entries. */
  readonly curatedUses: CuratedUses;
  /** Runs of the dream. */
  readonly sweeps: Sweeps;
  /** What was promoted. */
  readonly promotions: Promotions;
  /** Claims that a person turned down. */
  readonly rejections: Rejections;
  /** Entries that left `MEMORY.md`. */
  readonly departures: Departures;
  /** Entries of `MEMORY.md` that the owner ordered. */
  readonly remembered: Remembered;
  /** Claims staged from old diaries on request. */
  readonly backfills: Backfills;
  /** Files before they were written. */
  readonly preImages: PreImages;
  /** Saves before compactions. */
  readonly flushCycles: FlushCycles;
  /** What language models were asked. */
  readonly modelUses: ModelUses;
  /** What they answered a moment ago. */
  readonly modelAnswers: ModelAnswers;
  /** What was put in front of agents. */
  readonly injections: Injections;
  /** What near copies of it are known by. */
  readonly nearForms: NearForms;
  /** Which curated entries sessions were given, and at which turn. */
  readonly shown: Shown;
  /** What is to be brought up later. */
  readonly intents: Intents;
  /** Where recall was turned off. */
  readonly recallOff: RecallOff;
  /** Sessions that hooks told of. */
  readonly sessions: Sessions;
  /** The curated files as sessions last had them. */
  readonly sessionFiles: SessionFiles;
  /** Projects that are active in them. */
  readonly sessionProjects: SessionProjects;
  /** Their turns. */
  readonly turns: Turns;
  /** Agents that were given untrusted text outside of every hooked turn. */
  readonly heard: Heard;
  /** What tools gave them. */
  readonly sessionTexts: SessionTexts;
  /** Transcripts that were ingested. */
  readonly ingested: Ingested;
  /** How far transcripts were read. */
  readonly transcripts: Transcripts;
  /** What tools gave their sessions, by the transcripts. */
  readonly transcriptTexts: SessionTexts;
  /** Orders that were given in chats. */
  readonly orders: Orders;
  /** What was forgotten. */
  readonly tombstones: Tombstones;
  /** Forgets that are not done, and requests. */
  readonly forgets: Forgets;
  /** Takes out whatever was made from a forgotten text, and returns how much went; see {@linkcode eraseDerived}. */
  erase(erasure: Erasure): Erased;
  /** Deletes the rows of lines that are gone, wherever they stood. */
  eraseLines(lines: readonly NamedLine[]): void;
  /** Leaves of the file only what it still holds. */
  compact(): Compaction;
  /** Runs a synchronous function in one write transaction; inside another one it joins that. */
  transaction<T>(work: () => T): T;
  /** The same for logs, whose commit does not wait for the disk: a power cut may take them, a killed program does not. */
  logging<T>(work: () => T): T;
  /**
   * Makes room for who writes thousands of rows, all over the tables, in transactions of some megabytes one after the other;
   * until the file is closed.
   */
  expectBulk(): void;
  /** Closes the file; a second call does nothing. */
  close(): void;
  /** See `Connection.leave`. */
  leave(): boolean;
}
