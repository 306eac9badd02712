import type { NoteResult } from "../../capture/note.ts";
import { redactionNotice } from "./redaction_notice.ts";

/** Returns what differs between a note as it was given and as it was written, for people: nothing changes silently. */
export function noteNotices(given: string, { text, redacted }: NoteResult): string[] {
  const redaction = redactionNotice(redacted);
  if (redaction.length > 0 || given.trim().replace(/^[-*+]\s+/, "") === text) return redaction;
  return [
    "The text was changed to fit on one line of a diary: line ends, controls, <!-- and <memory-data are not kept",
  ];
}
