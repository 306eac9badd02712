/**
 * The story of a line or an entry, as a value (SPEC 7.7).
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { LineState, OriginClass, SessionKind } from "../../provenance/origin.ts";

/** Where a line came from. */
export interface BlamedLine {
  /** `path#L3-L3`. */
  readonly citation: string;
  /** As it stands; an entry may span lines. */
  readonly text: string;
  /** What it counts as now. */
  readonly origin: OriginClass;
  /** The kind of session. */
  readonly sessionKind: SessionKind;
  /** How the ledger knows it. */
  readonly state: LineState;
  /** The rule that decided, as a short clause. */
  readonly why: string;
  /** The command that booked it, or `null` if nobody did. */
  readonly writer: string | null;
  /** The session that wrote it, if known. */
  readonly session: string | null;
  /** Where the words came in, if known. */
  readonly channel: string | null;
  /** Who said it, if known. */
  readonly sender: string | null;
  /** When the source said it, if known. */
  readonly observedAt: IsoTime | null;
  /** When it was booked, or attested; `null` if nobody did. */
  readonly bookedAt: IsoTime | null;
}

/** What a claim was needed for. */
export interface BlamedRecalls {
  /** How often. */
  readonly count: number;
  /** By how many distinct questions. */
  readonly questions: number;
  /** On which local days, oldest first. */
  readonly days: readonly LocalDay[];
  /** The best three qualities, 0 to 1, best first. */
  readonly bestQualities: readonly number[];
  /** In how many known sessions. */
  readonly sessions: number;
}

/** What one sweep said of it. */
export interface BlamedSweep {
  /** Its number. */
  readonly sweep: number;
  /** Its local day. */
  readonly day: LocalDay;
  /** Whether it could write. */
  readonly mode: "real" | "dry";
  /** `added`, `merged` or `superseded`: kept; `near miss`: told as one; `proposed`: for the owner to decide. */
  readonly verdict: string;
  /** The score then, 0 to 1; `null` if the report does not say. */
  readonly score: number | null;
  /** What it still needed then. */
  readonly needs: readonly string[];
}

/** One time that it became an entry, or part of one. */
export interface BlamedPromotion {
  /** The sweep. */
  readonly sweep: number;
  /** When. */
  readonly at: IsoTime;
  /** What was done. */
  readonly operation: string;
  /** The entry. */
  readonly entryKey: string;
  /** Its words then. */
  readonly text: string;
  /** Score then, 0 to 1. */
  readonly score: number;
  /** Recalls, questions and days that earned it. */
  readonly earnedBy: { readonly recalls: number; readonly questions: number; readonly days: number };
  /** The entry that it took the place of or was joined to, or `null`; one that was forgotten is not told. */
  readonly replaced: { readonly key: string; readonly text: string } | null;
  /** When its sweep was undone, or `null`. */
  readonly undoneAt: IsoTime | null;
}

/** One time that an entry left. */
export interface BlamedDeparture {
  /** The entry. */
  readonly entryKey: string;
  /** `superseded`, `retired`, `deleted` or `vanished`. */
  readonly reason: string;
  /** When it was noticed. */
  readonly at: IsoTime;
  /** The entry that took its place, or `null`. */
  readonly successor: { readonly key: string; readonly text: string | null } | null;
  /** When it was brought back, or `null`. */
  readonly returnedAt: IsoTime | null;
}

/** The whole story; JSON in this shape. */
export interface Story {
  /** Whether there is one. */
  readonly found: boolean;
  /** What was asked. */
  readonly selector: string;
  /** `c:…` or `e:…`; `null` if there is none. */
  readonly key: string | null;
  /** Its words; `null` if there is none. */
  readonly text: string | null;
  /** Its lines as they stand; empty if they are gone. */
  readonly lines: readonly BlamedLine[];
  /** Curated entries that it stands behind now. */
  readonly entries: readonly BlamedLine[];
  /** What it was needed for. */
  readonly recalls: BlamedRecalls;
  /** Nights that looked at it, and since when it is known; `null` if the dream never met it. */
  readonly phases: {
    readonly firstSeenAt: IsoTime;
    readonly stagedAt: IsoTime | null;
    readonly nights: number;
    readonly lightHits: number;
    readonly remHits: number;
    /** The older claim that it was folded into, or `null`. */
    readonly mergedInto: string | null;
  } | null;
  /** What sweeps said of it, oldest first. */
  readonly sweeps: readonly BlamedSweep[];
  /** How it was promoted, oldest first. */
  readonly promotions: readonly BlamedPromotion[];
  /** How its entries left, oldest first. */
  readonly departures: readonly BlamedDeparture[];
  /** When it was turned down and why, or `null`. */
  readonly rejection: { readonly at: IsoTime; readonly reason: string } | null;
  /** On which days it was given to agents, and by what; as long as the log is kept. */
  readonly injections: readonly { readonly day: LocalDay; readonly place: string; readonly times: number }[];
  /** When what was asked was forgotten, or `null`. Nothing else is told of it. */
  readonly forgottenAt: IsoTime | null;
}

/** Returns the story of something nobody knows. */
export function noStory(selector: string, forgottenAt: IsoTime | null): Story {
  return {
    found: false,
    selector,
    key: null,
    text: null,
    lines: [],
    entries: [],
    recalls: { count: 0, questions: 0, days: [], bestQualities: [], sessions: 0 },
    phases: null,
    sweeps: [],
    promotions: [],
    departures: [],
    rejection: null,
    injections: [],
    forgottenAt,
  };
}
