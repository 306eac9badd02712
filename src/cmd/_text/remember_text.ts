import { terminalText } from "../../base/text/display.ts";
import type { Receipt } from "../../capture/remember/carry_out.ts";
import type { TextStyle } from "../_style.ts";

/** Returns what became of an order: the entry and its place, and below it what it took the place of. */
export function rememberText({ isWritten, path, entry, replaced, until, kind }: Receipt, style: TextStyle): string {
  const head = isWritten ? style.green("Remembered") : style.yellow("Already there");
  const place = style.bold(terminalText(`${path}:${entry?.line}`));
  const end = until === null ? "" : style.dim(`  (until ${until})`);
  const gone = kind === "directive" ? "superseded" : "replaced";
  return [
    `${head} ${place}  ${terminalText(entry?.text ?? "")}${end}`,
    ...replaced.map(({ text }) => `${style.dim(`  ${gone}:`)} ${terminalText(text)}`),
  ].join("\n");
}
