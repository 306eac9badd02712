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
import type { StandingFile } from "./read_curated.ts";

/** What a file becomes. */
export interface Replacement {
  /** The whole new text, without byte order mark. */
  readonly text: string;
  /** The entries that are new in it, as they are booked before they are written. */
  readonly bookings: readonly Booking[];
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
 * Replaces a curated file as it was read. A text that is the old one is written too, as nothing: no pre-image, `true`.
 *
 * @returns `false`, and nothing was written, if someone else changed the file since it was read
 * @throws {MemoryError} failed, if the file cannot be written; it is whole then
 */
export function replaceCurated(base: StandingFile, next: Replacement, deps: ReplaceDeps): boolean {
  if (next.text === base.text) return true;
  const { state, layout, sweepId, at } = deps;
  const before = bytesOf(base.text, base);
  const after = bytesOf(next.text, base);
  // The bytes kept are those that were read: were they not the file's, its hash would not be theirs.
  if (base.hash !== null && sha256Hex(before) !== base.hash) return false;
  state.transaction(() => {
    state.ledger.book(next.bookings);
    const content = base.hash === null ? null : before;
    const written = { writtenHash: sha256Hex(after), takenAt: at };
    state.preImages.put({ sweepId, path: base.path, hash: base.hash, content, ...written });
  });
  const options = { expectedHash: base.hash, within: layout.root, isExchanged: true };
  return writeFileAtomic(absolute(layout, base.path), after, options) === "written";
}

function bytesOf(text: string, { hadBom }: StandingFile): Uint8Array {
  return Buffer.from(hadBom ? `\uFEFF${text}` : text);
}
