/**
 * A word of a shell command, as far as it is known before it runs.
 *
 * @module
 */

/** A word as the program gets it; `null` if that is known only when it runs. */
export type ShellWord = string | null;

/** Stands within a word for an expansion that holds a name or a number of the project: a letter that nobody uses. */
export const SOME_WORD = "\u{e000}";
