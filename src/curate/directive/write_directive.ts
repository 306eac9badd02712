/**
 * A directive into `USER.md` (SPEC 7.2): planned on the file as it is, composed, accepted, and written by the one writer.
 * The owner's order and the dream both come through here.
 *
 * @module
 */
import { addDays, type Now } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { type CuratedEntry, formatEntry, parseCurated } from "../../workspace/curated.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import { USER_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { type Author, bookingBy } from "../author.ts";
import { residentChars } from "../compose.ts";
import type { StandingEntry } from "../curated_change.ts";
import { readCurated, type StandingFile } from "../read_curated.ts";
import { unified } from "../raw_entry.ts";
import { replaceCurated } from "../replace_curated.ts";
import { withCuratedLock } from "../with_curated_lock.ts";
import { refusalOfDirective } from "./accept_directive.ts";
import { type ComposedDirective, composeDirective } from "./compose_directive.ts";
import { type DirectiveOrder, planDirective } from "./plan_directive.ts";
import { prunableDirectives, withoutEntries } from "./prune_directives.ts";

/** What writing works with. */
export interface DirectiveDeps {
  /** Where the file and the locks are. */
  readonly layout: WorkspaceLayout;
  /** Ledger and pre-images. */
  readonly state: Pick<StateStore, "ledger" | "preImages" | "transaction">;
  /** The live reader of origins. */
  readonly originsOf: OriginReader;
  /** Days that a superseded directive stays. */
  readonly keepDays: number;
}

/** When, by whom, and in which sweep. */
export interface WriteFrame {
  /** Whose words they are. */
  readonly author: Author;
  /** The present moment. */
  readonly now: Now;
  /** The sweep that writes; `null` for an order of the owner. */
  readonly sweepId: number | null;
}

/** An entry by its place. */
export interface EntryPlace {
  /** `e:` and 12 hex digits. */
  readonly key: string;
  /** 1-based. */
  readonly line: number;
  /** Without annotations. */
  readonly text: string;
}

/** What became of the order. */
export type DirectiveOutcome =
  /** It stands now. */
  | {
    readonly kind: "written";
    readonly entry: EntryPlace;
    /** What it took the place of. */
    readonly replaced: readonly EntryPlace[];
    /** Superseded directives that left the file: their time was over, or their words came once more. */
    readonly pruned: readonly EntryPlace[];
    /** Chars of the file's active directives, annotations stripped. */
    readonly activeChars: number;
  }
  /** It stood already. */
  | { readonly kind: "standing"; readonly entry: EntryPlace }
  /** Nothing was written: what stands there on the subject was said later, so that it holds. */
  | { readonly kind: "outdated"; readonly entry: EntryPlace }
  /** Nothing was written: the owner has to say which of these it replaces, if any. */
  | { readonly kind: "doubt"; readonly close: readonly EntryPlace[] };

/** Attempts with an editor at work: it saves once, not three times in a row. */
const ATTEMPTS = 3;

/**
 * Carries out an order about a directive.
 *
 * @throws {MemoryError} failed, if the file may not or cannot be written, what it should replace is gone, or an editor
 * changes it again and again; busy, if other writers hold it for a minute
 */
export function writeDirective(deps: DirectiveDeps, order: DirectiveOrder, frame: WriteFrame): DirectiveOutcome {
  return withCuratedLock(deps.layout, () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const outcome = attemptWrite(deps, order, frame);
      if (outcome !== null) return outcome;
    }
    throw new MemoryError(`Cannot write "${USER_FILE}": it was changed ${ATTEMPTS} times while it was being written`, {
      hint: "close the program that saves it and try again",
    });
  });
}

/**
 * Takes superseded directives whose time is over out of the file and returns them; none if there is nothing to do or an
 * editor is at work.
 */
export function pruneDirectives(
  deps: DirectiveDeps,
  { now, sweepId }: Omit<WriteFrame, "author">,
): readonly EntryPlace[] {
  // Most nights there is none, and nobody has to wait for that.
  const found = readCurated(USER_FILE, deps.layout, deps.originsOf).file;
  if (prunableDirectives(found, { today: now.day, keepDays: deps.keepDays }).length === 0) return [];
  return withCuratedLock(deps.layout, () => {
    const base = readCurated(USER_FILE, deps.layout, deps.originsOf);
    if (base.refusal !== null) return [];
    const pruned = prunableDirectives(base.file, { today: now.day, keepDays: deps.keepDays });
    const text = withoutEntries(base.file, pruned);
    if (pruned.length === 0 || refusalOfDirective(base.file, text, { made: null, superseded: [], pruned }) !== null) {
      return [];
    }
    const isWritten = replaceCurated(base, { text, bookings: [] }, { ...deps, sweepId, at: now.iso });
    return isWritten ? pruned.map(placeOf) : [];
  });
}

/** Returns `null` if somebody else changed the file meanwhile. */
function attemptWrite(deps: DirectiveDeps, order: DirectiveOrder, frame: WriteFrame): DirectiveOutcome | null {
  const { author, now } = frame;
  const base = readCurated(USER_FILE, deps.layout, deps.originsOf);
  if (base.refusal !== null) throw new MemoryError(`Cannot write "${USER_FILE}": ${base.refusal}`);
  const plan = planDirective(order, base.standing, now.day);
  switch (plan.kind) {
    case "gone":
      throw new MemoryError(
        `Cannot replace "${order.replaces}": no active directive of ${USER_FILE} is that any more`,
        {
          hint: `see what stands there with: memory get ${USER_FILE}`,
        },
      );
    case "doubt":
      return { kind: "doubt", close: plan.close.map(({ entry }) => placeOf(entry)) };
    case "standing":
      // The owner's own word for it counts from now on, also where somebody else had written the line.
      deps.state.ledger.book(
        [bookingBy(author, { path: USER_FILE, raw: plan.prior.entry.raw, key: order.key }, now)],
        isOrder(frame),
      );
      return { kind: "standing", entry: placeOf(plan.prior.entry) };
    case "replaced": {
      const later = plan.priors.find((prior) => isLater(prior, frame));
      if (later !== undefined) return { kind: "outdated", entry: placeOf(later.entry) };
      return put(deps, { order, base, priors: plan.priors }, frame);
    }
    case "added":
      return put(deps, { order, base, priors: [] }, frame);
  }
}

/** Whether an entry was said after the order was: by its day, on the same day by the ledger's moment. */
function isLater({ entry, origin }: StandingEntry, { author, now }: WriteFrame): boolean {
  // What is said right now is the last word, whatever days a clock that was set back left in the file.
  if (author.observedAt === null || Date.parse(author.observedAt) >= Date.parse(now.iso)) return false;
  const day = author.observedAt.slice(0, DAY_CHARS);
  const { observed } = entry.annotations;
  // What is of a day to come was dated by a wrong clock.
  if (observed === null || observed < day || observed > addDays(now.day, 1)) return false;
  if (observed > day) return true;
  return origin.observedAt !== null && Date.parse(origin.observedAt) > Date.parse(author.observedAt);
}

/** Whether the owner says it in person. */
function isOrder({ author, sweepId }: WriteFrame): boolean {
  return author.origin === "owner" && sweepId === null;
}

interface Putting {
  readonly order: DirectiveOrder;
  readonly base: StandingFile;
  readonly priors: readonly StandingEntry[];
}

function put(deps: DirectiveDeps, { order, base, priors }: Putting, frame: WriteFrame): DirectiveOutcome | null {
  const { author, now, sweepId } = frame;
  const key = order.key ?? priors.find(({ entry }) => entry.annotations.key !== null)?.entry.annotations.key ?? null;
  const observed = author.observedAt?.slice(0, DAY_CHARS) ?? now.day;
  const raw = formatEntry(order.text, { key, observed, status: "active", expires: order.expires });
  const leaving = [...prunableDirectives(base.file, { today: now.day, keepDays: deps.keepDays })];
  for (const entry of repeatedBy(order, { base, priors })) if (!leaving.includes(entry)) leaving.push(entry);
  const reduced = parseCurated(withoutEntries(base.file, leaving));
  const kept = base.file.entries.filter((entry) => !leaving.includes(entry));
  const place = (prior: StandingEntry): StandingEntry[] => {
    const entry = reduced.entries[kept.indexOf(prior.entry)];
    return entry === undefined ? [] : [{ ...prior, entry }];
  };
  const { text, superseded } = composeDirective(
    reduced,
    { raw, text: order.text, priors: priors.flatMap(place) },
    now.day,
  );
  const made: ComposedDirective = { raw, text: order.text, priors };
  const refusal = refusalOfDirective(base.file, text, { made, superseded, pruned: leaving });
  if (refusal !== null) throw new MemoryError(`Cannot write "${USER_FILE}": in the new text ${refusal}`);
  const bookings = [
    bookingBy(author, { path: USER_FILE, raw, key }, now),
    ...superseded.map(({ raw: old, prior }) => {
      const { origin, sessionKind, observedAt } = prior.origin;
      return bookingBy({ ...author, origin, sessionKind, observedAt }, { path: USER_FILE, raw: old, key: null }, now);
    }),
  ];
  const next = { text, bookings, isOrder: isOrder(frame) };
  if (!replaceCurated(base, next, { ...deps, sweepId, at: now.iso })) return null;
  const entry = parseCurated(text).entries.find((it) => unified(it.raw) === raw);
  if (entry === undefined) throw new MemoryError("A directive that was accepted is not there", { kind: "defect" });
  return {
    kind: "written",
    entry: placeOf(entry),
    replaced: superseded.map(({ prior }) => placeOf(prior.entry)),
    pruned: leaving.map(placeOf),
    activeChars: activeChars(text),
  };
}

/** Chars of a day in a time of ISO 8601. */
const DAY_CHARS = "YYYY-MM-DD".length;

/** Returns superseded lines with the words that now stand again, or that are superseded once more: once is enough. */
function repeatedBy({ text }: DirectiveOrder, { base, priors }: Omit<Putting, "order">): CuratedEntry[] {
  const words = new Set([text, ...priors.map(({ entry }) => entry.text)].map(normaliseClaim));
  return base.file.entries.filter(({ annotations, text: old, kind }) =>
    kind === "item" && annotations.status === "superseded" && words.has(normaliseClaim(old))
  );
}

function activeChars(text: string): number {
  const file = parseCurated(text);
  return residentChars(withoutEntries(file, file.entries.filter((it) => it.annotations.status === "superseded")));
}

function placeOf({ key, startLine, text }: CuratedEntry): EntryPlace {
  return { key, line: startLine, text };
}
