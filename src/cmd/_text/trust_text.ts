import { terminalText } from "../../base/text/display.ts";
import type { DistrustedLine } from "../../capture/trust/distrust.ts";
import type { TrustResult } from "../../capture/trust/trust.ts";
import type { TextStyle } from "../_style.ts";
import { count } from "./count.ts";
import { originText } from "./origin_text.ts";

/** Returns one line a file: what is trusted now, or why not. */
export function trustText({ files, origin }: TrustResult, style: TextStyle): string {
  if (files.length === 0) return style.dim("Nothing to do: all of it is trusted already");
  return files.map(({ path, applied, reason, lines, lifted }) => {
    const place = style.bold(terminalText(path));
    if (applied) {
      const back = lifted === 0 ? "" : `; ${count(lifted, "line")} of it had been forgotten, and is not any more`;
      return `${style.green("Trusted")} ${count(lines.length, "line")} of ${place} as ${
        originText(origin, style)
      }${back}`;
    }
    return `${style.yellow("Left alone")} ${place}: ${terminalText(reason ?? "")}`;
  }).join("\n");
}

/** Returns one line for what is untrusted now. */
export function distrustText(path: string, lines: readonly DistrustedLine[], style: TextStyle): string {
  if (lines.length === 0) return style.dim("Nothing to do: all of it is untrusted already");
  return `${style.red("Untrusted")} from now on: ${count(lines.length, "line")} of ${style.bold(terminalText(path))}`;
}
