/** One value that a shell may put into a command line. */
export interface Offer {
  /** As the command takes it; no character of it is a control or hides. */
  readonly value: string;
  /** What it is, for shells that show that; one line, or `null`. */
  readonly about: string | null;
}

/** What only the workspace or the settings can tell. */
export const LIVE_KINDS = [
  "selector",
  "path",
  "key-name",
  "candidate",
  "departed",
  "intent",
  "sweep",
  "session",
  "project",
  "model",
  "setting-value",
] as const;
/** One of {@linkcode LIVE_KINDS}. */
export type LiveKind = (typeof LIVE_KINDS)[number];

/** So many values at most: what a shell lists without asking first, and more than a person reads. */
export const MOST_OFFERS = 200;
