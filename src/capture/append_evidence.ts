/**
 * Lines of evidence into the diary of a day (SPEC 4.3, 7.1): under the diary's lock their origins are booked, then they
 * are appended, in one write. Every flow that writes to diaries goes through here.
 *
 * @module
 */
import type { Clock, IsoTime, LocalDay } from "../base/clock.ts";
import type { LineOrigin, LineState, OriginClass, SessionKind } from "../provenance/origin.ts";
import { withLock } from "../store/lock.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import type { Annotations } from "../workspace/annotation.ts";
import { appendLines } from "../workspace/append_line.ts";
import { normaliseClaim } from "../workspace/claims.ts";
import { diaryHeader, diaryPath, formatDiaryLine } from "../workspace/diary.ts";
import { absolute, type WorkspaceLayout } from "../workspace/layout.ts";
import { writtenPath } from "../workspace/written_path.ts";
import { duplicateFinder, isWorthAsMuch, type NewClaim } from "./duplicate_finder.ts";

/** What {@linkcode appendEvidence} works with. */
export interface AppendDeps {
  /** Where the diaries and locks lie. */
  readonly layout: WorkspaceLayout;
  /** Tells the time of booking. */
  readonly clock: Clock;
  /** The ledger, which is written; what was forgotten, which is asked. */
  readonly state: Pick<StateStore, "ledger" | "tombstones">;
  /** Origins of the lines that the diary has already. */
  readonly originsOf: OriginReader;
}

/** A line to be written, with the source that its writer vouches for. */
export interface EvidenceLine {
  /** One safe line without marker and annotations, as `noteText` gives it. */
  readonly text: string;
  /** Beside the mark of untrusted lines, which follows from the class. */
  readonly annotations: Partial<Annotations>;
  /** The class that it is booked with. */
  readonly origin: OriginClass;
  /** The kind of session that it comes from. */
  readonly sessionKind: SessionKind;
  /** What the ledger says of it. */
  readonly state: Extract<LineState, "booked" | "pending" | "echo">;
  /** When the source said it; `null` if nobody noted. */
  readonly observedAt: IsoTime | null;
  /** The session, if known. */
  readonly session: string | null;
  /** Where the words came in, if known. */
  readonly channel: string | null;
  /** Who said it, if known. */
  readonly sender: string | null;
}

/** Which lines go where. */
export interface EvidenceBatch {
  /** The diary's day. */
  readonly day: LocalDay;
  /** In the order in which they are to stand. */
  readonly lines: readonly EvidenceLine[];
  /** The command that books: `note`, `ingest`, `flush`, `remember`. */
  readonly writer: string;
  /** Nothing is booked or written; the answer is what it would be. @default false */
  readonly isTrial?: boolean;
  /**
   * The owner gives the order in person: an `owner` line that was forgotten is written, and takes back that it was.
   *
   * @default false
   */
  readonly isOrder?: boolean;
}

/** What became of a line. */
export interface AppendedLine {
  /** Of the diary, relative to the workspace; where it really lies, if it is a link. */
  readonly path: string;
  /**
   * 1-based; of the line that was there already if nothing was written; 0 for a new one of a trial, and for one that was
   * forgotten.
   */
  readonly line: number;
  /** As every later reader will see it. */
  readonly origin: OriginClass;
  /** Of the line in the file. */
  readonly sessionKind: SessionKind;
  /** Of the line in the file. */
  readonly state: LineState;
  /** `false` if the diary, or an earlier line of the batch, had the claim already from a source worth as much. */
  readonly written: boolean;
  /** Why it was not written, else `null`. */
  readonly reason: "duplicate" | "forgotten" | null;
  /** It had been forgotten, and the owner's order took that back. */
  readonly lifted: boolean;
}

/**
 * Appends lines to a diary, but those that the day has already from a source at least as trusted, and those that were
 * forgotten (SPEC 7.6). Killed at any moment, the same call again leaves each of them once.
 *
 * @returns one result a line, in their order
 * @throws {MemoryError} busy, if other writers hold the diary for three minutes; failed, if the lines cannot be written; usage, if
 * an annotation cannot be written
 */
export function appendEvidence(deps: AppendDeps, batch: EvidenceBatch): readonly AppendedLine[] {
  const { day, lines, isTrial = false, isOrder = false } = batch;
  const path = writtenPath(deps.layout, diaryPath(day), "append to");
  const raw = lines.map((line) => rawLine(line));
  const lock = { locksDir: deps.layout.locksDir, name: "diary", waitMs: DIARY_WAIT_MS };
  return withLock(lock, () => {
    const memories = lines.map((line) => recollect(deps.state, line, { isOrder, isTrial }));
    const standing = standingLines(deps, path, lines);
    const fresh = standing.flatMap((twin, at) => twin === null && memories[at] !== "forgotten" ? [at] : []);
    const firstLine = fresh.length === 0 || isTrial ? 0 : write(deps, { ...batch, path, raw, fresh });
    // Asked again, because a row that the ledger had under this very line may have kept its class.
    const origins = deps.originsOf(path, fresh.map((at) => raw[at] ?? ""));
    const places = new Map(fresh.map((at, nth) => [at, { line: firstLine + nth, origin: origins[nth] }]));
    return lines.map((line, at) => {
      const twin = standing[at] ?? null;
      const lifted = memories[at] === "lifted";
      if (memories[at] === "forgotten") {
        return { path, line: 0, ...worthOf(undefined, line), written: false, reason: "forgotten", lifted };
      }
      const reason = twin === null ? null : "duplicate";
      if (twin !== null && !("twinOf" in twin)) return { path, ...twin, written: false, reason, lifted };
      const place = places.get(twin === null ? at : twin.twinOf);
      return {
        path,
        line: place?.line ?? 0,
        ...worthOf(place?.origin, line),
        written: twin === null,
        reason,
        lifted,
      };
    });
  });
}

/** Each writer holds the diary for two syncs of a disk; on a busy machine forty of them may take a minute. */
const DIARY_WAIT_MS = 180_000;

/** Whether a line says what was forgotten, and whether the owner's order takes that back. */
function recollect(
  { tombstones }: AppendDeps["state"],
  { text, origin }: EvidenceLine,
  { isOrder, isTrial }: { readonly isOrder: boolean; readonly isTrial: boolean },
): "new" | "forgotten" | "lifted" {
  if (isOrder && origin === "owner") {
    const isLifted = isTrial ? tombstones.isForgotten(text) : tombstones.lift(text);
    return isLifted ? "lifted" : "new";
  }
  return tombstones.isForgotten(text) ? "forgotten" : "new";
}

function rawLine({ text, annotations, origin }: EvidenceLine): string {
  return formatDiaryLine(text, { ...annotations, isUntrusted: origin === "untrusted" });
}

function claimOf({ text, origin, sessionKind, state }: EvidenceLine): NewClaim {
  return { text, origin, sessionKind, isPending: state === "pending" };
}

function worthOf(
  origin: LineOrigin | undefined,
  line: EvidenceLine,
): Pick<AppendedLine, "origin" | "sessionKind" | "state"> {
  const { origin: booked, sessionKind, state } = origin ?? { ...line, state: "unbooked" as const };
  return { origin: booked, sessionKind, state };
}

/** Returns, of each line, the one of the diary that has its claim, the place of an earlier one in the batch, or `null`. */
function standingLines(deps: AppendDeps, path: string, lines: readonly EvidenceLine[]) {
  const inDiary = duplicateFinder(deps, path);
  const inBatch = new Map<string, number[]>();
  return lines.map((line, at) => {
    const claim = claimOf(line);
    const found = inDiary(claim);
    if (found !== null) return found;
    const earlier = inBatch.get(normaliseClaim(line.text)) ?? [];
    const twinOf = earlier.find((it) => isWorthAsMuch(lines[it] ?? line, claim));
    if (twinOf !== undefined) return { twinOf };
    inBatch.set(normaliseClaim(line.text), [...earlier, at]);
    return null;
  });
}

interface Writing extends EvidenceBatch {
  /** Of the diary, links followed. */
  readonly path: string;
  readonly raw: readonly string[];
  /** Places of the lines to be written. */
  readonly fresh: readonly number[];
}

/** Books and appends; returns the number of the first new line. */
function write(
  { layout, clock, state }: AppendDeps,
  { day, path, writer, isOrder = false, raw, lines, fresh }: Writing,
): number {
  const bookedAt = clock.now().iso;
  const wanted = fresh.map((at) => raw[at] ?? "");
  // Only who was here before can have left a half line.
  const mayComplete = state.ledger.find(path, wanted[0] ?? "") !== null;
  state.ledger.book(
    lines.flatMap(({ text: _, annotations, ...source }, at) =>
      fresh.includes(at)
        ? [{ ...source, path, line: raw[at] ?? "", supersessionKey: annotations.key ?? null, writer, bookedAt }]
        : []
    ),
    isOrder,
  );
  const { line } = appendLines(absolute(layout, path), wanted, {
    header: diaryHeader(day),
    within: layout.root,
    mayComplete,
  });
  return line;
}
