import type { NoteResult } from "../../capture/note.ts";
import { canScore } from "../../lanes/trigger/phrase_score.ts";
import { splitTriggers } from "../../workspace/annotation_values.ts";
import { redactionNotice } from "./redaction_notice.ts";

/** Flags of a note that become annotations of its line. */
type AnnotationFlags = Readonly<Record<"key" | "importance" | "until", unknown>> & {
  readonly trigger: readonly string[];
};

/**
 * Returns what differs between a note as it was given and as it was written, for people: nothing changes silently.
 *
 * @param flags what was asked for beside the text
 */
export function noteNotices(given: string, result: NoteResult, flags?: AnnotationFlags): string[] {
  return [
    ...forgottenNotice(result),
    ...changeNotice(given, result),
    ...unchangedNotice(result, flags),
    ...idleNotice(flags?.trigger ?? []),
  ];
}

/** Returns what to say of phrases that no message can hold. */
export function idleNotice(triggers: readonly string[]): string[] {
  const idle = triggers.flatMap(splitTriggers).filter((phrase) => !canScore(phrase)).map((phrase) => `"${phrase}"`);
  const which = idle.length === 1 ? "phrase" : "phrases";
  return idle.length === 0 ? [] : [
    `The trigger ${which} ${idle.join(", ")} will bring nothing up: it takes a word, or two Chinese characters`,
  ];
}

function unchangedNotice({ reason, path, line }: NoteResult, flags: AnnotationFlags | undefined): string[] {
  if (reason !== "duplicate" || flags === undefined) return [];
  const { key, importance, trigger, until } = flags;
  const given = Object.entries({ key, importance, trigger, until })
    .filter(([, value]) => Array.isArray(value) ? value.length > 0 : value !== undefined)
    .map(([name]) => `--${name}`);
  return given.length === 0 ? [] : [
    `The line was there already and stays as it is, whatever ${given.join(", ")} says: change it in ${path}:${line}`,
  ];
}

function forgottenNotice({ reason, lifted }: NoteResult): string[] {
  if (lifted) return ["This had been forgotten; your own word takes that back"];
  return reason === "forgotten" ? ["This was forgotten: only the owner may note it again, by typing it"] : [];
}

function changeNotice(given: string, { text, redacted }: NoteResult): string[] {
  const redaction = redactionNotice(redacted);
  if (redaction.length > 0 || given.trim().replace(/^[-*+]\s+/, "") === text) return redaction;
  return [
    "The text was changed to fit on one line of a diary: line ends, controls, <!-- and <memory-data are not kept",
  ];
}
