/**
 * A fact into `MEMORY.md` on the owner's order (SPEC 7.2): the same grammar, budget and acceptance as the dream's, and the
 * one writer.
 *
 * @module
 */
import type { IsoTime, LocalDay, Now } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import { type CuratedEntry, formatEntry, parseCurated } from "../../workspace/curated.ts";
import { MEMORY_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import type { CoreLimits } from "../accept.ts";
import { type Author, bookingBy, derivedBy } from "../author.ts";
import type { CuratedChange, StandingEntry } from "../curated_change.ts";
import type { EntryPlace } from "../directive/write_directive.ts";
import { fitChanges } from "../fit_changes.ts";
import { readCurated } from "../read_curated.ts";
import { unified } from "../raw_entry.ts";
import { replaceCurated } from "../replace_curated.ts";
import { withCuratedLock } from "../with_curated_lock.ts";
import { type FactOrder, formerOf, othersUnderKey, priorOf, twinOf } from "./former_entry.ts";
import { givenPhrases, phrasesFrom } from "./trigger_phrases.ts";

/** What writing works with. */
export interface FactDeps {
  /** Where the file and the locks are. */
  readonly layout: WorkspaceLayout;
  /** Ledger, pre-images, and what left the file. */
  readonly state: Pick<StateStore, "ledger" | "preImages" | "departures" | "remembered" | "transaction">;
  /** The live reader of origins. */
  readonly originsOf: OriginReader;
  /** What the file may hold; those of the dream. */
  readonly limits: CoreLimits;
  /** Overlap from which two facts may be near-duplicates, 0 to 1. */
  readonly similarity: number;
}

/** When and by whom. */
export interface FactFrame {
  /** Whose words they are. */
  readonly author: Author;
  /** The present moment. */
  readonly now: Now;
}

/** What became of the order. */
export type FactOutcome =
  /** It stands now. */
  | { readonly kind: "written"; readonly entry: EntryPlace; readonly replaced: readonly EntryPlace[] }
  /** It, or a near-duplicate, stood already; since when it may end, if it does. */
  | { readonly kind: "standing"; readonly entry: EntryPlace; readonly expires: LocalDay | null };

/** Attempts with an editor at work: it saves once, not three times in a row. */
const ATTEMPTS = 3;

/** Title of the section that facts of the owner go under. */
export function rememberedHeading(day: LocalDay): string {
  return `Remembered (${day})`;
}

/**
 * Carries out an order about a fact.
 *
 * @throws {MemoryError} failed, if the file may not or cannot be written, the fact does not fit into it, or what it should
 * replace is gone or no list item; busy, if other writers hold it for a minute
 */
export function writeFact(deps: FactDeps, order: FactOrder, frame: FactFrame): FactOutcome {
  return withCuratedLock(deps.layout, () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const outcome = attemptWrite(deps, order, frame);
      if (outcome !== null) return outcome;
    }
    throw new MemoryError(
      `Cannot write "${MEMORY_FILE}": it was changed ${ATTEMPTS} times while it was being written`,
      {
        hint: "close the program that saves it and try again",
      },
    );
  });
}

/** Returns `null` if somebody else changed the file meanwhile. */
function attemptWrite(deps: FactDeps, order: FactOrder, { author, now }: FactFrame): FactOutcome | null {
  const base = readCurated(MEMORY_FILE, deps.layout, deps.originsOf);
  if (base.refusal !== null) throw new MemoryError(`Cannot write "${MEMORY_FILE}": ${base.refusal}`);
  const prior = priorOf(order, base);
  const twin = prior === null ? twinOf(order, base, deps.similarity) : null;
  if (twin !== null && holds(twin, order, now.day)) {
    const raw = twin.entry.raw;
    deps.state.ledger.book([bookingBy(author, { path: MEMORY_FILE, raw, key: order.annotations.key }, now)]);
    return { kind: "standing", entry: placeOf(twin.entry), expires: twin.entry.annotations.expires };
  }
  const former = prior ?? twin ?? formerOf(order, base);
  const observed = author.observedAt?.slice(0, DAY_CHARS) ?? now.day;
  const kept = givenPhrases(deps.state, former?.entry ?? null);
  const also = prior === null ? [] : othersUnderKey(order, base, prior);
  const { change, key, isDerived } = changeOf(order, former, { observed, kept, also });
  const fit = fitChanges(base, [change], { heading: rememberedHeading(now.day), limits: deps.limits });
  const refusal = "refusal" in fit ? fit.refusal : fit.over[0]?.reason;
  if (refusal !== undefined || "refusal" in fit) throw notFitting(refusal ?? "it is refused");
  const booking = bookingBy(isDerived ? derivedBy(author) : author, { path: MEMORY_FILE, raw: change.raw, key }, now);
  const isWritten = replaceCurated(base, { text: fit.text, bookings: [booking], isOrder: true }, {
    ...deps,
    sweepId: null,
    at: now.iso,
  });
  if (!isWritten) return null;
  const entry = parseCurated(fit.text).entries.find(({ raw }) => unified(raw) === change.raw);
  if (entry === undefined) throw new MemoryError("A fact that was accepted is not there", { kind: "defect" });
  const replaced = [...change.prior === null ? [] : [change.prior], ...also].map((left) => left.entry)
    .filter(({ text }) => !isSame(text, order.text));
  for (const left of replaced) recordDeparture(deps, { replaced: left, successor: entry.key, at: now.iso });
  const { key: entryKey, heading } = entry;
  deps.state.remembered.put({ entryKey, raw: change.raw, heading, origin: author.origin, writtenAt: now.iso });
  return { kind: "written", entry: placeOf(entry), replaced: replaced.map(placeOf) };
}

/** The text of what leaves stays in the state (SPEC 8.6). A crash before this leaves it in the pre-image. */
function recordDeparture(
  { state }: FactDeps,
  { replaced, successor, at }: { readonly replaced: CuratedEntry; readonly successor: string; readonly at: IsoTime },
): void {
  const { key, raw, heading } = replaced;
  const left = { entryKey: key, raw: unified(raw), heading, reason: "superseded" as const };
  state.departures.add([{ ...left, sweepId: null, successorKey: successor, session: null, departedAt: at }]);
}

/** Chars of a day in a time of ISO 8601. */
const DAY_CHARS = "YYYY-MM-DD".length;

function notFitting(reason: string): MemoryError {
  return new MemoryError(`Cannot remember the fact in "${MEMORY_FILE}": ${reason}`, {
    hint: `shorten it, or make room: take an entry out of "${MEMORY_FILE}" in an editor`,
  });
}

/** Whether an entry that says the same already does what is ordered: trusted, not over, under the key asked for. */
function holds({ entry, origin }: StandingEntry, { annotations }: FactOrder, today: LocalDay): boolean {
  const { key, expires, isUntrusted } = entry.annotations;
  if (!isAtLeastAsTrusted(origin.origin, "agent") || isUntrusted) return false;
  if (annotations.key !== null && annotations.key !== key) return false;
  if (expires !== null && expires < today) return false;
  // A merge takes the earliest end (SPEC 4.8): a later one changes nothing.
  return annotations.expires === null || (expires !== null && expires <= annotations.expires);
}

function changeOf(
  order: FactOrder,
  prior: StandingEntry | null,
  { observed, kept, also }: {
    readonly observed: LocalDay;
    readonly kept: readonly string[];
    readonly also: readonly StandingEntry[];
  },
) {
  const asked = order.annotations;
  const old = prior?.entry.annotations;
  const given = [asked.triggers, kept].find(({ length }) => length > 0);
  const annotations = {
    key: asked.key ?? old?.key ?? null,
    triggers: given ?? phrasesFrom(order.text),
    importance: asked.importance ?? old?.importance ?? null,
    projects: asked.projects,
    observed,
    expires: asked.expires,
    // The same words go on coming from where they came from.
    sources: prior !== null && isSame(prior.entry.text, order.text) ? old?.sources ?? [] : [],
  };
  const raw = formatEntry(order.text, annotations);
  const change: CuratedChange = {
    action: prior === null ? "added" : "superseded",
    prior,
    also,
    raw,
    text: order.text,
    key: prior === null ? annotations.key : prior.entry.annotations.key,
    anchors: annotations.sources,
  };
  return { change, key: annotations.key, isDerived: given === undefined && annotations.triggers.length > 0 };
}

function isSame(a: string, b: string): boolean {
  return normaliseClaim(a) === normaliseClaim(b);
}

function placeOf({ key, startLine, text }: CuratedEntry): EntryPlace {
  return { key, line: startLine, text };
}
