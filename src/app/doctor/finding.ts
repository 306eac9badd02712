/**
 * What the doctor tells: facts, each with its place and the command that mends it (SPEC 11.8).
 *
 * @module
 */

/** `broken`: something does not work or is lost. `warning`: it will, or it is worth a look now. `note`: to be known. */
export const SEVERITIES = ["note", "warning", "broken"] as const;
/** One of {@linkcode SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** What is looked at, in the order of the answer. */
export const AREAS = [
  "settings",
  "workspace",
  "disk",
  "runtime",
  "state",
  "index",
  "lanes",
  "files",
  "grammar",
  "budgets",
  "lines",
  "sweeps",
  "schedule",
  "hooks",
  "intents",
  "models",
  "leftovers",
] as const;
/** One of {@linkcode AREAS}. */
export type Area = (typeof AREAS)[number];

/** One fact. */
export interface Finding {
  /** What kind of fact it is, as in `index-behind`; never renamed. */
  readonly id: string;
  /** See {@linkcode SEVERITIES}. */
  readonly severity: Severity;
  /** A path, `path:line`, or the name of what is meant. */
  readonly place: string;
  /** What is, as a sentence without final stop. */
  readonly message: string;
  /** What to type next. */
  readonly command: string;
  /** It follows from files or state, so that `doctor --fix` mends it. */
  readonly isDerived: boolean;
}

/** What came of looking at one area. */
export interface Check {
  /** See {@linkcode AREAS}. */
  readonly area: Area;
  /** How things are, in one line. */
  readonly summary: string;
  /** What is to be told; empty if all is well. */
  readonly findings: readonly Finding[];
  /** It could not be looked at, for the reason in the summary. */
  readonly isUnknown?: true;
}

/** Returns a finding about what follows from files or state. */
export function derived(finding: Omit<Finding, "isDerived">): Finding {
  return { ...finding, isDerived: true };
}

/** Returns a finding about what people, the state or the machine have to say. */
export function stated(finding: Omit<Finding, "isDerived">): Finding {
  return { ...finding, isDerived: false };
}

/** Returns the words of a path in a command, quoted for a shell. */
export function shellWord(path: string): string {
  return /^[\w./:@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Places named in one message. */
const MOST_NAMED = 3;

/** Returns a count with the first of the names, such as `2 files (a.md, b.md)`. */
export function countOf(names: readonly string[], singular: string, plural = `${singular}s`): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  const rest = names.length > MOST_NAMED ? ", …" : "";
  return `${names.length} ${names.length === 1 ? singular : plural} (${shown}${rest})`;
}
