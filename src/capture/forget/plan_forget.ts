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
import type {
  Chosen,
  ChosenLines,
  ForgetDeps,
  ForgetPlan,
  GoneLines,
  GoneText,
  LeftLines,
  PlannedCut,
} from "./forget_plan.ts";
import { cutOf, isTouched, lookAt, type Seen, standsInTheWay } from "./look_at_file.ts";
import { madeFrom } from "./made_from.ts";
import { memoryFiles } from "./memory_files.ts";
import { watchedLines } from "./named_lines.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { storedSight } from "./stored_sight.ts";
import type { StoredText } from "./stored_texts.ts";
import { similarTo, wordsToLose } from "./word_share.ts";

/**
 * Returns what forgetting some lines would do; changes nothing.
 *
 * @throws {MemoryError} failed: a chosen file is no memory, or cannot be written back as it was read
 */
export function planForget(deps: ForgetDeps, chosen: Chosen): ForgetPlan {
  for (const { path } of chosen.lines) refuseForeign(path);
  const { byPath, texts, forms } = meantBy(deps, chosen);
  const { forgets } = deps.state;
  const marks = forgets.marksOf(forms);
  const matcher = forgets.matcher({ marks, words: [] });
  const stored = storedSight(deps, chosen, { texts, matcher });
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
  const standing = seen.flatMap(({ mentions, near, gone }) => [...mentions, ...near, ...gone]).map(({ text }) => text);
  const unfiled = stored.staying(standing, similar);
  return {
    removed,
    stored: stored.gone,
    left: [...left, ...unfiled.left],
    near: [...seen.flatMap(({ file, near }) => leftOf(file, near, "it says nearly the same")), ...unfiled.near],
    cuts: writable,
    texts,
    forms,
    words: [...words],
    matcher: themed,
    watched: seen.flatMap(({ file, mentions, near }) => watchedLines(file, [...mentions, ...near])),
    token: tokenOf(removed, stored.gone),
  };
}

/** Returns what was named, with what a model made from it. */
function meantBy(deps: ForgetDeps, { lines, told, stored }: Chosen) {
  const named = Map.groupBy([...lines, ...told], ({ path }) => path);
  const statements = statementsOf(deps, named, stored);
  const made = madeFrom(deps, statements.texts);
  if (made.length === 0) return { byPath: named, ...statements };
  const byPath = Map.groupBy([...lines, ...told, ...made], ({ path }) => path);
  return { byPath, ...statementsOf(deps, byPath, stored) };
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

function statementsOf(
  deps: ForgetDeps,
  byPath: ReadonlyMap<string, readonly ChosenLines[]>,
  stored: readonly StoredText[],
) {
  const texts = new Set(stored.map(({ text }) => text));
  const told = new Set<string>();
  for (const found of memoryFiles({ ...deps.select, files: () => byPath.keys() })) {
    if (!("file" in found)) {
      if (byPath.has(found.path)) throw new MemoryError(found.reason);
      continue;
    }
    const { file } = found;
    const ranges = byPath.get(file.path) ?? [];
    if (ranges.length === 0) continue;
    const reason = standsInTheWay(file);
    if (reason !== null) {
      throw new MemoryError(`Cannot forget lines of "${file.path}": ${reason}`, {
        hint: "take them out with an editor",
      });
    }
    for (const passage of passagesOf(file.path, file.text)) {
      if (!isTouched(passage, ranges)) continue;
      if (passage.kind === "statement") texts.add(passage.text);
      else if (pathRule(file.path).tier === "review") told.add(passage.text);
    }
  }
  const forms = [...texts].flatMap((text) => [text, shownForm(text)]);
  return { texts: [...texts], forms: [...new Set([...forms, ...told])] };
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

function tokenOf(removed: readonly GoneLines[], stored: readonly GoneText[]): string {
  const names = [
    ...removed.map(({ path, line, text }) => `${path}:${line} ${lineHash(text)}`),
    ...stored.map(({ key, text }) => `${key} ${lineHash(text)}`),
  ];
  return shortHash(names.sort().join("\n"), TOKEN_DIGITS);
}
