import type { NoteResult } from "../../capture/note.ts";
import { redactionNotice } from "./redaction_notice.ts";

/** Returns what differs between a note as it was given and as it was written, for people: nothing changes silently. */
export function noteNotices(given: string, result: NoteResult): string[] {
  return [...forgottenNotice(result), ...changeNotice(given, result)];
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
