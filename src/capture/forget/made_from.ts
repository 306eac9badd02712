/**
 * What a language model wrote of claims that are forgotten, in words of its own (SPEC 7.6, 8.2): known by the mark that names
 * what it was made from.
 *
 * @module
 */
import { MADE_FROM } from "../../base/text/made_from_mark.ts";
import { pathRule } from "../../provenance/tier.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import type { ChosenLines, ForgetDeps } from "./forget_plan.ts";
import { memoryFiles } from "./memory_files.ts";

/** Returns the passages of reports, with their marks, that were made from some texts among others. */
export function madeFrom({ select, state }: ForgetDeps, texts: readonly string[]): ChosenLines[] {
  const passages: (ChosenLines & { readonly keys: readonly string[] })[] = [];
  for (const found of memoryFiles({ ...select, files: () => [] })) {
    if (!("file" in found) || pathRule(found.file.path).tier !== "review") continue;
    const lines = found.file.lines();
    for (const [at, { text, number }] of lines.entries()) {
      const keys = MADE_FROM.exec(text)?.[1]?.split(" ");
      if (keys === undefined) continue;
      const length = lines.slice(at).findIndex(({ kind }) => kind === "blank" || kind === "heading");
      const endLine = length < 0 ? lines.at(-1)?.number ?? number : number + length - 1;
      passages.push({ path: found.file.path, startLine: number, endLine, isWhole: false, keys });
    }
  }
  if (passages.length === 0) return [];
  const forgotten = keysOf(state, new Set(texts.map(normaliseClaim)));
  return passages.filter(({ keys }) => keys.some((key) => forgotten.has(key)))
    .map(({ path, startLine, endLine, isWhole }) => ({ path, startLine, endLine, isWhole }));
}

/** Claims that say it, and those that entries that say it were promoted from. */
function keysOf({ candidates, promotions }: ForgetDeps["state"], forms: ReadonlySet<string>): ReadonlySet<string> {
  const says = (text: string) => forms.has(normaliseClaim(text));
  return new Set([
    ...candidates.all().filter(({ text }) => says(text)).map(({ key }) => key),
    ...promotions.all().filter(({ text }) => says(text)).map(({ candidateKey }) => candidateKey),
  ]);
}
