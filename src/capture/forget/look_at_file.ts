/**
 * What of one file would go (SPEC 7.6).
 *
 * @module
 */
import { pathRule } from "../../provenance/tier.ts";
import type { SelectedFile } from "../../select/selected_file.ts";
import type { ForgottenMatcher } from "../../store/state/forgets.ts";
import type { ChosenLines, PlannedCut } from "./forget_plan.ts";
import { goesAsCopy } from "./goes_as_copy.ts";
import { type Passage, passagesOf, themeOf } from "./passages.ts";
import { keepWords } from "./word_share.ts";

/** A file that was looked at. */
export interface Seen {
  /** As it was read. */
  readonly file: SelectedFile;
  /** What goes. */
  readonly gone: ReadonlySet<Passage>;
  /** What has the words in a longer sentence. */
  readonly mentions: readonly Passage[];
  /** What says nearly the same. */
  readonly near: readonly Passage[];
  /** Themes that a report tells of. */
  readonly themes: readonly Passage[];
  /** The file goes as a whole. */
  readonly isWhole: boolean;
}

/** Returns whether a passage has a chosen line. */
export function isTouched(passage: Passage, ranges: readonly ChosenLines[]): boolean {
  return ranges.some(({ startLine, endLine, isWhole }) =>
    isWhole || (passage.startLine <= endLine && passage.endLine >= startLine)
  );
}

/** What is looked for. */
export interface Sight {
  /** Tells what is forgotten. */
  readonly matcher: ForgottenMatcher;
  /** Whether a text says nearly the same. */
  readonly similar: (text: string) => boolean;
  /** Loses the words that stay. */
  readonly words: Set<string>;
}

/** Looks at a file. */
export function lookAt(file: SelectedFile, ranges: readonly ChosenLines[], { matcher, similar, words }: Sight): Seen {
  const passages = passagesOf(file.path, file.text);
  const gone = new Set(passages.filter((it) => isTouched(it, ranges) || goesAsCopy(file.path, it, matcher)));
  const wrapped = wrappedOver(passages.filter((it) => !gone.has(it)), matcher);
  for (const it of wrapped) if (goesAsCopy(file.path, it, matcher)) gone.add(it);
  const others = passages.filter((it) => ![...gone].some((other) => isWithin(it, other)));
  const isReport = pathRule(file.path).tier === "review";
  if (!isReport) { for (const { text } of others) keepWords(words, text); }
  const mentions = [...others, ...wrapped.filter((it) => !gone.has(it))].filter(({ text }) => matcher.mentions(text));
  return {
    file,
    gone,
    mentions,
    near: isReport ? [] : others.filter((it) => !mentions.includes(it) && similar(it.text)),
    themes: isReport ? others.filter(({ kind }) => kind === "theme") : [],
    isWhole: ranges.some(({ isWhole }) => isWhole),
  };
}

/** Lines of prose that hold the words only together: the words run over a line end. */
function wrappedOver(passages: readonly Passage[], matcher: ForgottenMatcher): Passage[] {
  const found: Passage[] = [];
  let run: Passage[] = [];
  const close = () => {
    const joined = run.length < 2 ? null : joinedPassage(run);
    if (joined !== null && matcher.mentions(joined.text)) found.push(joined);
    run = [];
  };
  for (const it of passages) {
    const isProse = it.kind === "statement" && it.entry === null && !LIST_ITEM.test(it.raw) &&
      !matcher.mentions(it.text);
    if (!isProse || run.at(-1)?.endLine !== it.startLine - 1) close();
    if (isProse) run.push(it);
  }
  close();
  return found;
}

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

function joinedPassage(run: readonly Passage[]): Passage | null {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return null;
  const raw = run.map((it) => it.raw).join("\n");
  return { ...first, endLine: last.endLine, text: run.map(({ text }) => text).join(" "), raw };
}

function isWithin(inner: Passage, outer: Passage): boolean {
  return inner.startLine >= outer.startLine && inner.endLine <= outer.endLine;
}

/** Returns what goes from a file, themes too. */
export function cutOf({ file, gone, themes, isWhole }: Seen, matcher: ForgottenMatcher): PlannedCut {
  const passages = [...gone, ...themes.filter((it) => matcher.borrows(themeOf(it)))];
  return { file, passages: passages.sort((a, b) => a.startLine - b.startLine), isWhole };
}

/** Returns why a file cannot be cut, as a short clause, or `null`. */
export function standsInTheWay(file: SelectedFile): string | null {
  const { tier, isOutside } = pathRule(file.path);
  if (isOutside) return "it lies outside the workspace, where nothing is written";
  return tier === "instructions" ? "people write it, and nobody else" : null;
}
