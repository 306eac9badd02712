/**
 * What forgetting would do, as a value (SPEC 7.6).
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import type { LineOrigin, OriginClass } from "../../provenance/origin.ts";
import type { SelectDeps } from "../../select/select.ts";
import type { SelectedFile } from "../../select/selected_file.ts";
import type { ForgottenMatcher } from "../../store/state/forgets.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import type { Passage } from "./passages.ts";
import type { StoredText } from "./stored_texts.ts";

/** What forgetting works with. */
export interface ForgetDeps {
  /** Where the files lie. */
  readonly layout: WorkspaceLayout;
  /** All of it is gone through. */
  readonly state: StateStore;
  /** The time of the forget. */
  readonly clock: Clock;
  /** Where lines come from now. */
  readonly originsOf: OriginReader;
  /** Which files there are. */
  readonly select: SelectDeps;
}

/** Lines that somebody named. */
export interface ChosenLines {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** The file as a whole: it is deleted. */
  readonly isWhole: boolean;
}

/** What somebody named. */
export interface Chosen {
  /** In files. */
  readonly lines: readonly ChosenLines[];
  /** In no file. */
  readonly stored: readonly StoredText[];
  /** Lines of reports that tell of it; they go, and are not remembered as forgotten. */
  readonly told: readonly ChosenLines[];
}

/** A text of the state that goes. */
export interface GoneText {
  /** `intent`, `candidate` of the dream, or `entry` of an earlier version of a file or on record. */
  readonly kind: StoredText["kind"];
  /** `i:…`, `c:…` or `e:…`. */
  readonly key: string;
  /** Its words. */
  readonly text: string;
  /** `chosen`: named; `copy`: an intent that says the same. */
  readonly why: "chosen" | "copy";
  /** Its class, where it is known. */
  readonly origin: OriginClass | null;
  /** The session that said it, where it is known. */
  readonly session: string | null;
}

/** Lines that go. */
export interface GoneLines {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based; as the file is now. */
  readonly line: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** As they stand. */
  readonly text: string;
  /** `chosen`: named; `copy`: the same text elsewhere; `report`: a page of the dream tells of it. */
  readonly why: "chosen" | "copy" | "report";
  /** Where they come from: of several lines the least trusted; `null` for reports. */
  readonly origin: LineOrigin | null;
}

/** Lines that stay although they have the words in a longer sentence, or lie where nothing is written. */
export interface LeftLines {
  /** Relative to the workspace; absolute outside it; the key (`i:…`, `c:…`, `e:…`) of what stands in no file. */
  readonly path: string;
  /** 1-based; 0 of what stands in no file. */
  readonly line: number;
  /** As they stand. */
  readonly text: string;
  /** Why they stay, as a short clause. */
  readonly reason: string;
}

/** One file that is cut. */
export interface PlannedCut {
  /** As it was read. */
  readonly file: SelectedFile;
  /** What goes from it. */
  readonly passages: readonly Passage[];
  /** It is deleted. */
  readonly isWhole: boolean;
}

/** A line that stays. */
export interface WatchedLine {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** The raw line, or entry of a curated file. */
  readonly raw: string;
}

/** What forgetting would do. */
export interface ForgetPlan {
  /** What goes from the files, chosen lines first. */
  readonly removed: readonly GoneLines[];
  /** What goes from the state alone: what was named there, and intents that say the same. */
  readonly stored: readonly GoneText[];
  /** What stays. */
  readonly left: readonly LeftLines[];
  /** Lines that say nearly the same; they stay. */
  readonly near: readonly LeftLines[];
  /** Files to cut. */
  readonly cuts: readonly PlannedCut[];
  /** The forgotten statements, each once. */
  readonly texts: readonly string[];
  /** Tells them in other texts. */
  readonly matcher: ForgottenMatcher;
  /** Forms of the statements in which reports show them. */
  readonly forms: readonly string[];
  /** Words that nothing else in the memory has. */
  readonly words: readonly string[];
  /** Lines that stay and may have their class from what goes; raw, by file. */
  readonly watched: readonly WatchedLine[];
  /** Changes with whatever would go. */
  readonly token: string;
}
