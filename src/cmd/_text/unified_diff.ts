import { createTwoFilesPatch } from "diff";
import type { ChangedText } from "./text_diff.ts";

/** Returns the lines of a unified diff, as `patch` takes it. */
export function unifiedDiff({ name, before, after }: ChangedText): string[] {
  const patch = createTwoFilesPatch(
    before === null ? "/dev/null" : name,
    after === null ? "/dev/null" : name,
    before ?? "",
    after ?? "",
    "",
    "",
    { context: CONTEXT_LINES },
  );
  // The library begins with lines of its own before the names.
  const lines = patch.split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("--- ")), lines.at(-1) === "" ? -1 : undefined);
}

/** As many lines around a change as `diff -u` shows. */
const CONTEXT_LINES = 3;
