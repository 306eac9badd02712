/**
 * The plan of a forget made once more while nobody writes (SPEC 7.6): a night that was at work when the lines were shown may
 * have made something of them since.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { readSelectedFile, type SelectedFile } from "../../select/selected_file.ts";
import type { Chosen, ChosenLines, ForgetDeps, ForgetPlan } from "./forget_plan.ts";
import { planForget } from "./plan_forget.ts";

/**
 * Returns the plan for the same lines as the files are now, wherever they have moved; to be called under `withoutWriters`.
 *
 * @throws {MemoryError} failed, if the chosen lines are no longer there, or stand there twice; nothing was changed
 */
export function planAgain(deps: ForgetDeps, chosen: Chosen, shown: ForgetPlan): ForgetPlan {
  const files = new Map(shown.cuts.map(({ file }) => [file.path, file]));
  const now = new Map<string, SelectedFile>();
  const moved = (range: ChosenLines) => {
    const before = files.get(range.path);
    if (before === undefined) return range;
    const after = now.get(range.path) ?? readSelectedFile(deps.select, range.path);
    now.set(range.path, after);
    return after.hash === before.hash ? range : inPlace(range, before, after);
  };
  return planForget(deps, { ...chosen, lines: chosen.lines.map(moved), told: chosen.told.map(moved) });
}

function inPlace(range: ChosenLines, before: SelectedFile, after: SelectedFile): ChosenLines {
  if (range.isWhole) throw changed(range.path);
  const length = range.endLine - range.startLine;
  const wanted = textAt(before, range.startLine, length);
  if (textAt(after, range.startLine, length) === wanted) return range;
  const starts = after.lines().map((_, at) => at + 1).filter((start) => textAt(after, start, length) === wanted);
  const [startLine] = starts;
  if (startLine === undefined || starts.length > 1) throw changed(range.path);
  return { ...range, startLine, endLine: startLine + length };
}

function textAt(file: SelectedFile, startLine: number, length: number): string {
  return file.lines().slice(startLine - 1, startLine + length).map(({ text }) => text).join("\n");
}

function changed(path: string): MemoryError {
  return new MemoryError(`Cannot forget lines of "${path}": it was changed meanwhile, and nothing was forgotten`, {
    hint: "say it again",
  });
}
