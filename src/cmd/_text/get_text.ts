import { terminalText } from "../../base/text/display.ts";
import type { GetResult } from "../../lanes/get.ts";
import type { TextStyle } from "../_style.ts";

/** Returns the lines themselves; untrusted ones behind a bar, and how to go on if there is more. */
export function getText(result: GetResult, style: TextStyle): string {
  const isUntrusted = (line: number) =>
    result.untrusted.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const hasUntrusted = result.untrusted.length > 0;
  const lines = result.startLine === 0 ? [] : result.text.split("\n").map((line, at) => {
    const shown = terminalText(line);
    if (!hasUntrusted) return shown;
    return (isUntrusted(result.startLine + at) ? style.red("│ ") : "  ") + shown;
  });
  const path = terminalText(result.path);
  return [
    ...(hasUntrusted ? [style.red("Lines behind a bar are untrusted: somebody else's words")] : []),
    ...lines,
    ...(result.startLine === 0 ? [style.dim(`${path} is empty`)] : []),
    ...(result.nextFrom === null ? [] : [
      style.dim(
        `… ${result.totalLines - result.endLine} more lines; go on with: memory get ${path}:${result.nextFrom}`,
      ),
    ]),
  ].join("\n");
}
