import { stripControls } from "../../base/text/display.ts";
import type { BootstrapResult } from "../../lanes/bootstrap.ts";

/** Returns the text that an agent gets, and nothing else: it may be piped into a prompt. */
export function bootstrapText(result: BootstrapResult): string {
  return stripControls(result.context);
}

/** Returns what a person should know of the text: files that were cut, and lines that were left out, by reason. */
export function bootstrapNotices(result: BootstrapResult): string[] {
  return result.files.flatMap((file) => {
    const path = stripControls(file.path);
    const reasons = Map.groupBy(file.leftOut, ({ reason }) => reason);
    return [
      ...(file.truncated ? [`${path} is over its budget: ${file.injectedChars} of ${file.chars} chars are shown`] : []),
      ...[...reasons].map(([reason, left]) =>
        `${path}: left out ${left.length === 1 ? `line ${left[0]?.line}` : `${left.length} lines`} (${reason})`
      ),
    ];
  });
}
