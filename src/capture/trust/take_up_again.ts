/**
 * The end of a lost workspace (SPEC 13): once the owner has answered for every line that was held, it counts like any other.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { SelectDeps } from "../../select/select.ts";
import type { StateMeta } from "../../store/state/state_meta.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import { heldLines } from "./held_lines.ts";

/** What is known of a lost workspace. */
export interface LostWorkspace {
  /** Whose `lostSince` is cleared. */
  readonly meta: StateMeta;
  /** The files that may hold lines. */
  readonly select: SelectDeps;
  /** Where lines come from now. */
  readonly originsOf: OriginReader;
}

/**
 * Ends the lost state if nothing is held any more; to be called after the owner attested lines. Returns a sentence for the
 * owner, or `null` if the workspace is not lost.
 */
export function takeUpAgain({ meta, select, originsOf }: LostWorkspace): string | null {
  if (meta.lostSince === null) return null;
  try {
    const held = heldLines(select, [...select.files()], originsOf);
    if (held.length === 0) {
      meta.clearLost();
      return "Nothing is held any more: this workspace is taken up again";
    }
    const lines = held.reduce((sum, { count }) => sum + count, 0);
    return `Lines that are still held as untrusted: ${lines}, in files: ${held.length}. Go on with "memory trust .", or ` +
      'take leave of them with "memory distrust"';
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return `The workspace stays lost, since nobody can say what is held: ${error.message}`;
  }
}
