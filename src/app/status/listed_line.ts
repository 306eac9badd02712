/** A line that somebody may want to look at. */
export interface ListedLine {
  /** `path#L3-L3`. */
  readonly citation: string;
  /** As it stands; an entry may span lines. */
  readonly text: string;
  /** Why it is what it is, in a few words. */
  readonly why: string;
}

/** Lines of each list: more are for `search --origin` and the files themselves. */
export const MOST_LISTED = 100;
