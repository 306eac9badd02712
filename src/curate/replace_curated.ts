/**
 * The one writer of `MEMORY.md` and `USER.md` (SPEC 8.8): ledger rows and pre-image in one transaction, then the file by
 * compare-and-rename. A crash at any moment leaves the old file or the new one, whole.
 *
 * @module
 */
import type { IsoTime } from "../base/clock.ts";
import { sha256Hex } from "../base/hash.ts";
import type { Booking } from "../store/state/ledger.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { writeFileAtomic } from "../workspace/atomic_write.ts";
import { absolute, type WorkspaceLayout } from "../workspace/layout.ts";
import { lineHash } from "../base/text/normalise.ts";
import { ledgerUnits } from "../workspace/ledger_units.ts";
import type { StandingFile } from "./read_curated.ts";

/** What a file becomes. */
export interface Replacement {
  /** The whole new text, without byte order mark. */
  readonly text: string;
  /** The entries that are new in it, as they are booked before they are written. */
  readonly bookings: readonly Booking[];
  /** The owner orders it in person: entries booked as the owner's are, whoever wrote the same before. @default false */
  readonly isOrder?: boolean;
}

/** What the writer works with. */
export interface ReplaceDeps {
  /** Where the file is. */
  readonly layout: WorkspaceLayout;
  /** Ledger and pre-images. */
  readonly state: Pick<StateStore, "ledger" | "preImages" | "transaction">;
  /** The sweep that writes; `null` for an order of the owner. */
  readonly sweepId: number | null;
  /** The present moment. */
  readonly at: IsoTime;
}

/**
 * Replaces a curated file as it was read. A text that is the old one is written too, as nothing but its
 * bookings: no pre-image, `true`.
 *
 * @returns `false`, and nothing was written, if someone else changed the file since it was read
 * @throws {MemoryError} failed, if the file cannot be written; it is whole then
 */
export function replaceCurated(base: StandingFile, next: Replacement, deps: ReplaceDeps): boolean {
  const { state, layout, sweepId, at } = deps;
  if (next.text === base.text) {
    state.ledger.book(next.bookings, next.isOrder);
    return true;
  }
  const before = bytesOf(base.text, base);
  const after = bytesOf(next.text, base);
  // The bytes kept are those that were read: were they not the file's, its hash would not be theirs.
  if (base.hash !== null && sha256Hex(before) !== base.hash) return false;
  const { gone, come } = unitsBetween(base, next.text);
  state.transaction(() => {
    state.ledger.book(next.bookings, next.isOrder);
    state.ledger.arrive(base.path, come);
    const content = base.hash === null ? null : before;
    const written = { writtenHash: sha256Hex(after), takenAt: at };
    state.preImages.put({ sweepId, path: base.path, hash: base.hash, content, ...written });
  });
  const options = { expectedHash: base.hash, within: layout.root, isExchanged: true };
  if (writeFileAtomic(absolute(layout, base.path), after, options) !== "written") return false;
  state.ledger.leave(base.path, gone);
  return true;
}

/** Returns what stands in one of two texts only, as the ledger cuts them. */
function unitsBetween({ path, text }: StandingFile, next: string): Record<"gone" | "come", string[]> {
  const [old, made] = [text, next].map((each) => ledgerUnits({ path, text: each }).map(({ raw }) => raw));
  return { gone: without(old, made), come: without(made, old) };
}

function without(units: readonly string[] = [], others: readonly string[] = []): string[] {
  const known = new Set(others.map(lineHash));
  return units.filter((unit) => !known.has(lineHash(unit)));
}

function bytesOf(text: string, { hadBom }: StandingFile): Uint8Array {
  return Buffer.from(hadBom ? `\uFEFF${text}` : text);
}
