/** A line that somebody may want to look at. */
export interface ListedLine {
  /** `path#L3-L3`. */
  readonly citation: string;
  /** As it stands; an entry may span lines. Empty if it is withheld. */
  readonly text: string;
  /** Why it is what it is, in a few words. */
  readonly why: string;
  /** Somebody else's words, which an agent is given only by a read (SPEC 4.5). */
  readonly withheld?: true;
}

/** Returns a line as the caller gets it. */
export function asShown<L extends Pick<ListedLine, "text" | "withheld">>(line: L, isWithheld: boolean): L {
  return isWithheld ? { ...line, text: "", withheld: true } : line;
}

/** Lines of each list: more are for `search --origin` and the files themselves. */
export const MOST_LISTED = 100;
