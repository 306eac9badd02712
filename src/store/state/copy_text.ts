/**
 * The forms of a line in which copies are compared (SPEC 4.3). Neither bullets nor annotations, markup, punctuation, case, invisible characters, letters of another script
 * that look the same, or spaces make a copy look different.
 *
 * @module
 */
import { cjkUnits } from "../../base/text/characters.ts";
import { foldText } from "../../base/text/fold.ts";
import { foldPlain } from "./fold_plain.ts";
import { foldLookAlikes } from "./look_alikes.ts";
import { annotatedText, decodedText, hiddenTexts, openedText, plainText, renderedOf } from "./rendered_text.ts";

/** The least width of a text that taints or is tainted, in characters; a CJK character counts two (SPEC 4.3). */
export const LEAST_COPY_WIDTH = 12;

/** Grows with each change of what this module makes of a line: texts that are stored are then folded again. */
export const COPY_FOLD = "5";

/** The folded forms of a line: words and CJK runs in lower case, one space between. */
export interface FoldedForms {
  /** What is read once the line is rendered. */
  readonly rendered: string;
  /** What is read in its source: also tags, references and targets of links. Usually the same text. */
  readonly plain: string;
  /** The same with codes decoded and the texts of comments in their places, but no annotations. */
  readonly opened: string;
  /** The same with the texts of annotations as well. */
  readonly annotated: string;
}

/** Returns the folded forms of a line or entry. */
export function foldedForms(line: string): FoldedForms {
  const plainLine = plainText(line);
  const renderedLine = renderedOf(plainLine);
  const rendered = foldForCopies(renderedLine);
  const plain = plainLine === renderedLine ? rendered : foldForCopies(plainLine);
  if (!line.includes("<!--")) {
    const decodedLine = decodedText(plainLine);
    const opened = decodedLine === plainLine ? plain : foldForCopies(decodedLine);
    return { rendered, plain, opened, annotated: opened };
  }
  const [opened, annotated] = [openedText, annotatedText].map((text) => foldForCopies(decodedText(text(line))));
  return { rendered, plain, opened: opened ?? plain, annotated: annotated ?? plain };
}

/**
 * Returns the forms of a line that are kept of a tainted text, different ones only: first what is searched for in other
 * lines, then what other lines are searched in as well. Empty if the line is too short to be told from chance.
 */
export function keptForms(line: string): string[] {
  const { rendered, plain } = foldedForms(line);
  const source = plainText(line);
  const decoded = decodedText(source);
  // In its own letters too, by which the keyword index finds it.
  const forms = [
    rendered,
    plain,
    wordsOf(source),
    ...decoded === source ? [] : formsOfHidden(decoded),
    ...hiddenTexts(line).flatMap(formsOfHidden),
  ];
  return [...new Set(forms)].filter((form) => copyWidth(compactText(form)) >= LEAST_COPY_WIDTH);
}

/** Returns the sentences of a line without spaces, folded; what stands before a colon or a dash is one of its own. */
export function sentencesOf(line: string): ReadonlySet<string> {
  const texts = new Set([openedText(line), renderedOf(plainText(line))]);
  const parts = [...texts].flatMap((text) => text.split(SENTENCE_END));
  return new Set(parts.map((part) => compactText(foldForCopies(part))));
}

const SENTENCE_END = /[.!?;:](?=\s|$)|[。！？；：…\n]|\s[-–—]+\s|——/;

function formsOfHidden(text: string): string[] {
  // A name before it, as in "note: …", is left out by who copies it.
  const parts = [...new Set([text, decodedText(text)])].flatMap((each) => [each, each.replace(/^[\w-]{1,20}\s*:/, "")]);
  return parts.flatMap((part) => [foldForCopies(part), wordsOf(part)]);
}

/** Returns the forms of {@linkcode keptForms} as this version folds them, from those that another one kept. */
export function foldAgain(forms: readonly string[]): string[] {
  return [...new Set([...forms.map(foldForCopies), ...forms])];
}

/** Returns the text without its spaces: the form in which texts are searched for each other. */
export function compactText(folded: string): string {
  return folded.replaceAll(" ", "");
}

/** Returns the width of a text in characters, a CJK character counting two. */
export function copyWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length;) {
    const cjk = cjkUnits(text, at);
    width += cjk > 0 ? 2 : 1;
    at += Math.max(1, cjk);
  }
  return width;
}

/** Returns a text in lower case, as words and CJK runs with one space between. */
function foldForCopies(text: string): string {
  return foldPlain(text) ?? generalFold(text);
}

/** Does the same for any text; exported to be compared with the short way. */
export function generalFold(text: string): string {
  // Letters in discs and flags are symbols and have to be letters before symbols go.
  return joinedWords(foldLookAlikes(withoutAccents(foldText(text).toLowerCase())));
}

/**
 * Returns a text whose letters carry no marks. The voicing marks of kana stay: が is another letter than か, and no reader takes
 * one for the other.
 */
export function withoutAccents(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFD").replace(accents(), "").normalize("NFC") : text;
}

/** Marks on letters, but U+3099 and U+309A, which make a kana a voiced one. */
const accents = (): RegExp => /(?![\u3099\u309a])[\p{Mn}\p{Me}]/gu;

const BEYOND_ASCII = /[\u0080-\uffff]/;

function wordsOf(text: string): string {
  return joinedWords(foldText(text).toLowerCase());
}

function joinedWords(text: string): string {
  return text.replace(notText(), " ").replace(spaceAtCjk(), "").trim();
}

/** Made for a text that needs them: classes of Unicode take longer to build than a plain text takes to fold. */
const notText = (): RegExp => /[^\p{L}\p{N}\p{M}]+/gu;
const spaceAtCjk = (): RegExp =>
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])/gu;
