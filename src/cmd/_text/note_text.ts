import type { NoteResult } from "../../capture/note.ts";
import { terminalText } from "../../base/text/display.ts";
import type { TextStyle } from "../_style.ts";
import { originText } from "./origin_text.ts";

/** Returns one line for what was noted, or was there already. */
export function noteText(result: NoteResult, style: TextStyle): string {
  if (result.reason === "forgotten") {
    return `${style.yellow("Not noted")}  ${terminalText(result.text)}  ${style.dim("(it was forgotten)")}`;
  }
  const place = terminalText(`${result.path}:${result.line}`);
  const head = result.written ? style.green("Noted") : style.yellow("Already noted");
  const waiting = result.state === "pending" ? ", waits for the end of the turn" : "";
  return `${head} ${style.bold(place)}  ${terminalText(result.text)}  ${style.dim("(")}${
    originText(result.origin, style)
  }${style.dim(`, ${result.sessionKind}${waiting})`)}`;
}
