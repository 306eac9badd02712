/**
 * Messages to a coding agent, each with entries that it has to bring up and entries that it must not, for all that they
 * share words or a subject.
 *
 * @module
 */

/** Language of a message. */
export type Language = "en" | "zh" | "mixed";

/** An entry: its name in the labels, its text, its phrases; `derived` if nobody wrote those. */
export type LabelledEntry = readonly [name: string, text: string, phrases: string, "derived"?];

/** A message and its labels: `+name` has to be given, `-name` must not be. */
export type LabelledMessage = readonly [language: Language, message: string, labels: string];

/** One message beside one entry. */
export interface Pair {
  readonly language: Language;
  readonly message: string;
  readonly entry: string;
  readonly fires: boolean;
}

/** Returns the pairs of labelled messages. @throws {Error} if a label names no entry */
export function pairsOf(messages: readonly LabelledMessage[], entries: readonly LabelledEntry[]): Pair[] {
  const names = new Set(entries.map(([name]) => name));
  return messages.flatMap(([language, message, labels]) =>
    labels.split(" ").map((label) => {
      const entry = label.slice(1);
      if (!names.has(entry) || !/^[+-]/.test(label)) throw new Error(`"${label}" of "${message}" names no entry`);
      return { language, message, entry, fires: label.startsWith("+") };
    })
  );
}
