/**
 * What forgetting would do (SPEC 7.6): worked out before anything is asked or changed, so that what goes is what was shown.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { escapeHidden } from "../../base/text/display.ts";
import { cutCodePoints } from "../../base/text/measure.ts";
import { lineHash } from "../../base/text/normalise.ts";
import { leastTrusted, type LineOrigin } from "../../provenance/origin.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { SelectedFile } from "../../select/selected_file.ts";
import type { ChosenLines, ForgetDeps, ForgetPlan, GoneLines, LeftLines, PlannedCut } from "./forget_plan.ts";
import { cutOf, isTouched, lookAt, type Seen, standsInTheWay } from "./look_at_file.ts";
import { memoryFiles } from "./memory_files.ts";
import { watchedLines } from "./named_lines.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { similarTo, wordsToLose } from "./word_share.ts";

/**
 * Returns what forgetting some lines would do; changes nothing.
 *
 * @throws {MemoryError} failed: a chosen file is no memory, or cannot be written back as it was read
 */
export function planForget(deps: ForgetDeps, chosen: readonly ChosenLines[]): ForgetPlan {
  const byPath = Map.groupBy(chosen, ({ path }) => path);
  for (const path of byPath.keys()) refuseForeign(path);
  const { texts, forms } = statementsOf(deps, byPath);
  const { forgets } = deps.state;
  const marks = forgets.marksOf(forms);
  const matcher = forgets.matcher({ marks, words: [] });
  const words = wordsToLose(texts);
  const similar = similarTo(texts);
  const seen: Seen[] = [];
  const unread: LeftLines[] = [];
  for (const found of memoryFiles(deps.select)) {
    if (!("file" in found)) {
      unread.push({ ...found, line: 1, text: "" });
      continue;
    }
    const look = lookAt(found.file, byPath.get(found.file.path) ?? [], { matcher, similar, words });
    if (look.gone.size + look.mentions.length + look.near.length + look.themes.length > 0) seen.push(look);
  }
  const themed = forgets.matcher({ marks, words: forgets.wordsOf([...words]) });
  const cuts = seen.map((look) => cutOf(look, themed)).filter(({ passages }) => passages.length > 0);
  const writable = cuts.filter(({ file }) => standsInTheWay(file) === null);
  const removed = writable.flatMap((cut) => removedOf(deps, cut, byPath.get(cut.file.path) ?? []));
  removed.sort((a, b) => ORDER.indexOf(a.why) - ORDER.indexOf(b.why));
  const left = [
    ...cuts.flatMap(({ file, passages }) => leftOf(file, passages, standsInTheWay(file))),
    ...seen.flatMap(({ file, mentions }) => leftOf(file, mentions, "it says more than that")),
    ...unread,
  ];
  return {
    removed,
    left,
    near: seen.flatMap(({ file, near }) => leftOf(file, near, "it says nearly the same")),
    cuts: writable,
    texts,
    forms,
    words: [...words],
    matcher: themed,
    watched: seen.flatMap(({ file, mentions, near }) => watchedLines(file, [...mentions, ...near])),
    token: tokenOf(removed),
  };
}

const ORDER: readonly GoneLines["why"][] = ["chosen", "copy", "report"];

function refuseForeign(path: string): void {
  const { tier, isOutside } = pathRule(path);
  if (isOutside) {
    throw new MemoryError(`Cannot forget lines of "${path}": it lies outside the workspace, where nothing is written`, {
      hint: "delete them there with an editor",
    });
  }
  if (tier === "review" || tier === "instructions") {
    const what = tier === "review" ? "holds reports" : "is written by people";
    throw new MemoryError(`Cannot forget lines of "${path}": it ${what}, and is no memory`, {
      hint: tier === "review" ? "forget the line that the report tells of" : "delete them with an editor",
    });
  }
}

function statementsOf(deps: ForgetDeps, byPath: ReadonlyMap<string, readonly ChosenLines[]>) {
  const texts = new Set<string>();
  for (const found of memoryFiles({ ...deps.select, files: () => byPath.keys() })) {
    if (!("file" in found)) {
      if (byPath.has(found.path)) throw new MemoryError(found.reason);
      continue;
    }
    const { file } = found;
    const ranges = byPath.get(file.path) ?? [];
    if (ranges.length === 0) continue;
    const reason = standsInTheWay(file);
    if (reason !== null) throw new MemoryError(`Cannot forget lines of "${file.path}": ${reason}`);
    for (const passage of passagesOf(file.path, file.text)) {
      if (isTouched(passage, ranges) && passage.kind === "statement") texts.add(passage.text);
    }
  }
  const forms = [...texts].flatMap((text) => [text, shownForm(text)]);
  return { texts: [...texts], forms: [...new Set(forms)] };
}

/** As a page of the dream shows it: one line, hidden characters written out, cut. */
function shownForm(text: string): string {
  return cutCodePoints(escapeHidden(text.replace(/\s+/g, " ").trim()), SHOWN_CHARS);
}

/** Chars of a claim on a page of the dream. */
const SHOWN_CHARS = 300;

function removedOf(deps: ForgetDeps, { file, passages }: PlannedCut, ranges: readonly ChosenLines[]): GoneLines[] {
  const isReport = pathRule(file.path).tier === "review";
  return passages.map((passage): GoneLines => ({
    path: file.path,
    line: passage.startLine,
    endLine: passage.endLine,
    text: passage.raw,
    why: isReport ? "report" : isTouched(passage, ranges) ? "chosen" : "copy",
    origin: isReport ? null : originOf(deps, file, passage),
  }));
}

function originOf({ originsOf }: ForgetDeps, file: SelectedFile, passage: Passage): LineOrigin | null {
  const raws = passage.entry === null ? passage.raw.split("\n") : [passage.entry.raw];
  const [first, ...others] = originsOf(file.path, raws);
  if (first === undefined) return null;
  return others.reduce((least, it) => leastTrusted(least.origin, it.origin) === least.origin ? least : it, first);
}

function leftOf({ path }: SelectedFile, passages: readonly Passage[], reason: string | null): LeftLines[] {
  return reason === null ? [] : passages.map(({ startLine, raw }) => ({ path, line: startLine, text: raw, reason }));
}

/** Hex digits of a token: nobody guesses one by accident. */
const TOKEN_DIGITS = 12;

function tokenOf(removed: readonly GoneLines[]): string {
  const names = removed.map(({ path, line, text }) => `${path}:${line} ${lineHash(text)}`);
  return shortHash(names.sort().join("\n"), TOKEN_DIGITS);
}
