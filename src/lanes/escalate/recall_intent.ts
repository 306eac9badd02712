/**
 * Whether a message asks for something of earlier days: what was decided, said or done (SPEC 9.3). No model: closed
 * lists of forms in five languages, of which a labelled set says how often they are right
 * (docs/recall.md, `tests/fixtures/recall-intent`).
 *
 * @module
 */
import { chineseIntent } from "./intent/chinese.ts";
import { englishIntent } from "./intent/english.ts";
import { japaneseIntent } from "./intent/japanese.ts";
import { koreanIntent } from "./intent/korean.ts";
import { type Sentence, sentencesOf } from "./intent/sentence.ts";
import { spanishIntent } from "./intent/spanish.ts";

/** Languages in which recall intent is known. */
export const INTENT_LANGUAGES = ["en", "zh", "ja", "ko", "es"] as const;
/** One of {@linkcode INTENT_LANGUAGES}. */
export type IntentLanguage = (typeof INTENT_LANGUAGES)[number];

/** What showed that a message asks for the past. */
export interface RecallIntent {
  /** The language of the form that it has. */
  readonly language: IntentLanguage;
  /** The sentence that has it, without quotes and code, lower case; at most 300 chars are looked at. */
  readonly sentence: string;
}

/** Why most messages are not looked for, as a clause for people. */
export const NO_INTENT = "the message does not ask for earlier days";

/** Sentences are people's; what is longer is cut before it is looked at. In UTF-16 units. */
const MOST_UNITS = 300;

/**
 * Returns what shows that a message asks for something of earlier days, or `null`. The work is bounded: of a long message
 * the beginning and the end are looked at.
 */
export function recallIntent(message: string): RecallIntent | null {
  for (const whole of sentencesOf(message)) {
    const sentence = { ...whole, text: whole.text.slice(0, MOST_UNITS) };
    const language = languageOf(sentence);
    if (language !== null) return { language, sentence: sentence.text };
  }
  return null;
}

/** Returns the first language in whose forms a sentence asks for the past. */
function languageOf(sentence: Sentence): IntentLanguage | null {
  const { text } = sentence;
  // Scripts rule most languages out, so that of the forms few are ever built.
  if (/[\u3041-\u30ff]/.test(text)) return japaneseIntent(sentence) ? "ja" : null;
  if (/[\uac00-\ud7a3]/.test(text)) return koreanIntent(sentence) ? "ko" : null;
  if (/[\u4e00-\u9fff]/.test(text)) return chineseIntent(sentence) ? "zh" : englishIntent(sentence) ? "en" : null;
  if (!/[a-z]/.test(text)) return null;
  if (englishIntent(sentence)) return "en";
  return MAY_BE_SPANISH.test(text) && spanishIntent(sentence) ? "es" : null;
}

/** Words and signs without which no Spanish sentence of the lists is written. */
const MAY_BE_SPANISH =
  /[¿áéíóúñ]|\b(?:que|como|donde|cual|cuando|quien|lo|la|las|el|los|en|mis|de|segun|te acuerdas|acuerdas|recuerdas|nuestr[ao]s?|sobre|ayer|una?)\b/;
