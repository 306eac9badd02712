/**
 * The copy of a file that is put before an agent. The file itself is never changed.
 *
 * @module
 */
import { visibleText } from "../../base/text/display.ts";
import { escapeFence } from "../fence.ts";

/** A line or an entry that is not in the copy, and why. */
export interface LeftOut {
  /** 1-based, its first line in the file. */
  readonly line: number;
  /** A short clause for people, such as `origin is untrusted`. */
  readonly reason: string;
}

/** The copy. */
export interface InjectedCopy {
  /** Empty if nothing is left. */
  readonly text: string;
  /** Whether something was left out for want of room. */
  readonly truncated: boolean;
  /** In file order. */
  readonly leftOut: readonly LeftOut[];
}

/** Reason of what would have been shown in a larger budget. */
export const OVER_BUDGET = "over budget";

/** Reason of what a comment hides: to a reader of the rendered file it is not there. */
export const IN_COMMENT = "it stands in a comment";

/** Returns a text that cannot act on a terminal, hides nothing from a person, and cannot imitate our frame. */
export function harmless(text: string): string {
  return escapeFence(visibleText(text));
}
